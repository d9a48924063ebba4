// "/" in the app for a user whose address is unconfirmed or who has never had a package. It goes on
// by itself: the user is asked for every 2 s, and the shelf takes this screen's place.
import type { ReactNode } from "react";
import { appStrings } from "#app/et/app.ts";
import { shared } from "#app/et/strings.ts";
import { verifyStrings } from "#app/et/verify.ts";
import { useAwaitedUser } from "#app/features/auth/refresh.ts";
import type { Session } from "#app/features/auth/session.ts";
import { ShelfArt } from "#app/features/auth/shelf-art.tsx";
import { ResendButton } from "#app/features/auth/verify-notice.tsx";
import { LinkButton } from "#app/kit/button.tsx";
import { PageHead } from "#app/kit/page-head.tsx";
import { paths } from "#app/paths.ts";

const text = appStrings;

export function AppWaiting({
  user,
  children,
}: {
  user: Session["user"];
  /** The books of someone who bought some without ever having a package. */
  children?: ReactNode;
}) {
  useAwaitedUser(true);
  return (
    <>
      <PageHead title={shared.productName} noindex />
      <div className="app-landing column column--narrow">
        <ShelfArt />
        {user.emailVerifiedAt ? (
          <>
            <h1 className="app-landing__title">{text.waitingPackageTitle}</h1>
            <p className="app-landing__lead">{text.waitingPackageText}</p>
            <div className="app-landing__actions">
              <LinkButton to={paths.packages} look="primary" size="large" wide>
                {shared.joinProduct}
              </LinkButton>
              <LinkButton to={paths.books} size="large" wide>
                {text.toBooks}
              </LinkButton>
              <LinkButton to={paths.account} size="large" wide>
                {text.toProfile}
              </LinkButton>
            </div>
          </>
        ) : (
          <>
            <h1 className="app-landing__title">{text.waitingEmail}</h1>
            <p className="app-landing__lead">{verifyStrings.notVerifiedText(user.email)}</p>
            <p className="app-landing__lead" role="status">
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
