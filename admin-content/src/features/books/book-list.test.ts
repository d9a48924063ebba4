import { fakeServer } from "storefront/testing/server.ts";
import { expect, it } from "vitest";
import { loadBooks, shownOf } from "./book-list.ts";

it.each([
  ["", 50],
  ["naita=100", 100],
  ["naita=10", 50],
  ["naita=-5", 50],
  ["naita=x", 50],
  ["naita=100000", 1000],
])("?%s shows %i", (query, count) => {
  expect(shownOf(new URLSearchParams(query))).toBe(count);
});

const page = (from: number, to: number, nextCursor: string | null) => ({
  books: Array.from({ length: to - from }, (_, index) => ({ id: `${from + index}` })),
  total: 120,
  nextCursor,
});

it("loads all that the address says is shown", async () => {
  const pages = [page(0, 100, "x"), page(100, 120, null)];
  const server = fakeServer({ "GET /desk/books": () => pages.shift() });
  const request = new Request("http://desk.test/raamatud?q=luts&naita=150");
  const list = await loadBooks(request);
  expect(list.books).toHaveLength(120);
  expect(list.nextCursor).toBeNull();
  expect(server.asked.map(({ query }) => query.toString())).toEqual([
    "limit=100&q=luts",
    "limit=50&q=luts&cursor=x",
  ]);
});
