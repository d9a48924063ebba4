// Every address of the store in one place: the pattern for the router and a way to build a link.

const enc = encodeURIComponent;

export const paths = {
  home: "/",
  login: "/login",
  books: "/raamatud",
  category: (path: string) => `/raamatud/kategooria/${path.split("/").map(enc).join("/")}`,
  isbn: (isbn: string) => `/raamatud/isbn/${enc(isbn)}`,
  book: (slug: string) => `/raamatud/${enc(slug)}`,
  register: "/registreerumine",
  forgotPassword: "/unustasid-parooli",
  resetPassword: (token: string) => `/reset-password/${enc(token)}`,
  verifyEmail: "/verify-email",
  packages: "/paketiost",
  changePackage: (token: string) => `/paketivahetus/${enc(token)}`,
  cardPayment: (endpoint: string, token: string) => `/kaardimakse/${enc(endpoint)}/${enc(token)}`,
  player: (bookId: string) => `/kuula/${enc(bookId)}`,
  cart: "/ostukorv",
  payment: "/maksmine",
  bought: "/makse-sooritatud",
  boughtOrder: (orderId: string) => `/makse-sooritatud?tellimus=${enc(orderId)}`,
  account: "/konto",
  giftCard: "/kingitus",
  discountCode: "/sooduskood",
  booking: "/booking",
  page: (identifier: string) => `/${enc(identifier)}`,
  about: "/meist",
  terms: "/kasutustingimused",
  privacy: "/privaatsuspoliitika",
  faq: "/korduma-kippuvad-kusimused",
} as const;

/** Route patterns, for the router alone. */
export const patterns = {
  login: "login",
  books: "raamatud",
  category: "raamatud/kategooria/*",
  isbn: "raamatud/isbn/:isbn",
  book: "raamatud/:slug",
  register: "registreerumine",
  forgotPassword: "unustasid-parooli",
  resetPassword: "reset-password/:token",
  verifyEmail: "verify-email",
  player: "kuula/:id",
  cart: "ostukorv",
  payment: "maksmine",
  bought: ["makse-sooritatud", "book-payment-complete"],
  account: "konto",
  giftCard: "kingitus",
  booking: "booking",
  page: ":slug",
} as const;
