// Where to go after login: only the store's own addresses, whatever the navigation state holds.

/** The pages that would lead a person who has just logged in round in a circle. */
const ENTRANCES = new Set(["/login", "/registreerumine", "/unustasid-parooli"]);

/**
 * The path, query and fragment of `wanted` when it is an address of this store, else "/".
 * The browser's own URL parser decides, since it is what a navigation would use: it reads "\" as
 * "/", drops tabs and line breaks, and knows protocol-relative addresses.
 */
export function ownPath(wanted: unknown, origin: string = location.origin): string {
  if (typeof wanted !== "string" || !wanted.startsWith("/")) return "/";
  let url: URL;
  try {
    url = new URL(wanted, origin);
  } catch {
    return "/";
  }
  if (url.origin !== origin) return "/";
  // "/.//evil.example" is this origin to the parser, but its path alone would be read as a host.
  if (url.pathname.startsWith("//")) return "/";
  if (ENTRANCES.has(url.pathname.replace(/\/+$/, ""))) return "/";
  return url.pathname + url.search + url.hash;
}

/** Navigation state of the way to /login and /registreerumine. */
export type RedirectState = { redirect: string };

/** Reads the target out of `location.state`, which can be anything. */
export function redirectOf(state: unknown): string {
  if (typeof state !== "object" || state === null) return "/";
  return ownPath((state as Partial<RedirectState>).redirect);
}
