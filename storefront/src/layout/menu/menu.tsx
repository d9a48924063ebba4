// The menu of narrow screens: a full-screen native dialog, closed by its links.
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { NavLink } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { shared, strings } from "#app/et/strings.ts";
import { IconButton } from "#app/kit/button.tsx";
import { Icon, type IconName } from "#app/kit/icon.tsx";
import type { Visitor } from "#app/layout/header.tsx";

const WIDE = "(min-width: 1080px)";

export function Menu({
  loggedIn,
  cartCount,
  onLogout,
  onClose,
}: Visitor & { onClose: () => void }) {
  const box = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = box.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  useLayoutEffect(() => {
    // A rotated tablet shows the wide menu, so this one closes.
    const wide = matchMedia(WIDE);
    wide.addEventListener("change", onClose);
    return () => wide.removeEventListener("change", onClose);
  }, [onClose]);

  const item = (to: string, icon: IconName, text: ReactNode, end = false) => (
    <li>
      <NavLink className="menu__link" to={to} end={end} onClick={onClose}>
        <Icon name={icon} />
        {text}
      </NavLink>
    </li>
  );
  return (
    <dialog
      ref={box}
      className="menu"
      aria-label={shared.navLabel}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className="menu__top">
        <IconButton icon="close" label={shared.closeMenu} onClick={onClose} />
      </div>
      <nav aria-label={shared.navLabel}>
        <ul className="menu__list">
          {item(paths.home, "home", shared.home, true)}
          {item(paths.books, "headphones", shared.books)}
          {item(paths.giftCard, "gift", shared.gift)}
        </ul>
        <ul className="menu__list">
          {loggedIn ? (
            <>
              {item(paths.account, "user", shared.account)}
              {item(paths.cart, "basket", strings.layout.cartCount(cartCount))}
              <li>
                <button
                  type="button"
                  className="menu__link"
                  onClick={() => {
                    onClose();
                    onLogout();
                  }}
                >
                  <Icon name="logout" />
                  {shared.logOut}
                </button>
              </li>
            </>
          ) : (
            <>
              {item(paths.login, "user", shared.logIn)}
              {item(paths.register, "plus", shared.createAccount)}
            </>
          )}
        </ul>
      </nav>
    </dialog>
  );
}
