// The frame of every screen: skip link, the desk's header, notices.
import { useEffect, useRef } from "react";
import { Link, Outlet, useLocation, useNavigate, useNavigation } from "react-router";
import { Button } from "storefront/kit/button.tsx";
import { PendingBar } from "storefront/kit/pending-bar.tsx";
import { Toaster } from "storefront/kit/toast.tsx";
import { strings } from "#app/et/strings.ts";
import { useSession } from "#app/features/session/session.ts";
import { paths } from "#app/paths.ts";

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
    scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <>
      <a className="skip-link" href={`#${MAIN_ID}`}>
        {strings.common.skip}
      </a>
      <PendingBar active={state !== "idle"} label={strings.common.pending} />
      <header className="header">
        <div className="header__row column">
          <Link className="header__brand" to={paths.items}>
            <img src="/favicon.svg" width={32} height={32} alt="" />
            <span className="header__name">{strings.common.product}</span>
          </Link>
          {session && (
            <nav className="header__menu" aria-label={strings.frame.menu}>
              <a className="header__link" href="/">
                {strings.frame.toStore}
              </a>
              <span className="header__person">{session.name}</span>
              {/* By way of a route: a screen with unsaved changes asks first. */}
              <Button size="small" icon="logout" onClick={() => navigate(paths.logout)}>
                {strings.frame.logOut}
              </Button>
            </nav>
          )}
        </div>
      </header>
      <main className="main" id={MAIN_ID} tabIndex={-1} ref={main}>
        <Outlet />
      </main>
      <Toaster label={strings.common.notices} closeLabel={strings.common.closeNotice} />
    </>
  );
}
