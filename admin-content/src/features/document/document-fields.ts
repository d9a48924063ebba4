// The fields of a document's form, and their conversion from and to a body of the API.
import type { Body, BookCard, Document, Kind, SliderRule } from "#app/api/types.ts";
import { documentText as text } from "#app/et/document.ts";
import { strings } from "#app/et/strings.ts";
import {
  booleanField,
  type Errors,
  type Field,
  type FieldTable,
  messagesFor,
  textField,
} from "#app/working-copy/fields.ts";

export type DocumentValues = {
  title: string;
  /** HTML. */
  content: string;
  summary: string;
  showInFooter: boolean;
  /** Identifier of a page, "" for none. */
  linkedPage: string;
  linkText: string;
  books: BookCard[];
  shareImage: string | null;
  rule: SliderRule | null;
};

export type DocumentErrors = Errors<DocumentValues>;

const shareImage: Field<string | null> = {
  label: text.shareImage,
  accepts: (value) => value === null || typeof value === "string",
  message: messagesFor({ "not-found": text.imageGone }),
};

const books: Field<BookCard[]> = {
  label: strings.slider.books,
  accepts: (value) => Array.isArray(value) && value.every((book) => typeof book?.id === "string"),
  normalize: (value) => value.map(({ id }) => id),
  message: messagesFor({ "not-found": text.bookGone }),
  apiName: "bookIds",
};

const rule: Field<SliderRule | null> = {
  label: strings.slider.books,
  accepts: (value) => typeof value === "object",
  parts: {
    categoryId: {
      label: text.ruleCategory,
      message: (code) => (code === "required" ? text.ruleCategoryRequired : text.ruleCategoryGone),
    },
    count: { label: text.ruleCount, message: () => text.ruleCountWrong },
  },
};

export const documentFields: FieldTable<DocumentValues> = {
  title: textField(text.title, { message: messagesFor({ required: text.titleRequired }) }),
  content: textField(text.text, { message: messagesFor({ "alt-missing": text.altMissing }) }),
  summary: textField(text.summary),
  linkedPage: textField(text.linkedPage, { message: messagesFor({ "not-found": text.pageGone }) }),
  linkText: textField(text.linkText, { message: messagesFor({ required: text.linkTextRequired }) }),
  rule,
  books,
  shareImage,
  showInFooter: booleanField(text.showInFooter),
};

export function valuesOf({ body, books }: Pick<Document, "body" | "books">): DocumentValues {
  return {
    title: body.title,
    content: body.content ?? "",
    summary: body.summary ?? "",
    showInFooter: body.showInFooter ?? false,
    linkedPage: body.linkedPage ?? "",
    linkText: body.linkText ?? "",
    books: books ?? [],
    shareImage: body.shareImage ?? null,
    rule: body.rule ?? null,
  };
}

export function bodyOf(kind: Kind, values: DocumentValues): Body {
  const { title, content, summary, showInFooter, shareImage, linkedPage, linkText } = values;
  switch (kind) {
    case "page":
      return { title, content, summary, showInFooter, shareImage };
    case "announcement":
      return { title, content, ...(linkedPage && { linkedPage, linkText }) };
    case "slider":
      return values.rule
        ? { title, rule: values.rule }
        : { title, bookIds: values.books.map((book) => book.id) };
    case "section":
      return { title, content };
  }
}
