// The fields of a book's form as they are typed, and their conversion from and to a book of the API.
import type { BookValues, DeskBook, PaymentType, Person } from "#app/api/types.ts";
import { bookStrings as text } from "#app/et/books.ts";
import { parsePrice, priceText } from "#app/et/money.ts";
import { strings } from "#app/et/strings.ts";
import {
  booleanField,
  type Field,
  type FieldTable,
  required,
  slugField,
  textField,
} from "#app/working-copy/fields.ts";

/** `key` identifies the row when it moves. */
export type PersonRow = Person & { key: string };

export type BookFormValues = {
  title: string;
  subtitle: string;
  authors: PersonRow[];
  readers: PersonRow[];
  /** HTML. */
  description: string;
  categoryIds: string[];
  isbn: string;
  publisher: string;
  publishYear: string;
  language: string;
  price: string;
  paymentType: PaymentType;
  isVisible: boolean;
  slug: string;
};

const isText = (value: unknown) => typeof value === "string";

function isPersonRow(value: unknown): boolean {
  const row = value as Partial<PersonRow> | null;
  return [row?.key, row?.firstName, row?.lastName].every(isText);
}

const people = (label: string): Field<PersonRow[]> => ({
  label,
  accepts: (value) => Array.isArray(value) && value.every(isPersonRow),
  normalize: peopleOf,
  message: (code) => (code === "too-long" ? text.peopleTooLong : text.personInvalid),
});

/** Other codes than "too-long" have one message. */
const invalidAs = (message: string) => (code: string) =>
  code === "too-long" ? strings.common.tooLong : message;

const paymentType: Field<PaymentType> = {
  label: text.paymentType,
  accepts: (value) => typeof value === "string" && value in text.paymentTypes,
};

const categoryIds: Field<string[]> = {
  label: text.categories,
  accepts: (value) => Array.isArray(value) && value.every(isText),
  message: invalidAs(text.categoryGone),
};

export const bookFields: FieldTable<BookFormValues> = {
  title: textField(text.name, { check: required }),
  subtitle: textField(text.subtitle),
  authors: people(text.authors),
  readers: people(text.readers),
  description: textField(text.description),
  categoryIds,
  isbn: textField(text.isbn, {
    normalize: isbnOf,
    check: (value) =>
      /^(?:\d{13}|\d{9}[\dXx])?$/.test(isbnOf(value) ?? "") ? undefined : "invalid",
    message: (code) => invalidAs(code === "taken" ? text.isbnTaken : text.isbnInvalid)(code),
  }),
  publisher: textField(text.publisher),
  publishYear: textField(text.publishYear, {
    check: (value) => (/^(?:\d{4})?$/.test(value.trim()) ? undefined : "invalid"),
    message: invalidAs(text.yearInvalid),
  }),
  language: textField(text.language),
  price: textField(text.price, {
    normalize: (value) => (parsePrice(value) === undefined ? value : parsePrice(value)),
    check: (value) => (parsePrice(value) === undefined ? "invalid" : undefined),
    message: (code) =>
      invalidAs(code === "out-of-range" ? text.priceTooHigh : text.priceInvalid)(code),
  }),
  paymentType,
  isVisible: booleanField(text.isVisible),
  slug: slugField(text.slug, { taken: text.slugTaken }),
};

export const newPerson = (): PersonRow => ({
  key: crypto.randomUUID(),
  firstName: "",
  lastName: "",
});

/** Rows that exist in `before` get their old keys, so that they do not lose the focus. */
function rowsOf(rows: Person[], before: PersonRow[] = []): PersonRow[] {
  return rows.map(({ firstName, lastName }, index) => ({
    key: before[index]?.key ?? newPerson().key,
    firstName,
    lastName,
  }));
}

export function formValuesOf(book: DeskBook, before?: BookFormValues): BookFormValues {
  return {
    title: book.title,
    subtitle: book.subtitle ?? "",
    authors: rowsOf(book.authors, before?.authors),
    readers: rowsOf(book.readers, before?.readers),
    description: book.description,
    categoryIds: book.categoryIds,
    isbn: book.isbn ?? "",
    publisher: book.publisher ?? "",
    publishYear: book.publishYear === null ? "" : String(book.publishYear),
    language: book.language,
    price: priceText(book.price),
    paymentType: book.paymentType,
    isVisible: book.isVisible,
    slug: book.slug,
  };
}

const line = (value: string): string | null => value.trim() || null;

function isbnOf(value: string): string | null {
  return line(value.replace(/[\s-]/g, ""));
}

/** An empty row is ignored. */
function peopleOf(rows: PersonRow[]): Person[] {
  return rows
    .map(({ firstName, lastName }) => ({ firstName: firstName.trim(), lastName: lastName.trim() }))
    .filter(({ firstName, lastName }) => firstName || lastName);
}

/** Converts checked values to the body of a save. */
export function bookValuesOf(values: BookFormValues): BookValues {
  const year = line(values.publishYear);
  return {
    slug: values.slug.trim(),
    isbn: isbnOf(values.isbn),
    title: values.title.trim(),
    subtitle: line(values.subtitle),
    publisher: line(values.publisher),
    description: values.description,
    publishYear: year === null ? null : Number(year),
    language: values.language,
    price: parsePrice(values.price) ?? null,
    paymentType: values.paymentType,
    isVisible: values.isVisible,
    authors: peopleOf(values.authors),
    readers: peopleOf(values.readers),
    categoryIds: values.categoryIds,
  };
}

/** The ids with one added or removed. An id with a place in `order` returns to it. */
export function toggled(ids: string[], id: string, order: string[]): string[] {
  if (ids.includes(id)) return ids.filter((each) => each !== id);
  const known = order.filter((each) => each === id || ids.includes(each));
  return [...known, ...[...ids, id].filter((each) => !known.includes(each))];
}
