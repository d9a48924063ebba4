import { expect, it } from "vitest";
import { aCategory } from "#app/testing/books.ts";
import { type Branch, ordered, siblings, treeOf, treeOptions, within } from "./category-tree.ts";

const a = (id: string, parentId: string | null = null) =>
  aCategory(id, { parentId, name: id.toUpperCase() });

const list = [a("ilu"), a("luule", "ilu"), a("proosa", "ilu"), a("krimi", "proosa"), a("lapsed")];

const drawn = (branches: Branch[]): unknown[] =>
  branches.map(({ category, below }) => [category.id, ...drawn(below)]);

it("builds the tree and keeps the order of siblings", () => {
  expect(drawn(treeOf(list))).toEqual([["ilu", ["luule"], ["proosa", ["krimi"]]], ["lapsed"]]);
  expect(treeOf([])).toEqual([]);
});

it("puts categories without their parent at the top", () => {
  expect(drawn(treeOf([a("x", "kadunud"), a("y")]))).toEqual([["x"], ["y"]]);
});

it("knows what is within a category, in whatever order the list comes", () => {
  expect(within(list, "ilu")).toEqual(new Set(["ilu", "luule", "proosa", "krimi"]));
  expect(within(list.toReversed(), "ilu").size).toBe(4);
  expect(within(list, "lapsed")).toEqual(new Set(["lapsed"]));
});

it("orders siblings and moves what is below them along", () => {
  const next = ordered(list, "ilu", ["proosa", "luule"]);
  expect(drawn(treeOf(next))).toEqual([["ilu", ["proosa", ["krimi"]], ["luule"]], ["lapsed"]]);
  expect(siblings(next, "ilu").map(({ id }) => id)).toEqual(["proosa", "luule"]);
});

it("indents the options by depth", () => {
  expect(treeOptions(list).map(({ label }) => label)).toEqual([
    "ILU",
    "\u2003LUULE",
    "\u2003PROOSA",
    "\u2003\u2003KRIMI",
    "LAPSED",
  ]);
});
