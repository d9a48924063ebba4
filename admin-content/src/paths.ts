// The desk's addresses, below /toimetus.
export const BASE = "/toimetus";

export const paths = {
  items: "/",
  login: "/sisene",
  logout: "/valju",
  create: "/uus",
  item: (id: string) => `/sisu/${id}`,
  history: (id: string) => `/sisu/${id}/ajalugu`,
};

export const patterns = {
  login: "sisene",
  logout: "valju",
  create: "uus",
  item: "sisu/:id",
  history: "sisu/:id/ajalugu",
};

/** Where a page stands in the store. */
export const storePath = (identifier: string) => `/${identifier}`;

/** An address of the desk to come back to after login; anything else leads to the list. */
export function ownPath(text: string | null): string {
  return text && /^\/(?![/\\])/.test(text) ? text : paths.items;
}
