import { useFetcher } from "react-router";
import { api } from "#app/api/client.ts";
import { plainText } from "#app/api/plain-text.ts";
import type { Page } from "#app/api/types.ts";
import { date } from "#app/et/format.ts";
import { codeStrings as text } from "#app/et/screens/codes.ts";
import { Html } from "#app/kit/content/html.tsx";
import { PageHead } from "#app/layout/page-head.tsx";
import { getSession, updateUser } from "#app/session/session.ts";
import { type Activation, activateCode } from "./activation.ts";
import { CodePanel } from "./code-panel.tsx";

const MESSAGES = {
  done: text.giftDone,
  failed: text.giftFailed,
  byStatus: { 404: text.giftNotFound, 401: text.giftUsed },
};

/** Returns until when the subscription now runs. */
export const giftAction = ({ request }: { request: Request }): Promise<Activation<string | null>> =>
  activateCode(request, MESSAGES, async (activationCode) => {
    const token = getSession()?.token ?? "";
    const user = await api("POST /activate-gift-card", { body: { activationCode } });
    updateUser(user, token);
    return user.subscriptionExpiresAt;
  });

export function GiftScreen({ page, canonical }: { page: Page | null; canonical: string }) {
  const fetcher = useFetcher<typeof giftAction>();
  const until = fetcher.data?.value;
  const title = page?.title ?? text.giftTitle;
  return (
    <article className="content-page column column--narrow">
      <PageHead
        title={title}
        description={page ? page.summary || plainText(page.content) : undefined}
        canonical={canonical}
      />
      <h1 className="content-page__title">{title}</h1>
      <section className="panel codes" aria-labelledby="gift-code-title">
        <h2 className="panel__title" id="gift-code-title">
          {text.activateGift}
        </h2>
        <CodePanel
          fetcher={fetcher}
          id="gift-code"
          label={text.giftLabel}
          loggedOut={text.giftLoggedOut}
        >
          {until && <p>{text.validUntil(date(until))}</p>}
        </CodePanel>
      </section>
      {page && <Html className="prose lead" html={page.content} />}
    </article>
  );
}
