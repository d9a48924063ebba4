// The shapes of the desk's calls, from the API's document. Times are RFC 3339 UTC strings.
import type { Answer, BookCard, Schemas } from "storefront/api/types.ts";

export type { BookCard };

export type Kind = Schemas["DeskKind"];

/** What readers see: nothing, nothing yet, the newest revision, or an older one. */
export type Status = Schemas["DeskStatus"] | "scheduled";

/** `revision` is the newest one, and a save names it; `savedBy` is null after an import. */
export type Item = Omit<Answer<Schemas["DeskItem"]>, "status"> & {
  status: Status;
  publishAt: string | null;
  /** What goes up at `publishAt`. */
  scheduledRevision: number | null;
  takeDownAt: string | null;
};

export type DeskSliderRule = {
  kind: "newest" | "popular" | "category";
  categoryId: string | null;
  count: number;
};

/** Members that the kind does not have are absent. `title` of a slider is its label. */
export type Body = {
  [Key in keyof Schemas["DeskBody"]]: Exclude<Schemas["DeskBody"][Key], null>;
} & {
  /** Id of a picture; of pages alone. */
  shareImage?: string | null;
  /** Books by a rule instead of by hand; of sliders alone. */
  rule?: DeskSliderRule | null;
};

/** What a link, a picture or a card of a text points to. `ref` is `page/UUID`, `book/UUID`, `category/UUID` or `image/UUID`. */
export type DeskRef = {
  ref: string;
  title: string;
  /** Its address in the store now; null for pictures. */
  path: string | null;
  imageUrl: string | null;
  live: boolean;
};

/** `books` are those of `body.bookIds`, of sliders alone. */
export type Document = Item & { body: Body; books?: BookCard[]; refs: DeskRef[] };

export type Revision = Answer<Schemas["DeskRevision"]>;
export type RevisionBody = Revision & { body: Body; books?: BookCard[]; refs?: DeskRef[] };

export type DeskAudit = {
  at: string;
  /** Null: the store itself, at a scheduled moment, or an import. */
  by: string | null;
  act: string;
  fromRevision: number | null;
  toRevision: number | null;
  /** From what to what; its members depend on the act. */
  detail: unknown;
};

export type DeskPreview = { url: string; expiresAt: string };
export type DeskPresence = { others: { name: string; seenAt: string }[] };

export type DeskImage = {
  id: string;
  name: string;
  alt: string;
  decorative: boolean;
  width: number;
  height: number;
  bytes: number;
  /** Address of a small copy. */
  url: string;
  createdAt: string;
  createdBy: string | null;
  /** How many texts show it. */
  uses: number;
};

export type Role = Schemas["Role"];
