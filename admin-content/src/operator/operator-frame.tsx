// The frame of the admins' screens: their menu, with the number of open incidents.
import { useEffect, useRef } from "react";
import { NavLink, Outlet, useLoaderData, useLocation } from "react-router";
import { operatorStrings as text } from "#app/et/operator/common.ts";
import { listIncidents } from "./calls.ts";
import { operatorPaths } from "./paths.ts";
import { loadStyles } from "./styles.ts";

/** Loads the number of open incidents. The response of the last possible page has the number alone. */
export async function loadFrame({ request: { signal } }: { request: Request }) {
  const [{ open }] = await Promise.all([listIncidents({ page: 1000 }, signal), loadStyles()]);
  return open;
}

const SCREENS = (Object.keys(text.nav) as (keyof typeof text.nav)[]).map((name) => ({
  to: operatorPaths[name],
  label: text.nav[name],
}));

export function OperatorFrame() {
  const open = useLoaderData<number>();
  const list = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each screen reached is shown in the menu
  useEffect(() => {
    const current = list.current?.querySelector("[aria-current]");
    current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [pathname]);
  return (
    <>
      <nav className="op-menu column" aria-label={text.menu}>
        <ul className="op-menu__list" ref={list}>
          {SCREENS.map(({ to, label }) => (
            <li key={to}>
              <NavLink className="op-menu__link" to={to} end={to === operatorPaths.incidents}>
                {label}
                {to === operatorPaths.incidents && open > 0 && (
                  <>
                    {" "}
                    <span className="op-menu__count" aria-hidden="true">
                      {open}
                    </span>
                    <span className="visually-hidden">({text.openIncidents(open)})</span>
                  </>
                )}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet />
    </>
  );
}
