// The frame of every screen: skip link, the desk's header, notices.
import { useEffect, useRef } from "react";
import {
  Link,
  Outlet,
  ScrollRestoration,
  useLocation,
  useNavigate,
  useNavigation,
} from "react-router";
import { Button } from "storefront/kit/button.tsx";
import { PendingBar } from "storefront/kit/pending-bar.tsx";
import { Toaster } from "storefront/kit/toast.tsx";
import { strings } from "#app/et/strings.ts";
import { paths } from "#app/paths.ts";
import { LoginDialog } from "#app/session/login-dialog.tsx";
import { useSession } from "#app/session/session.ts";

const MAIN_ID = "sisu";

export function Frame() {
  const session = useSession();
  const { state } = useNavigation();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const main = useRef<HTMLElement>(null);
  const first = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen reached takes focus
  useEffect(() => {
    if (first.current) {
      first.current = false;
      return;
    }
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <>
      <a className="desk-skip-link" href={`#${MAIN_ID}`}>
        {strings.common.skip}
      </a>
      <PendingBar active={state !== "idle"} label={strings.common.pending} />
      <header className="desk-header">
        <div className="desk-top desk-header__row column">
          <Link className="desk-header__brand" to={paths.documents}>
            <img src="/favicon.svg" width={32} height={32} alt="" />
            <span>{strings.common.product}</span>
          </Link>
          {session && (
            <div className="desk-header__menu">
              <a className="desk-header__link" href="/">
                {strings.frame.toStore}
              </a>
              <span className="desk-note desk-header__user">{session.name}</span>
              {/* The logout is a route, so that a screen with unsaved changes asks first. */}
              <Button size="small" icon="logout" onClick={() => navigate(paths.logout)}>
                {strings.frame.logOut}
              </Button>
            </div>
          )}
          {session && <Sections pathname={pathname} isAdmin={session.role === "admin"} />}
        </div>
      </header>
      <main className="desk-main" id={MAIN_ID} tabIndex={-1} ref={main}>
        <Outlet />
      </main>
      {/* Scrolls to the top of a new screen, and to the old position after Back. */}
      <ScrollRestoration />
      <LoginDialog />
      <Toaster label={strings.common.notices} closeLabel={strings.common.closeNotice} />
    </>
  );
}

const SECTIONS = [
  { to: paths.documents, label: strings.frame.texts, within: /^\/(?:$|sisu\/|uus$|jarjekord\/)/ },
  { to: paths.books, label: strings.frame.books, within: /^\/raamatud\b/ },
  { to: paths.categories, label: strings.frame.categories, within: /^\/kategooriad\b/ },
  { to: paths.images, label: strings.frame.images, within: /^\/pildid\b/ },
  { to: paths.schedule, label: strings.frame.schedule, within: /^\/ajakava\b/ },
];
const OPERATOR_SECTION = {
  to: paths.operator,
  label: strings.frame.operator,
  within: /^\/haldus\b/,
};

function Sections({ pathname, isAdmin }: { pathname: string; isAdmin: boolean }) {
  const shown = isAdmin ? [...SECTIONS, OPERATOR_SECTION] : SECTIONS;
  return (
    <nav className="desk-sections" aria-label={strings.frame.menu}>
      <ul className="desk-sections__list">
        {shown.map(({ to, label, within }) => (
          <li key={to}>
            <Link
              className="desk-sections__link"
              to={to}
              // "true": on another screen of the section.
              aria-current={pathname === to ? "page" : within.test(pathname) || undefined}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
