import { Link } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import type { Config, Footer as FooterContent } from "#app/api/types.ts";
import { shared } from "#app/et/strings.ts";
import { Icon, type IconName } from "#app/kit/icon.tsx";
import { Logo } from "./logo.tsx";
import { StoreBadges } from "./store-badges.tsx";
import { setTheme, type Theme, useTheme } from "./theme.ts";

const SOCIAL_ICONS: Record<string, IconName> = {
  facebook: "facebook",
  instagram: "instagram",
  youtube: "youtube",
};

const THEMES: { value: Theme; label: string }[] = [
  { value: "", label: shared.themeAuto },
  { value: "light", label: shared.themeLight },
  { value: "dark", label: shared.themeDark },
];

export function Footer({ config, footer }: { config: Config; footer: FooterContent }) {
  const theme = useTheme();
  return (
    <footer className="footer">
      <div className="footer__grid column">
        <div className="footer__about">
          <Logo />
          <p>{shared.footerAboutText}</p>
          {config.social.length > 0 && (
            <ul className="footer__social" aria-label={shared.footerSocial}>
              {config.social.map(({ name, url }) => (
                <li key={url}>
                  <a className="icon-button" href={url} rel="noopener me" aria-label={name}>
                    <Icon name={SOCIAL_ICONS[name.toLowerCase()] ?? "link"} />
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
        <nav aria-labelledby="footer-info">
          <h2 className="footer__title" id="footer-info">
            {shared.footerInfo}
          </h2>
          <ul className="footer__links">
            {footer.pages.map(({ identifier, title }) => (
              <li key={identifier}>
                <Link className="footer__link touch-target" to={paths.page(identifier)}>
                  {title}
                </Link>
              </li>
            ))}
            <li>
              <Link className="footer__link touch-target" to={paths.withdrawal}>
                {shared.withdrawal}
              </Link>
            </li>
          </ul>
        </nav>
        <div>
          <h2 className="footer__title">{shared.footerContact}</h2>
          <a className="footer__link touch-target" href={`mailto:${config.supportEmail}`}>
            {config.supportEmail}
          </a>
        </div>
        {(config.appStoreUrl || config.playStoreUrl) && (
          <div>
            <h2 className="footer__title">{shared.footerApp}</h2>
            <StoreBadges config={config} />
          </div>
        )}
      </div>
      <div className="footer__end column">
        <p>
          © {shared.productName}. {shared.footerRights}
        </p>
        <fieldset className="theme">
          <legend className="visually-hidden">{shared.themeLabel}</legend>
          {THEMES.map(({ value, label }) => (
            <button
              key={value}
              type="button"
              className="theme__choice"
              aria-pressed={theme === value}
              onClick={() => setTheme(value)}
            >
              {label}
            </button>
          ))}
        </fieldset>
      </div>
    </footer>
  );
}
