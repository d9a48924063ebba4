// What is wrong with the form of a book: seen here before it is sent, or by the server.
import type { FieldError } from "storefront/kit/form/error-summary.tsx";
import { bookStrings as text } from "#app/et/books.ts";
import { parsePrice } from "#app/et/money.ts";
import { strings } from "#app/et/strings.ts";
import { FIELD_NAMES, type FieldName, type Fields } from "./fields.ts";

export type Fault = { field: string; code: string };
export type Messages = Partial<Record<FieldName, string>>;

/** The id of the control, for the list of errors to lead to. */
export const fieldId = (name: FieldName) => `book-${name}`;

export const LABELS: Record<FieldName, string> = {
  title: text.name,
  subtitle: text.subtitle,
  authors: text.authors,
  readers: text.readers,
  description: text.description,
  categoryIds: text.categories,
  isbn: text.isbn,
  publisher: text.publisher,
  publishYear: text.publishYear,
  language: text.language,
  price: text.price,
  paymentType: text.paymentType,
  isVisible: text.isVisible,
  slug: text.slug,
};

export function faultsIn(fields: Fields): Fault[] {
  const faults: Fault[] = [];
  const add = (field: FieldName, code: string) => faults.push({ field, code });
  const isbn = fields.isbn.replace(/[\s-]/g, "");
  const slug = fields.slug.trim();
  if (!fields.title.trim()) add("title", "required");
  if (isbn && !/^(?:\d{13}|\d{9}[\dXx])$/.test(isbn)) add("isbn", "invalid");
  if (!/^(?:\d{4})?$/.test(fields.publishYear.trim())) add("publishYear", "invalid");
  if (parsePrice(fields.price) === undefined) add("price", "invalid");
  if (!slug) add("slug", "required");
  else if (!/^[a-z0-9-]+$/.test(slug)) add("slug", "invalid");
  return faults;
}

/** The field that a fault stands at: "categoryIds[0]" is told at the categories. */
function nameOf({ field }: Fault): FieldName | undefined {
  const root = /^[a-zA-Z]+/.exec(field)?.[0];
  return FIELD_NAMES.find((name) => name === (root === "categories" ? "categoryIds" : root));
}

/** At most one message a field. */
export function messagesOf(faults: Fault[]): Messages {
  const messages: Messages = {};
  for (const fault of faults) {
    const name = nameOf(fault);
    if (name) messages[name] ??= messageOf(name, fault.code);
  }
  return messages;
}

/** What was changed since is judged anew at the next save. */
export function without(faults: Fault[], changed: FieldName[]): Fault[] {
  return faults.filter((fault) => {
    const name = nameOf(fault);
    return !name || !changed.includes(name);
  });
}

function messageOf(name: FieldName, code: string): string {
  const isPeople = name === "authors" || name === "readers";
  if (code === "too-long") return isPeople ? text.peopleTooLong : text.tooLong;
  const isTaken = code === "taken";
  switch (name) {
    case "authors":
    case "readers":
      return text.personInvalid;
    case "price":
      return code === "out-of-range" ? text.priceTooHigh : text.priceInvalid;
    case "publishYear":
      return text.yearInvalid;
    case "isbn":
      return isTaken ? text.isbnTaken : text.isbnInvalid;
    case "slug":
      if (code === "required") return strings.common.required;
      if (code === "reserved") return text.slugReserved;
      return isTaken ? text.slugTaken : text.slugInvalid;
    case "categoryIds":
      return text.categoryGone;
    default:
      return code === "required" ? strings.common.required : text.invalid;
  }
}

export function summaryOf(messages: Messages): FieldError[] {
  return FIELD_NAMES.flatMap((name) =>
    messages[name] ? [{ id: fieldId(name), message: `${LABELS[name]}: ${messages[name]}` }] : [],
  );
}
