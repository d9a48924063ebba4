// Types of the desk's calls, from the API's schema. Times are RFC 3339 UTC strings.
import type { Answer, BookCard, Schemas } from "storefront/api/types.ts";

export type { BookCard };

export type Kind = Schemas["DeskKind"];

export type Status = Schemas["DeskStatus"];

/** `revision` is the newest one; a save names it. `savedBy` is null after an import. */
export type DocumentSummary = Answer<Schemas["DeskDocumentSummary"]>;

export type DeskSliderRule = Answer<Schemas["DeskRule"]>;

type Written = Omit<Schemas["DeskBody"], "rule" | "shareImage">;

/** Members that the kind does not have are absent. `title` of a slider is its label. */
export type Body = {
  [Key in keyof Written]: Exclude<Written[Key], null>;
} & {
  shareImage?: string | null;
  rule?: DeskSliderRule | null;
};

/** The target of a link, a picture or a card in a text. */
export type DeskRef = Answer<Schemas["DeskRef"]>;

/** `books` are those of `body.bookIds`. Only sliders have them. */
export type Document = DocumentSummary & { body: Body; books?: BookCard[]; refs: DeskRef[] };

export type Revision = Answer<Schemas["DeskRevision"]>;
export type RevisionBody = Revision & { body: Body; books?: BookCard[]; refs: DeskRef[] };

export type DeskAudit = Answer<Schemas["DeskAudit"]>;
export type DeskPreview = Schemas["DeskPreview"];
export type DeskPresence = Schemas["DeskPresence"];
/** A save names `version`. */
export type DeskImage = Answer<Schemas["DeskImage"]>;

export type Role = Schemas["Role"];
