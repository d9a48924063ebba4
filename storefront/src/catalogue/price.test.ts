import { expect, test } from "vitest";
import { memberPrice, priceFor } from "./price.ts";

test.each([
  [9.9, 0, 9.9],
  [9.9, 20, 7.92],
  [10.05, 50, 5.03],
  [1.15, 10, 1.04],
  [12.9, 33.33, 8.6],
  [9.9, 100, 0],
  [0.01, 50, 0.01],
])("%f with %f %% off is %f", (price, percent, expected) => {
  expect(memberPrice(price, percent)).toBe(expected);
});

test("a book for subscriptions only has no price, a free one has no discount", () => {
  expect(priceFor({ price: null, paymentType: "SUBSCRIPTION" }, 20)).toBeNull();
  expect(priceFor({ price: 5.9, paymentType: "SUBSCRIPTION" }, 20)).toBeNull();
  expect(priceFor({ price: 0, paymentType: "ALL" }, 20)).toEqual({ price: 0, was: null });
  expect(priceFor({ price: 9.9, paymentType: "PURCHASE" }, 20)).toEqual({ price: 7.92, was: 9.9 });
  expect(priceFor({ price: 9.9, paymentType: "PURCHASE" }, 0)).toEqual({ price: 9.9, was: null });
});
