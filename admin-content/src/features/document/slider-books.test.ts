import { describe, expect, it } from "vitest";
import { aBook } from "#app/testing/data.ts";
import { added, MAX_BOOKS, without } from "./slider-books.ts";

const books = ["a", "b", "c"].map((id) => aBook(id, id));
const ids = (list: typeof books) => list.map((book) => book.id).join("");

describe("a row of books", () => {
  it("takes each book once, and no more than fit", () => {
    expect(ids(added(books, aBook("d", "d")))).toBe("abcd");
    expect(added(books, aBook("b", "b"))).toBe(books);
    const full = Array.from({ length: MAX_BOOKS }, (_, n) => aBook(`${n}`, "x"));
    expect(added(full, aBook("z", "z"))).toBe(full);
    expect(ids(without(books, "b"))).toBe("ac");
  });
});
