import { expect, it } from "vitest";
import { merged } from "./merged.ts";

const base = { name: "a", slug: "a", shown: true };

it("takes what one has not touched from the other, and keeps what one has", () => {
  const mine = { ...base, shown: false };
  const theirs = { ...base, name: "b", slug: "b" };
  expect(merged(base, mine, theirs)).toEqual({
    values: { name: "b", slug: "b", shown: false },
    both: [],
  });
});

it("names what both changed, unless to the same", () => {
  const mine = { ...base, name: "m", slug: "x" };
  const theirs = { ...base, name: "t", slug: "x" };
  expect(merged(base, mine, theirs)).toEqual({ values: mine, both: ["name"] });
});
