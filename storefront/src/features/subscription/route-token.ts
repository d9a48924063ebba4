// The api token that the phone app puts into the address of a card payment or a plan change. It is
// removed from the address bar at once and stored for this tab and this flow.
import { replace } from "react-router";
import { stored } from "#app/kit/stored.ts";
import type { Token } from "#app/subscription/api.ts";

/** Replaces the token in the address. */
export const APP = "app";
export const WEB = "web";

const store = stored<Token>(
  "heliriiul.routeToken",
  (text) => text,
  (token) => token,
  "sessionStorage",
);

export const routeToken = store.get;
export const forgetRouteToken = () => store.set(null);

/** The token for `param` of an address; null means the session's. */
export const tokenFor = (param: string | undefined): Token => (param === APP ? routeToken() : null);

/** `WEB`, or `APP` while the tab uses the app's token. */
export const routeParam = () => (routeToken() ? APP : WEB);

/** For loaders: takes the token out of the address. An address of the web forgets the token. */
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
  store.set(param);
  const { pathname, search } = new URL(request.url);
  const clean = addressOf(APP) + search;
  // At once; the router follows with the redirect.
  if (location.pathname === pathname) history.replaceState(history.state, "", clean);
  return replace(clean);
}
