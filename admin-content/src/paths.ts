export const BASE = "/toimetus";

/** Rows of the home page and pages of the footer have an order. */
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
  /** The screens of the admins; their own paths load with them. */
  operator: "/haldus",
  order: (kind: OrderedKind) => `/jarjekord/${ORDERED[kind]}`,
};

export function orderedKind(name: string): OrderedKind | undefined {
  return (Object.keys(ORDERED) as OrderedKind[]).find((kind) => ORDERED[kind] === name);
}

/** The store's screen for a forgotten password. */
export const STORE_FORGOT_PATH = "/unustasid-parooli";

export const storePath = (identifier: string) => `/${identifier}`;

export const storeBookPath = (slug: string) => `/raamatud/${slug}`;

/** The address of a category in the store. `path` is its chain of slugs. */
export const storeCategoryPath = (path: string) => `/raamatud/kategooria/${path}`;

/** An address of the desk to return to after the login. Anything else becomes the list. */
export function ownPath(text: string | null): string {
  return text && /^\/(?![/\\])/.test(text) ? text : paths.documents;
}
