// On arrival at another screen: scrolls to the top, focuses the main content, and records the address.
import { type RefObject, useEffect, useRef } from "react";
import { type Location, useLocation, useNavigationType } from "react-router";
import { recordPath } from "./path-history.ts";
import { removeShellTags } from "./swap.tsx";

/** True for a screen that only changes its query (search, order). */
function staysInPlace(location: Location): boolean {
  return (location.state as { inPlace?: boolean } | null)?.inPlace === true;
}

export function useArrival(main: RefObject<HTMLElement | null>, onMove: () => void): void {
  const location = useLocation();
  const navigation = useNavigationType();
  const first = useRef(true);
  const last = useRef(location.pathname);
  const moved = useRef(onMove);
  moved.current = onMove;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each location once, by its key
  useEffect(() => {
    recordPath(location.pathname + location.search);
    if (first.current) {
      first.current = false;
      moved.current();
      return;
    }
    const samePath = last.current === location.pathname;
    last.current = location.pathname;
    if (samePath && staysInPlace(location)) return;
    if (!samePath) {
      removeShellTags("page");
      moved.current();
    }
    if (location.hash) {
      const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
      if (target) {
        target.scrollIntoView();
        return;
      }
    }
    window.scrollTo({ top: 0, behavior: "instant" });
    // A redirect of the same screen (replace) does not move focus.
    if (!samePath || navigation === "PUSH") main.current?.focus({ preventScroll: true });
  }, [location.key]);
}
