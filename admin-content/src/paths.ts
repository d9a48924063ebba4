// The desk's addresses, below /toimetus.
export const BASE = "/toimetus";

/** Readers see the rows of the home page and the pages of the footer in an order. */
export type OrderedKind = "slider" | "page";
const ORDERED: Record<OrderedKind, string> = { slider: "raamaturead", page: "lehed" };

export const paths = {
  documents: "/",
  login: "/sisene",
  logout: "/valju",
  create: "/uus",
  document: (id: string) => `/sisu/${id}`,
  history: (id: string) => `/sisu/${id}/ajalugu`,
  books: "/raamatud",
  book: (id: string) => `/raamatud/${id}`,
  categories: "/kategooriad",
  images: "/pildid",
  image: (id: string) => `/pildid/${id}`,
  schedule: "/ajakava",
  order: (kind: OrderedKind) => `/jarjekord/${ORDERED[kind]}`,
};

export const patterns = {
  login: "sisene",
  logout: "valju",
  create: "uus",
  document: "sisu/:id",
  history: "sisu/:id/ajalugu",
  books: "raamatud",
  book: "raamatud/:id",
  categories: "kategooriad",
  images: "pildid",
  image: "pildid/:id",
  schedule: "ajakava",
  order: "jarjekord/:what",
};

/** The kind whose order has that name in the address. */
export function orderedKind(name: string): OrderedKind | undefined {
  return (Object.keys(ORDERED) as OrderedKind[]).find((kind) => ORDERED[kind] === name);
}

/** Where the store makes a new password, for editors as for listeners. */
export const STORE_FORGOT_PATH = "/unustasid-parooli";

/** Where a page stands in the store. */
export const storePath = (identifier: string) => `/${identifier}`;

/** Where a book stands in the store. */
export const storeBookPath = (slug: string) => `/raamatud/${slug}`;

/** Where a category stands in the store; `path` is its chain of slugs. */
export const storeCategoryPath = (path: string) => `/raamatud/kategooria/${path}`;

/** An address of the desk to come back to after login; anything else leads to the list. */
export function ownPath(text: string | null): string {
  return text && /^\/(?![/\\])/.test(text) ? text : paths.documents;
}
