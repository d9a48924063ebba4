import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Link, NavLink } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { shared, strings } from "#app/et/strings.ts";
import { IconButton } from "#app/kit/button.tsx";
import { Icon } from "#app/kit/icon.tsx";
import { Logo } from "./logo.tsx";

const loadMenu = () => import("#app/layout/menu/menu.tsx");
const Menu = lazy(() => loadMenu().then((module) => ({ default: module.Menu })));

const MENU_AFTER_MS = 1500;

export type Visitor = {
  loggedIn: boolean;
  cartCount: number;
  onLogout: () => void;
};

export function Header({
  loggedIn,
  cartCount,
  onLogout,
  onCartPage,
}: Visitor & { onCartPage: boolean }) {
  const [menuOpen, setMenuOpen] = useState(false);
  // Loaded when the page is idle, so that the button opens it at once.
  useEffect(() => {
    const timer = setTimeout(() => loadMenu().catch(() => {}), MENU_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const item = (to: string, text: ReactNode) => (
    <li>
      <NavLink className="nav__link touch-target" to={to}>
        {text}
      </NavLink>
    </li>
  );
  return (
    <header className="header">
      <div className="header__row column">
        <Logo />
        <nav className="nav" aria-label={shared.navLabel}>
          <ul className="nav__list">
            {item(paths.books, shared.books)}
            {item(paths.giftCard, shared.gift)}
          </ul>
          <ul className="nav__list">
            {loggedIn ? (
              <>
                {item(paths.account, shared.account)}
                {item(
                  paths.cart,
                  <>
                    {shared.cart} <span className="nav__count">({cartCount})</span>
                  </>,
                )}
                <li>
                  <button type="button" className="nav__link touch-target" onClick={onLogout}>
                    {shared.logOut}
                  </button>
                </li>
              </>
            ) : (
              <>
                {item(paths.login, shared.logIn)}
                <li>
                  <Link className="button button--primary" to={paths.register}>
                    {shared.createAccount}
                  </Link>
                </li>
              </>
            )}
          </ul>
        </nav>
        <div className="header__tools">
          {!onCartPage && (
            <Link
              className="icon-button header__cart"
              to={paths.cart}
              aria-label={strings.layout.cartCount(cartCount)}
            >
              <Icon name="basket" />
              {cartCount > 0 && (
                <span className="header__badge" aria-hidden="true">
                  {cartCount}
                </span>
              )}
            </Link>
          )}
          <IconButton
            icon="menu"
            onPointerEnter={loadMenu}
            label={shared.openMenu}
            aria-haspopup="dialog"
            aria-expanded={menuOpen}
            onClick={() => setMenuOpen(true)}
          />
        </div>
      </div>
      {menuOpen && (
        <Suspense>
          <Menu
            loggedIn={loggedIn}
            cartCount={cartCount}
            onLogout={onLogout}
            onClose={() => setMenuOpen(false)}
          />
        </Suspense>
      )}
    </header>
  );
}
