import { expect, it } from "vitest";
import { amountCode, isPaidOut } from "./refunds.ts";

it.each([
  ["", "required"],
  ["kümme", "invalid"],
  ["1,234", "invalid"],
  ["-1", "invalid"],
  ["0", "out-of-range"],
  ["9,91", "too-large"],
  ["9,90", undefined],
  ["0.01", undefined],
  [" 5 € ", undefined],
])("an amount of %j, of which 9,90 are left: %s", (typed, code) => {
  expect(amountCode(typed, 9.9)).toBe(code);
});

it("knows which refunds have taken the money", () => {
  expect(isPaidOut("SETTLED")).toBe(true);
  expect(isPaidOut("sending")).toBe(true);
  expect(isPaidOut("refused")).toBe(false);
  expect(isPaidOut("FAILED")).toBe(false);
});
