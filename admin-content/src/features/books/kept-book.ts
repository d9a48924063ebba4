// The unsaved fields of a book as the browser keeps them.
import type { DeskBook } from "#app/api/books.ts";
import { findKept, type Kept } from "#app/features/kept/kept.ts";
import {
  differing,
  FIELD_NAMES,
  newPerson,
  type PersonRow,
  type Values,
  valuesFrom,
} from "./fields.ts";

/** What is in the form, and what it began with. */
export type UnsavedBook = { values: Values; base: Values; version: number };

export function findKeptBook(book: DeskBook): Promise<Kept<UnsavedBook> | null> {
  return findKept(book.id, read, ({ values }) => differing(values, valuesFrom(book)).length === 0);
}

function read(value: object): UnsavedBook | null {
  const { version, values, base } = value as { [Name in keyof UnsavedBook]?: unknown };
  if (typeof version !== "number" || !areValues(values) || !areValues(base)) return null;
  return { version, values: again(values), base };
}

const TEXTS = FIELD_NAMES.filter(
  (name) => !["authors", "readers", "categoryIds", "isVisible"].includes(name),
);

function areValues(value: unknown): value is Values {
  const values = (value ?? {}) as Record<string, unknown>;
  return (
    TEXTS.every((name) => typeof values[name] === "string") &&
    typeof values.isVisible === "boolean" &&
    Array.isArray(values.categoryIds) &&
    arePeople(values.authors) &&
    arePeople(values.readers)
  );
}

function arePeople(rows: unknown): boolean {
  return (
    Array.isArray(rows) &&
    rows.every((row: Partial<PersonRow> | null) =>
      [row?.firstName, row?.lastName].every((each) => typeof each === "string"),
    )
  );
}

/** Keys are of one life of the page. */
function again(values: Values): Values {
  const rows = (people: PersonRow[]) => people.map((row) => ({ ...row, key: newPerson().key }));
  return { ...values, authors: rows(values.authors), readers: rows(values.readers) };
}
