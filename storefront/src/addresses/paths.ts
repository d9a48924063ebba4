// Builds the store's addresses from addresses.json, which the server reads too: screens that it renders
// whole, screens that React draws alone, redirects, and first segments that no content page may have.
import { privateScreens, publicScreens, redirects } from "./addresses.json";

const screens = { ...publicScreens, ...privateScreens, ...redirects };

export type ScreenName = keyof typeof screens;

/** The screen's pattern as the router writes it: "/raamatud/:slug". */
export const routePattern = (name: ScreenName): string =>
  screens[name].replace(/\{\*\w+\}/, "*").replace(/\{(\w+)\}/g, ":$1");

/** The screen's address with `values` in place of its parameters, in their order. */
function fill(name: ScreenName, ...values: string[]): string {
  let at = 0;
  const next = () => (values[at++] ?? "").split("/").map(encodeURIComponent).join("/");
  return screens[name].replace(/\{[^}]+\}/g, next);
}

export const paths = {
  ...screens,
  category: (path: string) => fill("category", path),
  book: (slug: string) => fill("book", slug),
  page: (identifier: string) => fill("page", identifier),
  resetPassword: (token: string) => fill("resetPassword", token),
  changePlan: (token: string) => fill("changePlan", token),
  cardPayment: (endpoint: string, token: string) => fill("cardPayment", endpoint, token),
  player: (bookId: string) => fill("player", bookId),
  receipt: (id: string) => fill("receipt", id),
  boughtOrder: (orderId: string) => `${screens.bought}?tellimus=${encodeURIComponent(orderId)}`,
  withdrawalOf: (number: string) => `${screens.withdrawal}?number=${encodeURIComponent(number)}`,
  terms: "/kasutustingimused",
  privacy: "/privaatsuspoliitika",
};
