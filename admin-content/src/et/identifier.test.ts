import { expect, it } from "vitest";
import { identifierOf, isIdentifier } from "./identifier.ts";

it.each([
  ["Õunad & pirnid!", "ounad-pirnid"],
  ["  Žürii šokis – öö ", "zurii-sokis-oo"],
  ["Straße", "strasse"],
  ["!!!", ""],
  ["a".repeat(90), "a".repeat(80)],
])("makes of %j the identifier %j", (title, identifier) => {
  expect(identifierOf(title)).toBe(identifier);
});

it.each([
  ["kinkekaart-2", true],
  ["Kinkekaart", false],
  ["a b", false],
  ["õ", false],
  ["", false],
])("takes %j for an identifier: %s", (text, is) => {
  expect(isIdentifier(text)).toBe(is);
});
