// The player's stylesheet, loaded with the player to keep the first visit small.
import address from "./player.css?url";

let loading: Promise<void> | null = null;

/** Resolves when the sheet applies, and when it fails to load, since the player works without. */
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
