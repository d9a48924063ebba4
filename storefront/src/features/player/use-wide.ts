// Whether the player has room for two columns.
import { useSyncExternalStore } from "react";

const QUERY = "(min-width: 960px)";

function subscribe(watch: () => void) {
  const list = matchMedia(QUERY);
  list.addEventListener("change", watch);
  return () => list.removeEventListener("change", watch);
}

export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(QUERY).matches);
}
