import { NavLink, useLocation } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { shared } from "#app/et/strings.ts";
import { Icon } from "#app/kit/icon.tsx";
import { useSession } from "#app/session/session.ts";

export function BottomTabs() {
  const session = useSession();
  const { pathname } = useLocation();
  return (
    <nav className="tabs" aria-label={shared.tabsLabel}>
      <NavLink className="tabs__tab" to={paths.home} end>
        <Icon name="shelf" />
        {shared.shelfTab}
      </NavLink>
      <NavLink className="tabs__tab" to={paths.books}>
        <Icon name="headphones" />
        {shared.books}
      </NavLink>
      <NavLink
        className="tabs__tab"
        to={session ? paths.account : paths.login}
        state={session ? undefined : { redirect: paths.account }}
        aria-current={pathname === paths.account ? "page" : undefined}
      >
        <Icon name="user" />
        {shared.profileTab}
      </NavLink>
    </nav>
  );
}
