// Links to the app in the configured app stores.
import type { Config } from "#app/api/types.ts";
import { shared } from "#app/et/strings.ts";
import { Icon } from "#app/kit/icon.tsx";

export function StoreBadges({ config }: { config: Config }) {
  const { appStoreUrl, playStoreUrl } = config;
  if (!appStoreUrl && !playStoreUrl) return null;
  return (
    <ul className="stores" aria-label={shared.storesLabel}>
      {appStoreUrl && (
        <li>
          <a className="stores__badge" href={appStoreUrl} rel="noopener">
            <Icon name="apple" />
            <span className="stores__text">
              <span className="stores__top">{shared.appStoreTop}</span>{" "}
              <span className="stores__name">{shared.appStore}</span>
            </span>
          </a>
        </li>
      )}
      {playStoreUrl && (
        <li>
          <a className="stores__badge" href={playStoreUrl} rel="noopener">
            <Icon name="google-play" />
            <span className="stores__text">
              <span className="stores__top">{shared.playStoreTop}</span>{" "}
              <span className="stores__name">{shared.playStore}</span>
            </span>
          </a>
        </li>
      )}
    </ul>
  );
}
