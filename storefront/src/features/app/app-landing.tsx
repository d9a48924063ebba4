// "/" in the app for a visitor.

import { paths } from "#app/addresses/paths.ts";
import type { Config } from "#app/api/types.ts";
import { appStrings as text } from "#app/et/screens/app.ts";
import { shared } from "#app/et/strings.ts";
import { BookshelfArt } from "#app/kit/art/bookshelf-art.tsx";
import { AnchorButton, LinkButton } from "#app/kit/button.tsx";
import { PageHead } from "#app/layout/page-head.tsx";

export function AppLanding({ config }: { config: Pick<Config, "appStoreUrl" | "playStoreUrl"> }) {
  const { appStoreUrl, playStoreUrl } = config;
  return (
    <>
      <PageHead noindex />
      <div className="app-landing column column--narrow">
        <BookshelfArt />
        <h1>{text.landingTitle}</h1>
        <p className="app-landing__lead lead muted">{text.landingText}</p>
        <div className="app-landing__actions">
          <LinkButton to={paths.login} look="primary" size="large" wide>
            {shared.logIn}
          </LinkButton>
          <LinkButton to={paths.register} size="large" wide>
            {shared.createAccount}
          </LinkButton>
        </div>
        {(appStoreUrl || playStoreUrl) && (
          <div className="app-landing__stores button-group muted">
            <p>{text.storesText}</p>
            {appStoreUrl && (
              <AnchorButton href={appStoreUrl} icon="apple">
                {shared.appStore}
              </AnchorButton>
            )}
            {playStoreUrl && (
              <AnchorButton href={playStoreUrl} icon="google-play">
                {shared.playStore}
              </AnchorButton>
            )}
          </div>
        )}
      </div>
    </>
  );
}
