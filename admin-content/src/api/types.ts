// The shapes of the desk's calls. Times are RFC 3339 UTC strings.
import type { BookCard } from "storefront/api/types.ts";

export type { BookCard };

export type Kind = "page" | "section" | "announcement" | "slider";

/** What readers see: nothing, the newest revision, or an older one. */
export type Status = "draft" | "published" | "changed";

export type Item = {
  id: string;
  kind: Kind;
  identifier: string;
  title: string;
  status: Status;
  /** The newest one; a save names it. */
  revision: number;
  publishedRevision: number | null;
  publishedAt: string | null;
  savedAt: string;
  /** null: an import. */
  savedBy: string | null;
};

/** Members that the kind does not have are absent. */
export type Body = {
  /** Of a slider: its label. */
  title: string;
  /** HTML. */
  content?: string;
  summary?: string;
  showInFooter?: boolean;
  /** Identifier of a page. */
  linkedPage?: string;
  linkText?: string;
  bookIds?: string[];
};

/** `books` are those of `body.bookIds`, of sliders alone. */
export type Document = Item & { body: Body; books?: BookCard[] };

export type Revision = { revision: number; title: string; savedAt: string; savedBy: string | null };
export type RevisionBody = Revision & { body: Body; books?: BookCard[] };

export type Role = "listener" | "editor" | "admin";
