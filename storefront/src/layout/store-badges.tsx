import type { Config } from "#app/api/types.ts";
import { shared } from "#app/et/strings.ts";
import { Icon } from "#app/kit/icon.tsx";

export function StoreBadges({ config }: { config: Config }) {
  const stores = [
    { url: config.appStoreUrl, icon: "apple", top: shared.appStoreTop, name: shared.appStore },
    {
      url: config.playStoreUrl,
      icon: "google-play",
      top: shared.playStoreTop,
      name: shared.playStore,
    },
  ] as const;
  if (stores.every(({ url }) => !url)) return null;
  return (
    <ul className="stores button-group" aria-label={shared.storesLabel}>
      {stores.map(
        ({ url, icon, top, name }) =>
          url && (
            <li key={icon}>
              <a className="button stores__badge" href={url} rel="noopener">
                <Icon name={icon} />
                <span className="stores__text">
                  <span className="stores__top">{top}</span> <span>{name}</span>
                </span>
              </a>
            </li>
          ),
      )}
    </ul>
  );
}
