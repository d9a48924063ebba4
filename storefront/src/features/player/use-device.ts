import { useSyncExternalStore } from "react";

const QUERY = "(min-width: 960px)";

function watchWidth(watch: () => void) {
  const list = matchMedia(QUERY);
  list.addEventListener("change", watch);
  return () => list.removeEventListener("change", watch);
}

/** Whether there is room for two columns. */
export function useWide(): boolean {
  return useSyncExternalStore(watchWidth, () => matchMedia(QUERY).matches);
}

function watchNetwork(watch: () => void) {
  addEventListener("online", watch);
  addEventListener("offline", watch);
  return () => {
    removeEventListener("online", watch);
    removeEventListener("offline", watch);
  };
}

/** False when the device knows that it is offline. */
export function useOnline(): boolean {
  return useSyncExternalStore(watchNetwork, () => navigator.onLine);
}
