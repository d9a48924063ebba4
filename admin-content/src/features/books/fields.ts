// The form of a book: its values as they are typed, and how they and a book of the API become each other.
import type { BookValues, DeskBook, PaymentType, Person } from "#app/api/books.ts";
import { parsePrice, priceText } from "#app/et/money.ts";

/** `key` stays with a person while the row moves. */
export type PersonRow = Person & { key: number };

/** All but the description, which the editor holds. */
export type Fields = {
  title: string;
  subtitle: string;
  authors: PersonRow[];
  readers: PersonRow[];
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

export type Values = Fields & { description: string };
export type FieldName = keyof Values;

/** In the order of the form. */
export const FIELD_NAMES: FieldName[] = [
  "title",
  "subtitle",
  "authors",
  "readers",
  "description",
  "categoryIds",
  "isbn",
  "publisher",
  "publishYear",
  "language",
  "price",
  "paymentType",
  "isVisible",
  "slug",
];

let lastKey = 0;

export const newPerson = (): PersonRow => {
  lastKey += 1;
  return { key: lastKey, firstName: "", lastName: "" };
};

/** Rows that were there `before` keep their keys, and so their focus. */
function rowsOf(people: Person[], before: PersonRow[] = []): PersonRow[] {
  return people.map(({ firstName, lastName }, index) => ({
    key: before[index]?.key ?? newPerson().key,
    firstName,
    lastName,
  }));
}

export function fieldsOf(book: DeskBook, before?: Fields): Fields {
  return {
    title: book.title,
    subtitle: book.subtitle ?? "",
    authors: rowsOf(book.authors, before?.authors),
    readers: rowsOf(book.readers, before?.readers),
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

/** As the form would hold the book. */
export const valuesFrom = (book: DeskBook, before?: Fields): Values => ({
  ...fieldsOf(book, before),
  description: book.description,
});

const line = (text: string): string | null => text.trim() || null;

const isbnOf = (text: string): string | null => line(text.replace(/[\s-]/g, ""));

/** A row that was left empty is nobody. */
function peopleOf(rows: PersonRow[]): Person[] {
  return rows
    .map(({ firstName, lastName }) => ({ firstName: firstName.trim(), lastName: lastName.trim() }))
    .filter(({ firstName, lastName }) => firstName || lastName);
}

/** For the API. What cannot be read stands as null; `faultsIn` has said so before. */
export function valuesOf(fields: Fields, description: string): BookValues {
  const year = line(fields.publishYear);
  return {
    slug: fields.slug.trim(),
    isbn: isbnOf(fields.isbn),
    title: fields.title.trim(),
    subtitle: line(fields.subtitle),
    publisher: line(fields.publisher),
    description,
    publishYear: year === null ? null : Number(year),
    language: fields.language,
    price: parsePrice(fields.price) ?? null,
    paymentType: fields.paymentType,
    isVisible: fields.isVisible,
    authors: peopleOf(fields.authors),
    readers: peopleOf(fields.readers),
    categoryIds: fields.categoryIds,
  };
}

/** As the server would take them: "9.9" and "9,90" are one price, an empty row is nobody. */
function essence(name: FieldName, value: Values[FieldName]): string {
  if (name === "authors" || name === "readers")
    return JSON.stringify(peopleOf(value as PersonRow[]));
  if (name === "price") {
    const price = parsePrice(value as string);
    return price === undefined ? `typed ${value}` : String(price);
  }
  if (name === "isbn") return isbnOf(value as string) ?? "";
  return typeof value === "string" ? value.trim() : JSON.stringify(value);
}

/** Names of the fields in which the two differ; what `a` or `b` does not have is not compared. */
export function differing(a: Partial<Values>, b: Partial<Values>): FieldName[] {
  return FIELD_NAMES.filter((name) => {
    const [one, other] = [a[name], b[name]];
    if (one === undefined || other === undefined || one === other) return false;
    return essence(name, one) !== essence(name, other);
  });
}

/**
 * The fields that somebody else has changed since `base` to what one does not have oneself, and whether one
 * had changed them too. What only one of the two changed is no quarrel, but nothing is taken over unasked.
 */
export function quarrels(
  base: Values,
  mine: Values,
  theirs: Values,
): { name: FieldName; both: boolean }[] {
  const changedByThem = new Set(differing(base, theirs));
  const changedByMe = new Set(differing(base, mine));
  return differing(mine, theirs)
    .filter((name) => changedByThem.has(name))
    .map((name) => ({ name, both: changedByMe.has(name) }));
}

/** The ids with one put in or taken out. What had a place in `order` comes back to it. */
export function toggled(ids: string[], id: string, order: string[]): string[] {
  if (ids.includes(id)) return ids.filter((each) => each !== id);
  const known = order.filter((each) => each === id || ids.includes(each));
  return [...known, ...[...ids, id].filter((each) => !known.includes(each))];
}
