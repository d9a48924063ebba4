// The shapes of the desk's calls, from the API's document. Times are RFC 3339 UTC strings.
import type { Answer, BookCard, Schemas } from "storefront/api/types.ts";

export type { BookCard };

export type Kind = Schemas["DeskKind"];

/** What readers see: nothing, the newest revision, or an older one. */
export type Status = Schemas["DeskStatus"];

/** `revision` is the newest one, and a save names it; `savedBy` is null after an import. */
export type Item = Answer<Schemas["DeskItem"]>;

/** Members that the kind does not have are absent. `title` of a slider is its label. */
export type Body = { [Key in keyof Schemas["DeskBody"]]: Exclude<Schemas["DeskBody"][Key], null> };

/** `books` are those of `body.bookIds`, of sliders alone. */
export type Document = Item & { body: Body; books?: BookCard[] };

export type Revision = Answer<Schemas["DeskRevision"]>;
export type RevisionBody = Revision & { body: Body; books?: BookCard[] };

export type Role = Schemas["Role"];
