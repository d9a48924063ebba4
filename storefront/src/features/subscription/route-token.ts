// The api token that the phone app gives in the address of a card payment or a package change: taken
// out of the address bar at once and kept for this tab alone, for that flow alone.
import { replace } from "react-router";
import type { Token } from "#app/subscription/api.ts";

const KEY = "heliriiul.routeToken";
/** Stands in the address where the token was. */
export const APP = "app";
export const WEB = "web";

let memory: Token = null;

export function routeToken(): Token {
  if (memory) return memory;
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

function keep(token: string): void {
  memory = token;
  try {
    sessionStorage.setItem(KEY, token);
  } catch {
    // Without storage it lives until the page is left.
  }
}

export function forgetRouteToken(): void {
  memory = null;
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Nothing was stored.
  }
}

/** The token that an address with `param` in it stands for; null is the session's. */
export const tokenFor = (param: string | undefined): Token => (param === APP ? routeToken() : null);

/** `WEB`, or `APP` while the tab is on an errand of the app's. */
export const routeParam = () => (routeToken() ? APP : WEB);

/**
 * For loaders: an address with a token in it answers the redirect to the same one without. An address
 * of the web ends the app's errand.
 */
export function takeToken(
  request: Request,
  param: string | undefined,
  addressOf: (param: string) => string,
): Response | null {
  if (!param || param === APP) return null;
  if (param === WEB) {
    forgetRouteToken();
    return null;
  }
  keep(param);
  const { pathname, search } = new URL(request.url);
  const clean = addressOf(APP) + search;
  // Before anything else is waited for; the router follows by the redirect.
  if (location.pathname === pathname) history.replaceState(history.state, "", clean);
  return replace(clean);
}
