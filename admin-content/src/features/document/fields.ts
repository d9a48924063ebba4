// The form's values beside the text, and how they and a body of the API become each other.
import type { Body, BookCard, DeskSliderRule, Document, Kind } from "#app/api/types.ts";

export type Fields = {
  title: string;
  summary: string;
  showInFooter: boolean;
  /** Identifier of a page, "" for none. */
  linkedPage: string;
  linkText: string;
  books: BookCard[];
  /** Id of a picture. */
  shareImage: string | null;
  rule: DeskSliderRule | null;
};

export function fieldsOf({ body, books = [] }: Pick<Document, "body" | "books">): Fields {
  return {
    title: body.title,
    summary: body.summary ?? "",
    showInFooter: body.showInFooter ?? false,
    linkedPage: body.linkedPage ?? "",
    linkText: body.linkText ?? "",
    books,
    shareImage: body.shareImage ?? null,
    rule: body.rule ?? null,
  };
}

/** `html` is the text; sliders have none. */
export function bodyOf(kind: Kind, fields: Fields, html: string): Body {
  const { title } = fields;
  switch (kind) {
    case "page":
      return {
        title,
        content: html,
        summary: fields.summary,
        showInFooter: fields.showInFooter,
        shareImage: fields.shareImage,
      };
    case "announcement":
      return {
        title,
        content: html,
        ...(fields.linkedPage && { linkedPage: fields.linkedPage, linkText: fields.linkText }),
      };
    case "slider":
      return fields.rule
        ? { title, rule: fields.rule }
        : { title, bookIds: fields.books.map((book) => book.id) };
    case "section":
      return { title, content: html };
  }
}

export function sameFields(a: Fields, b: Fields): boolean {
  return (
    a.title === b.title &&
    a.summary === b.summary &&
    a.showInFooter === b.showInFooter &&
    a.linkedPage === b.linkedPage &&
    a.linkText === b.linkText &&
    a.shareImage === b.shareImage &&
    JSON.stringify(a.rule) === JSON.stringify(b.rule) &&
    a.books.length === b.books.length &&
    a.books.every((book, index) => book.id === b.books[index]?.id)
  );
}
