// Names for the shapes of the desk's calls, from the API's schema. Times are RFC 3339 UTC strings.
import type { Answer, BookCard, PaymentType, Schemas } from "storefront/api/types.ts";

export type { BookCard, PaymentType };

export type Kind = Schemas["DeskKind"];
export type Status = Schemas["DeskStatus"];
export type Role = Schemas["Role"];

/** `revision` is the newest one; a save names it. `savedBy` is null after an import. */
export type DocumentSummary = Answer<Schemas["DeskDocumentSummary"]>;

export type SliderRule = Schemas["DeskRule"];

/** Members that the kind does not have are absent. `title` of a slider is its label. */
export type Body = Schemas["DeskBody"];

/** The target of a link, an image or a card in a text. */
export type DeskRef = Answer<Schemas["DeskRef"]>;

/** `books` are those of `body.bookIds`. Only sliders have them. */
type Content = { body: Body; books?: BookCard[] | null; refs: DeskRef[] };

export type Document = DocumentSummary & Content;

export type Revision = Answer<Schemas["DeskRevision"]>;
export type RevisionBody = Revision & Content;

export type DeskAudit = Answer<Schemas["DeskAudit"]>;
export type DeskPreview = Schemas["DeskPreview"];
export type ScheduledAction = Answer<Schemas["DeskScheduled"]>;

/** A save names `version`. */
export type DeskImage = Answer<Schemas["DeskImage"]>;
export type ImageWithUses = Answer<Schemas["DeskImageUses"]>;
export type ImageValues = Omit<Schemas["DeskImageSave"], "basedOn">;

/** The name of an author or a reader. */
export type Person = Schemas["DeskPerson"];

/** A save names `version`. `description` is HTML. */
export type DeskBook = Answer<Schemas["DeskBook"]>;
export type BookValues = Omit<Answer<Schemas["DeskBookSave"]>, "basedOn">;

/** `price` is in euro: 0 for a free book, null for one without a price. */
export type BookRow = Answer<Schemas["DeskBookItem"]>;
export type BookList = Answer<Schemas["DeskBookPage"]>;

/** `path` is the chain of slugs from the top. A save names `version`. */
export type Category = Answer<Schemas["DeskCategory"]>;
export type CategoryValues = Answer<Schemas["DeskCategoryFields"]>;
