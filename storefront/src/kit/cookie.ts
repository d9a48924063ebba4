// Cookies that the server needs to render the same page. They hold no secrets.
import { createListeners } from "./listeners.ts";

const YEAR_S = 31_536_000;

export function readCookie(name: string): string | null {
  for (const pair of document.cookie.split("; ")) {
    const at = pair.indexOf("=");
    if (pair.slice(0, at) === name) return decodeURIComponent(pair.slice(at + 1));
  }
  return null;
}

/** Valid for a year on the whole site; null removes it. */
export function writeCookie(name: string, value: string | null): void {
  const age = value === null ? 0 : YEAR_S;
  // biome-ignore lint/suspicious/noDocumentCookie: Cookie Store is asynchronous and not in all browsers
  document.cookie = `${name}=${encodeURIComponent(value ?? "")}; Path=/; SameSite=Lax; Max-Age=${age}`;
}

/** A cookie as a store for useSyncExternalStore. */
export function cookieStore(name: string) {
  const { subscribe, notify } = createListeners();
  return {
    subscribe,
    get: () => readCookie(name),
    set(value: string | null) {
      writeCookie(name, value);
      notify();
    },
  };
}
