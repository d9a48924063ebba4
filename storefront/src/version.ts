export const APP_VERSION = "0.5.5";
const RELOADED = "heliriiul.reloaded";

/** "0.5.10" is newer than "0.5.9". Text that is no version is not newer. */
export function isNewer(other: unknown, own: string = APP_VERSION): boolean {
  if (typeof other !== "string" || !/^\d+(\.\d+)*$/.test(other)) return false;
  return other.localeCompare(own, "en", { numeric: true }) > 0;
}

/**
 * Asks /meta.json; for a newer version clears the caches and reloads. Once for each version: a proxy that
 * serves the old script must not cause a loop.
 */
export async function checkVersion(reload: () => void = () => location.reload()): Promise<void> {
  let version: unknown;
  try {
    const response = await fetch("/meta.json", { cache: "no-store" });
    if (!response.ok) return;
    ({ version } = (await response.json()) as { version?: unknown });
  } catch {
    return;
  }
  if (!isNewer(version)) return;
  try {
    if (sessionStorage.getItem(RELOADED) === version) return;
    sessionStorage.setItem(RELOADED, version as string);
  } catch {
    // Without storage nothing would stop a loop.
    return;
  }
  if ("caches" in globalThis) {
    const names = await caches.keys().catch(() => []);
    await Promise.all(names.map((name) => caches.delete(name)));
  }
  reload();
}

/** At start, and when the tab is shown again, at most every `everyMs`. */
export function watchVersion(everyMs = 10 * 60_000): void {
  let last = Date.now();
  checkVersion();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - last < everyMs) return;
    last = Date.now();
    checkVersion();
  });
}
