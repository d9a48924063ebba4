import { expect, it } from "vitest";
import { aDeskBook } from "#app/testing/books.ts";
import { differing as differingIn, overlapsOf } from "#app/working-copy/fields.ts";
import {
  type BookFormValues,
  bookFields,
  bookValuesOf,
  formValuesOf,
  newPerson,
  toggled,
} from "./book-fields.ts";

const values = (over: Partial<BookFormValues> = {}): BookFormValues => ({
  ...formValuesOf(aDeskBook()),
  ...over,
});
const differing = (a: BookFormValues, b: BookFormValues) => differingIn(bookFields, a, b);

it("gives the API back what came from it", () => {
  const { id, version, cover, sample, durationSeconds, chapterCount, updatedAt, ...own } =
    aDeskBook();
  expect(bookValuesOf(values())).toEqual(own);
});

it("reads what was typed", () => {
  const typed = {
    ...values(),
    title: " Suvi ",
    subtitle: "  ",
    isbn: "978-9916-001-01-1",
    price: "12.5",
    publishYear: "",
    authors: [{ ...newPerson(), firstName: " Oskar ", lastName: "Luts" }, newPerson()],
  };
  expect(bookValuesOf(typed)).toMatchObject({
    title: "Suvi",
    subtitle: null,
    isbn: "9789916001011",
    price: 12.5,
    publishYear: null,
    authors: [{ firstName: "Oskar", lastName: "Luts" }],
  });
});

it("what differs: compares what the values mean", () => {
  expect(differing(values(), values())).toEqual([]);
  const authors = [...values().authors, newPerson()];
  expect(differing(values(), values({ price: "9.9", title: "Kevade ", authors }))).toEqual([]);
  const other = values({ price: "", isVisible: false, categoryIds: ["proosa"] });
  expect(differing(values(), other)).toEqual(["categoryIds", "price", "isVisible"]);
});

it("what differs: sees a price that cannot be read, and another order of people", () => {
  expect(differing(values(), values({ price: "9,9x" }))).toEqual(["price"]);
  const readers = ["Luts", "Vilde"].map((lastName) => ({ ...newPerson(), lastName }));
  const reordered = values({ readers: readers.toReversed() });
  expect(differing(values({ readers }), reordered)).toEqual(["readers"]);
});

it("an overlap: is what the other has changed, with whether both did", () => {
  const mine = values({ title: "Minu", price: "5" });
  const theirs = values({ title: "Tema", publisher: "Teine" });
  expect(overlapsOf(bookFields, values(), mine, theirs)).toEqual([
    { name: "title", both: true },
    { name: "publisher", both: false },
  ]);
});

it("an overlap: is none when both did the same, or only one did anything", () => {
  const mine = values({ price: "5" });
  expect(overlapsOf(bookFields, values(), mine, values({ price: "5,00" }))).toEqual([]);
  expect(overlapsOf(bookFields, values(), mine, values())).toEqual([]);
});

it("puts a category back where it was", () => {
  const order = ["a", "b", "c"];
  expect(toggled(order, "b", order)).toEqual(["a", "c"]);
  expect(toggled(["a", "c"], "b", order)).toEqual(order);
  expect(toggled(["a", "x"], "b", order)).toEqual(["a", "b", "x"]);
  expect(toggled([], "x", order)).toEqual(["x"]);
});
