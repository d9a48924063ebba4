// The app's way around: three tabs at the foot of the screen, in place of header and footer.
import { NavLink, useLocation } from "react-router";
import { strings } from "#app/et/strings.ts";
import { useSession } from "#app/features/auth/session.ts";
import { Icon } from "#app/kit/icon.tsx";
import { paths } from "#app/paths.ts";

const text = strings.layout;

export function BottomTabs() {
  const session = useSession();
  const { pathname } = useLocation();
  return (
    <nav className="tabs" aria-label={text.tabsLabel}>
      <NavLink className="tabs__tab" to={paths.home} end>
        <Icon name="shelf" />
        {text.shelfTab}
      </NavLink>
      <NavLink className="tabs__tab" to={paths.books}>
        <Icon name="headphones" />
        {text.booksTab}
      </NavLink>
      <NavLink
        className="tabs__tab"
        to={session ? paths.account : paths.login}
        state={session ? undefined : { redirect: paths.account }}
        aria-current={pathname === paths.account ? "page" : undefined}
      >
        <Icon name="user" />
        {text.profileTab}
      </NavLink>
    </nav>
  );
}
