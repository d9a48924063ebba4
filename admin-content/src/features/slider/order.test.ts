import { describe, expect, it } from "vitest";
import { aBook } from "#app/testing/data.ts";
import { added, MAX_BOOKS, moved, placed, without } from "./order.ts";

const books = ["a", "b", "c"].map((id) => aBook(id, id));
const ids = (list: typeof books) => list.map((book) => book.id).join("");

describe("a row of books", () => {
  it.each([
    ["a", 1, "bac"],
    ["c", -1, "acb"],
    ["a", -1, "abc"],
    ["c", 1, "abc"],
    ["x", 1, "abc"],
  ] as const)("moves %s by %i", (id, by, order) => {
    expect(ids(moved(books, id, by))).toBe(order);
  });

  it.each([
    ["a", 2, "bca"],
    ["c", 0, "cab"],
    ["b", 1, "abc"],
    ["x", 1, "abc"],
  ] as const)("places %s at %i", (id, to, order) => {
    expect(ids(placed(books, id, to))).toBe(order);
  });

  it("takes each book once, and no more than fit", () => {
    expect(ids(added(books, aBook("d", "d")))).toBe("abcd");
    expect(added(books, aBook("b", "b"))).toBe(books);
    const full = Array.from({ length: MAX_BOOKS }, (_, n) => aBook(`${n}`, "x"));
    expect(added(full, aBook("z", "z"))).toBe(full);
    expect(ids(without(books, "b"))).toBe("ac");
  });
});
