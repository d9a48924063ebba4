// The shapes that the API answers with. Times are RFC 3339 UTC strings, money is euro with two
// decimals, lengths are seconds.

export type PaymentType = "ALL" | "SUBSCRIPTION" | "PURCHASE";
export type PackageType = "20H_LIMITED" | "UNLIMITED";

export type User = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  /** The token of this very session. */
  apiToken: string;
  isLoggedIn: true;
  createdAt: string;
  emailVerifiedAt: string | null;
  subscriptionActive: boolean;
  subscriptionType: PackageType | null;
  subscriptionExpiresAt: string | null;
  trialActive: boolean;
  role: "listener" | "editor" | "admin";
};

export type Person = { firstName: string; lastName: string; name: string };

/** `base` is the address of a folder that holds `<width>.avif` and `<width>.jpg`. */
export type CoverImage = { base: string; widths: number[]; hue: number };

/** A book without its description: what lists and shelves are made of. */
export type BookCard = {
  id: string;
  slug: string;
  isbn: string | null;
  title: string;
  subtitle: string | null;
  author: string;
  reader: string;
  authorFirstName: string;
  authorLastName: string;
  readerFirstName: string;
  readerLastName: string;
  authors: Person[];
  readers: Person[];
  publisher: string | null;
  categoryIds: string[];
  publishYear: number | null;
  /** Seconds. */
  length: number | null;
  /** Euro; 0 is a free book, null is a book that is not sold singly. */
  price: number | null;
  paymentType: PaymentType;
  isVisible: boolean;
  /** File name of the sample. */
  sample: string | null;
  image: string | null;
  cover: CoverImage | null;
  updatedAt: string;
};

/** `description` is HTML that the server has cleaned. */
export type Book = BookCard & { description: string };

export type LibraryBook = BookCard & {
  description?: string;
  /** true: 'Paketiraamat', false: 'Ostetud raamat'. */
  subscriptionBook: boolean;
  addedAt: string;
};

export type BookPage = { books: BookCard[]; nextCursor: string | null; total: number };

export type Category = {
  id: string;
  name: string;
  slug: string;
  /** The slugs from the top ancestor down, joined by '/'. */
  path: string;
  parentId: string | null;
  includeInMenu: boolean;
  bookIds: string[] | null;
};

export type Section = {
  id: string;
  identifier: string;
  title: string;
  /** Clean HTML. */
  content: string;
  updatedAt: string;
  /** On the announcement alone. */
  linkedPageSlug?: string | null;
  linkText?: string | null;
};

export type Page = {
  id: string;
  identifier: string;
  title: string;
  content: string;
  summary: string | null;
  showInFooter: boolean;
  updatedAt: string;
};

export type Slider = { id: string; type: "book"; label: string; bookIds: string[] };

export type Config = {
  /** Percent off single books for holders of a package. */
  subscriberDiscount: number;
  dlUrl: string;
  errorReportingUrl: string | null;
  environment: "development" | "staging" | "production";
  platform: "web" | "app";
  partnerUrl: string | null;
  partnerUrlLegacy: string | null;
  /** Accounts made before this day (YYYY-MM-DD) get the legacy partner link. */
  partnerCutoff: string;
  bookingUrl: string | null;
  appStoreUrl: string | null;
  playStoreUrl: string | null;
  supportEmail: string;
  analyticsUrl: string | null;
  analyticsId: string | null;
  adPixelId: string | null;
  social: { name: string; url: string }[];
  packages: { type: PackageType; price: number; listeningHours: number | null }[];
  publicUrl: string;
};

export type Home = { sliders: { id: string; label: string; books: BookCard[] }[] };
export type Footer = { pages: { identifier: string; title: string }[] };

export type Sample = { file: string; url: string; duration: number };

/** `start` and `end` are seconds within `file`. */
export type Chapter = { title: string; file: string; start: number; end: number };
export type BookFiles = {
  files: string[];
  ticket: string;
  ticketExpiresAt: string;
  chapters: Chapter[];
};

export type Position = {
  bookId: string;
  /** Chapter number from 0. */
  index: number;
  /** Seconds within the chapter. */
  position: number;
  revision: number;
  updatedAt: string;
};
export type PositionWithHistory = Position & {
  history: { index: number; position: number; updatedAt: string }[];
};

export type ReadingStats = {
  readingTotalDurationMinutes: number;
  subscriptionType: PackageType | null;
};

export type PaymentMethod = { name: string; url: string; logo_url: string };
export type Checkout = {
  orderId: string;
  orderNumber: string;
  transactionId: string | null;
  amount: number;
  /** true when the total was 0 and nothing is left to pay. */
  paid: boolean;
  lines: { bookId: string; title: string; listPrice: number; price: number }[];
  paymentMethods: { banklinks: PaymentMethod[]; cards: PaymentMethod[] };
};

export type Quote = {
  lines: {
    bookId: string;
    slug: string;
    title: string;
    author: string;
    cover: CoverImage | null;
    listPrice: number;
    price: number;
  }[];
  /** Asked for and not to be had: unknown, hidden, not sold singly, or owned already. */
  unavailable: string[];
  total: number;
  listTotal: number;
  discountPercentage: number;
  memberPercentage: number;
};

export type Order = {
  id: string;
  number: string;
  status: "open" | "paid" | "cancelled" | "failed" | "expired" | "refunded";
  total: number;
  createdAt: string;
  paidAt: string | null;
  discountCode: string | null;
  lines: {
    bookId: string;
    title: string;
    author: string;
    listPrice: number;
    price: number;
    vatRate: number;
  }[];
};

export type Discount = { discountCode: string; discountPercentage: number };
