// "/" in the app for a user with an unconfirmed address or no subscription yet.
import type { ReactNode } from "react";
import { paths } from "#app/addresses/paths.ts";
import { appStrings as text } from "#app/et/screens/app.ts";
import { verifyStrings } from "#app/et/screens/verify.ts";
import { shared } from "#app/et/strings.ts";
import { BookshelfArt } from "#app/kit/art/bookshelf-art.tsx";
import { LinkButton } from "#app/kit/button.tsx";
import { PageHead } from "#app/layout/page-head.tsx";
import type { Session } from "#app/session/session.ts";
import { useAwaitedUser } from "#app/session/verification/await-user.ts";
import { ResendButton } from "#app/session/verification/verify-notice.tsx";

export function AppWaiting({
  user,
  children,
}: {
  user: Session["user"];
  /** The books of a person who has bought some without a subscription. */
  children?: ReactNode;
}) {
  useAwaitedUser(true);
  return (
    <>
      <PageHead noindex />
      <div className="app-landing column column--narrow">
        <BookshelfArt />
        {user.emailVerifiedAt ? (
          <>
            <h1>{text.choosePlanTitle}</h1>
            <p className="app-landing__lead lead muted">{text.choosePlanText}</p>
            <div className="app-landing__actions">
              <LinkButton to={paths.plans} look="primary" size="large" wide>
                {shared.joinProduct}
              </LinkButton>
              <LinkButton to={paths.books} size="large" wide>
                {shared.notFoundBooks}
              </LinkButton>
              <LinkButton to={paths.account} size="large" wide>
                {text.toProfile}
              </LinkButton>
            </div>
          </>
        ) : (
          <>
            <h1>{text.waitingEmail}</h1>
            <p className="app-landing__lead lead muted">
              {verifyStrings.notVerifiedText(user.email)}
            </p>
            <p className="app-landing__lead lead muted" role="status">
              {text.waitingChecking}
            </p>
            <ResendButton />
          </>
        )}
      </div>
      {children && <div className="column">{children}</div>}
    </>
  );
}
