// "/" in the app while nobody is logged in.
import type { Config } from "#app/api/types.ts";
import { appStrings } from "#app/et/app.ts";
import { shared } from "#app/et/strings.ts";
import { ShelfArt } from "#app/features/auth/shelf-art.tsx";
import { AnchorButton, LinkButton } from "#app/kit/button.tsx";
import { PageHead } from "#app/kit/page-head.tsx";
import { paths } from "#app/paths.ts";

const text = appStrings;

export function AppLanding({ config }: { config: Pick<Config, "appStoreUrl" | "playStoreUrl"> }) {
  const { appStoreUrl, playStoreUrl } = config;
  return (
    <>
      <PageHead title={shared.productName} noindex />
      <div className="app-landing column column--narrow">
        <ShelfArt />
        <h1 className="app-landing__title">{text.landingTitle}</h1>
        <p className="app-landing__lead">{text.landingText}</p>
        <div className="app-landing__actions">
          <LinkButton to={paths.login} look="primary" size="large" wide>
            {shared.logIn}
          </LinkButton>
          <LinkButton to={paths.register} size="large" wide>
            {shared.createAccount}
          </LinkButton>
        </div>
        {(appStoreUrl || playStoreUrl) && (
          <div className="app-landing__stores">
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
