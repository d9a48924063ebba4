// The shapes that the API answers with, under the names that the store uses. They come from the
// API's own document: `npm run types` makes schema.d.ts of api/openapi.json. Times are RFC 3339 UTC
// strings, money is euro with two decimals, lengths are seconds.
import type { components } from "./schema.d.ts";

export type Schemas = components["schemas"];

/**
 * An answer as it arrives. The document calls every member that may be null optional as well, for
 * requests may leave it out; answers always carry it.
 */
export type Answer<T> = T extends (infer Item)[]
  ? Answer<Item>[]
  : T extends object
    ? { [Key in keyof T]-?: Answer<Exclude<T[Key], undefined>> }
    : T;

/** `T` with members that the document words less closely than the API keeps them. */
type Closer<
  T,
  Members extends { [Key in keyof Members]: Key extends keyof T ? T[Key] : never },
> = Omit<T, keyof Members> & Members;

export type PaymentType = Schemas["PaymentType"];
export type PackageType = Schemas["PackageKind"];

export type User = Closer<Answer<Schemas["User"]>, { isLoggedIn: true }>;

export type Person = Schemas["Person"];

/** `base` is the address of a folder that holds `<width>.avif` and `<width>.jpg`. */
export type CoverImage = Schemas["CoverImage"];

/** A book without its description: what lists and shelves are made of. */
export type BookCard = Answer<Schemas["BookCard"]>;

/** `description` is HTML that the server has cleaned. */
export type Book = Answer<Schemas["Book"]>;
export type LibraryBook = Answer<Schemas["LibraryBook"]>;
export type BookPage = Answer<Schemas["BookPage"]>;

export type Category = Answer<Schemas["Category"]>;

/** The link's two members are absent from all but the announcement. */
export type Section = Schemas["Section"];
export type Page = Answer<Schemas["Page"]>;
export type Slider = Closer<Schemas["Slider"], { type: "book" }>;

export type Config = Closer<
  Answer<Schemas["Config"]>,
  {
    environment: "development" | "staging" | "production";
    platform: "web" | "app";
    packages: Closer<Answer<Schemas["PackagePrice"]>, { type: PackageType }>[];
  }
>;

export type Home = Answer<Schemas["Home"]>;
export type Footer = Schemas["Footer"];

export type Sample = Schemas["Sample"];

/** `start` and `end` are seconds within `file`. */
export type Chapter = Schemas["Chapter"];
export type BookFiles = Schemas["BookFiles"];

/** `index` is the chapter's number from 0, `position` seconds within it. */
export type Position = Schemas["Position"];
export type PositionWithHistory = Schemas["PositionWithHistory"];

export type ReadingStats = Answer<Schemas["ReadingStats"]>;

export type PaymentMethod = Answer<Schemas["PaymentMethod"]>;

/** `paid`: the total was 0 and nothing is left to pay. */
export type Checkout = Answer<Schemas["CheckoutResult"]>;

/** `unavailable`: asked for and not to be had: unknown, hidden, not sold singly, or owned already. */
export type Quote = Answer<Schemas["CartQuote"]>;
export type Order = Answer<Schemas["Order"]>;

export type Discount = Schemas["Discount"];

/** What the card dialog is opened with. `url` is its script, `key` the publishable one. */
export type PaymentStart = Schemas["PaymentStart"];
export type PackagePayment = Answer<Schemas["SubscriptionPayment"]>;
export type Subscription = Answer<Schemas["Subscription"]>;
export type PaidPayment = Answer<Schemas["PaidPayment"]>;
export type PackageChange = Schemas["Changed"];
export type PaymentTokenExpiry = Answer<Schemas["PaymentTokenExpiry"]>;
export type ActiveDiscount = Schemas["ActiveDiscount"];
