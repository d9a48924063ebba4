import { useFetcher } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { api } from "#app/api/client.ts";
import { codeStrings as text } from "#app/et/screens/codes.ts";
import { LinkButton } from "#app/kit/button.tsx";
import { PageHead } from "#app/layout/page-head.tsx";
import { hasActiveSubscription, useSession } from "#app/session/session.ts";
import { type Activation, activateCode } from "./activation.ts";
import { CodePanel } from "./code-panel.tsx";

const MESSAGES = {
  done: text.discountDone,
  failed: text.discountFailed,
  byStatus: { 404: text.discountNotFound },
};

export const discountAction = ({ request }: { request: Request }): Promise<Activation<number>> =>
  activateCode(request, MESSAGES, async (code) => {
    const discount = await api("POST /discounts/{code}/activate", { path: { code } });
    return discount.discountPercentage;
  });

/** `percent` is the discount of an earlier code; 0 when there is none. */
export function DiscountScreen({ percent }: { percent: number }) {
  const user = useSession()?.user;
  const fetcher = useFetcher<typeof discountAction>();
  const now = fetcher.data?.value ?? percent;
  return (
    <div className="content-page column column--narrow">
      <PageHead title={text.discountTitle} noindex />
      <h1 className="content-page__title">{text.discountTitle}</h1>
      <div className="panel codes">
        <p>{text.discountLead}</p>
        <CodePanel
          fetcher={fetcher}
          id="discount-code"
          label={text.discountLabel}
          loggedOut={text.discountLoggedOut}
        >
          {user && now > 0 && (
            <p className="choice__good-news with-icon">{text.discountNow(now)}</p>
          )}
        </CodePanel>
        {user && (
          <p className="button-group">
            {!hasActiveSubscription(user) && (
              <LinkButton to={paths.plans}>{text.choosePlan}</LinkButton>
            )}
            <LinkButton look="quiet" to={paths.account}>
              {text.account}
            </LinkButton>
          </p>
        )}
      </div>
    </div>
  );
}
