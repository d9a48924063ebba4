// /kingitus: activating a gift card, and what the gift card is.
import { useState } from "react";
import { api } from "#app/api/client.ts";
import { plainText } from "#app/api/plain-text.ts";
import type { Page, User } from "#app/api/types.ts";
import { codeStrings } from "#app/et/codes.ts";
import { date } from "#app/et/format.ts";
import { shared } from "#app/et/strings.ts";
import { getSession, updateUser } from "#app/features/auth/session.ts";
import { PageHead } from "#app/kit/page-head.tsx";
import { CodeForm } from "./code-form.tsx";

const text = codeStrings;
const MESSAGES = {
  done: text.giftDone,
  failed: text.giftFailed,
  byStatus: { 404: text.giftNotFound, 401: text.giftUsed },
};

export function GiftScreen({ page, canonical }: { page: Page | null; canonical: string }) {
  const [until, setUntil] = useState<string | null>(null);
  const activate = async (activationCode: string) => {
    const token = getSession()?.token ?? "";
    const user = await api<User>("/activate-gift-card", {
      method: "POST",
      body: { activationCode },
    });
    updateUser(user, token);
    setUntil(user.subscriptionExpiresAt);
  };
  const title = page?.title ?? text.giftTitle;
  return (
    <article className="content-page column column--narrow">
      <PageHead
        title={`${title} | ${shared.productName}`}
        description={page ? page.summary || plainText(page.content) : undefined}
        canonical={canonical}
      />
      <h1 className="content-page__title">{title}</h1>
      <section className="panel codes" aria-labelledby="gift-code-title">
        <h2 className="panel__title" id="gift-code-title">
          {text.giftPanel}
        </h2>
        <CodeForm
          id="gift-code"
          label={text.giftLabel}
          loggedOut={text.giftLoggedOut}
          messages={MESSAGES}
          activate={activate}
        >
          {until !== null && <p>{text.validUntil(date(until))}</p>}
        </CodeForm>
      </section>
      {page && (
        <div
          className="prose"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server
          dangerouslySetInnerHTML={{ __html: page.content }}
        />
      )}
    </article>
  );
}
