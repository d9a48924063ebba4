import { expect, it } from "vitest";
import { movedBy, placed } from "./places.ts";

const list = ["a", "b", "c"].map((id) => ({ id }));
const ids = (order: typeof list) => order.map(({ id }) => id).join("");

it.each([
  ["a", 1, "bac"],
  ["c", -1, "acb"],
  ["a", -1, "abc"],
  ["c", 1, "abc"],
] as const)("moves %s by %i", (id, by, order) => {
  const item = list.find((each) => each.id === id);
  expect(item && ids(movedBy(list, item, by))).toBe(order);
});

it("moves nothing that is not in the list", () => {
  expect(movedBy(list, { id: "a" }, 1)).toBe(list);
});

it.each([
  ["a", 2, "bca"],
  ["c", 0, "cab"],
  ["b", 1, "abc"],
  ["x", 1, "abc"],
] as const)("places %s at %i", (id, to, order) => {
  expect(ids(placed(list, id, to))).toBe(order);
});
