// The player's own stylesheet, fetched with the player: a first visit to the store does without it.
import address from "./player.css?url";

let loading: Promise<void> | null = null;

/** Resolves when the sheet applies; also when it cannot be had, since sound needs no looks. */
export function loadStyles(): Promise<void> {
  loading ??= new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    link.onload = () => resolve();
    link.onerror = () => {
      link.remove();
      loading = null;
      resolve();
    };
    document.head.append(link);
  });
  return loading;
}
