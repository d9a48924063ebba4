// Where to go after login: only the store's own addresses, whatever the navigation state holds.
import { paths } from "#app/addresses/paths.ts";

/** Pages of no use to a person who has just logged in. */
const ENTRANCES = new Set<string>([paths.login, paths.register, paths.forgotPassword]);

/**
 * The path, query and fragment of `wanted` when it is an address of this store, else "/". Parsed by the
 * browser, as a navigation would: "\" is "/", tabs and line breaks are dropped, "//" starts a host.
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
