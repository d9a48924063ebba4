// The shapes of the API's responses under the store's names. `npm run types` generates schema.d.ts from
// api/openapi.json. Times are RFC 3339 UTC strings, money is euro with two decimals, lengths are seconds.
import type { components } from "./schema.d.ts";

export type Schemas = components["schemas"];

/** Responses always carry nullable members, which the document marks as optional for requests. */
export type Answer<T> = T extends (infer Item)[]
  ? Answer<Item>[]
  : T extends object
    ? { [Key in keyof T]-?: Answer<Exclude<T[Key], undefined>> }
    : T;

export type PaymentType = Schemas["PaymentType"];
export type Plan = Schemas["Plan"];

export type User = Answer<Schemas["User"]>;

export type Person = Schemas["Person"];

/** `base` is the address of a folder that holds `<width>.avif` and `<width>.jpg`. */
export type CoverImage = Schemas["CoverImage"];

/** A book without its description, as lists show it. */
export type BookCard = Answer<Schemas["BookCard"]>;

/** `description` is HTML cleaned by the server. */
export type Book = Answer<Schemas["Book"]>;
export type LibraryBook = Answer<Schemas["LibraryBook"]>;
export type BookPage = Answer<Schemas["BookPage"]>;

export type Category = Answer<Schemas["Category"]>;

/** Only the announcement has the two members of the link. */
export type Section = Schemas["Section"];
export type Page = Answer<Schemas["Page"]>;

export type Config = Answer<Schemas["Config"]>;

export type Home = Answer<Schemas["Home"]>;
export type Footer = Schemas["Footer"];

/** `start` and `end` are seconds within `file`. */
export type Chapter = Schemas["Chapter"];

/** `index` is the chapter's number from 0, `position` seconds within it. */
export type Position = Schemas["Position"];

export type ReadingStats = Answer<Schemas["ReadingStats"]>;

export type PaymentMethod = Answer<Schemas["PaymentMethod"]>;

/** `paid`: the total was 0 and nothing is left to pay. */
export type Checkout = Answer<Schemas["CheckoutResult"]>;

/** `unavailable`: ids that cannot be bought: unknown, hidden, not sold singly, or owned already. */
export type Quote = Answer<Schemas["CartQuote"]>;
export type Order = Answer<Schemas["Order"]>;

export type ReceiptItem = Answer<Schemas["ReceiptItem"]>;
export type Receipt = Answer<Schemas["Receipt"]>;

/** Opens the card dialog: `url` is its script, `key` the publishable key. */
export type PaymentStart = Schemas["PaymentStart"];
export type SubscriptionPayment = Answer<Schemas["SubscriptionPaymentState"]>;
export type Subscription = Answer<Schemas["SubscriptionDetails"]>;
export type PaidPayment = Answer<Schemas["PaidSubscriptionPayment"]>;
