// /sooduskood: a code that lowers the next payments for a package.
import { useState } from "react";
import { api } from "#app/api/client.ts";
import type { Discount } from "#app/api/types.ts";
import { codeStrings } from "#app/et/codes.ts";
import { shared } from "#app/et/strings.ts";
import { hasActivePackage, useSession } from "#app/features/auth/session.ts";
import { LinkButton } from "#app/kit/button.tsx";
import { PageHead } from "#app/kit/page-head.tsx";
import { paths } from "#app/paths.ts";
import { CodeForm } from "./code-form.tsx";

const text = codeStrings;
const MESSAGES = {
  done: text.discountDone,
  failed: text.discountFailed,
  byStatus: { 404: text.discountNotFound },
};

/** `percent` is what an earlier code takes off; 0 when there is none. */
export function DiscountScreen({ percent }: { percent: number }) {
  const user = useSession()?.user;
  const [activated, setActivated] = useState<number | null>(null);
  const now = activated ?? percent;
  const activate = async (code: string) => {
    const discount = await api<Discount>(`/discounts/${encodeURIComponent(code)}/activate`, {
      method: "POST",
    });
    setActivated(discount.discountPercentage);
  };
  return (
    <div className="content-page column column--narrow">
      <PageHead title={`${text.discountTitle} | ${shared.productName}`} noindex />
      <h1 className="content-page__title">{text.discountTitle}</h1>
      <div className="panel codes">
        <p>{text.discountLead}</p>
        <CodeForm
          id="discount-code"
          label={text.discountLabel}
          loggedOut={text.discountLoggedOut}
          messages={MESSAGES}
          activate={activate}
        >
          {user && now > 0 && <p className="codes__now">{text.discountNow(now)}</p>}
        </CodeForm>
        {user && (
          <p className="panel__actions">
            {!hasActivePackage(user) && (
              <LinkButton to={paths.packages}>{text.choosePackage}</LinkButton>
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
