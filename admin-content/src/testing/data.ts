import type { BookCard, Document, DocumentSummary } from "#app/api/types.ts";
import type { RichText } from "#app/working-copy/types.ts";

export function aSummary(over: Partial<DocumentSummary> = {}): DocumentSummary {
  return {
    id: "01976f00-0000-7000-8000-0000000000c1",
    kind: "page",
    identifier: "kinkekaart",
    title: "Kinkekaart",
    status: "published",
    revision: 3,
    publishedRevision: 3,
    publishedAt: "2026-11-28T10:00:00.000Z",
    savedAt: "2026-11-28T09:00:00.000Z",
    savedBy: "Tiina Toimetaja",
    publishAt: null,
    scheduledRevision: null,
    takeDownAt: null,
    archivedAt: null,
    ...over,
  };
}

export function aDocument(over: Partial<Document> = {}): Document {
  const summary = aSummary();
  return {
    ...summary,
    body: { title: summary.title, content: "<p>Kingi raamat.</p>", showInFooter: true },
    refs: [],
    ...over,
  };
}

/** Only the members that the desk uses. */
export function aBook(id: string, title: string): BookCard {
  return { id, title, author: "Oskar Luts", isVisible: true, cover: null } as BookCard;
}

/** A rich-text editor whose text is only a string. */
export class PlainText implements RichText {
  base: string;
  constructor(
    public now: string,
    private changed: (differs: boolean) => void,
  ) {
    this.base = now;
  }
  html = () => this.now;
  mark = () => this.now;
  setBase = (mark: unknown) => {
    this.base = mark as string;
    this.changed(this.now !== this.base);
  };
  load = (html: string) => {
    this.now = html;
    this.base = html;
  };
  type(text: string) {
    this.now = text;
    this.changed(this.now !== this.base);
  }
}
