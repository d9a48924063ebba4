import { expect, it } from "vitest";
import { euro, parsePrice, priceText } from "./money.ts";

it.each([
  ["9,90", 9.9],
  ["9.9", 9.9],
  [" 9 ", 9],
  ["0", 0],
  ["0,05", 0.05],
  ["1 234,50", 1234.5],
  ["1\u00a0234,50\u00a0€", 1234.5],
  ["€ 12.3", 12.3],
  ["19,99", 19.99],
  ["", null],
  ["  ", null],
])("reads %j", (text, price) => {
  expect(parsePrice(text)).toBe(price);
});

it.each(["9,", ",5", "9,999", "-1", "1.234,50", "kümme", "9,9,9", "1e3", "12345678"])(
  "takes %j for no price",
  (text) => {
    expect(parsePrice(text)).toBeUndefined();
  },
);

it("writes what it reads", () => {
  expect(priceText(9.9)).toBe("9,90");
  expect(priceText(0)).toBe("0,00");
  expect(priceText(null)).toBe("");
  expect(parsePrice(euro(1234.5))).toBe(1234.5);
});
