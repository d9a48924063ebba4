import { act, renderHook } from "@testing-library/react";
import { expect, it } from "vitest";
import {
  addToCart,
  CART_LIMIT,
  emptyCart,
  getCart,
  removeFromCart,
  restoreCart,
  setDiscountCode,
  useCart,
} from "./cart.ts";

it("keeps the order and no duplicates", () => {
  addToCart("a");
  addToCart("b");
  addToCart("a");
  expect(getCart().books).toEqual(["a", "b"]);
  removeFromCart("a");
  expect(getCart().books).toEqual(["b"]);
});

it("loses the code with the last book", () => {
  addToCart("a");
  setDiscountCode("SUVI10");
  expect(getCart().discountCode).toBe("SUVI10");
  removeFromCart("a");
  expect(getCart()).toEqual({ books: [], discountCode: null });
  expect(localStorage.length).toBe(0);
});

it("puts a restored order first and keeps what was added since", () => {
  addToCart("c", "a");
  restoreCart(["a", "b"], "SUVI10");
  expect(getCart()).toEqual({ books: ["a", "b", "c"], discountCode: "SUVI10" });
  setDiscountCode("TALV");
  restoreCart(["d"], "SUVI10");
  expect(getCart().discountCode).toBe("TALV");
});

it.each(["{", "[]", "null", '{"books":"a"}', '{"books":[1,null]}', '"x"'])(
  "reads %s in storage as empty",
  (text) => {
    localStorage.setItem("heliriiul.cart", text);
    expect(getCart()).toEqual({ books: [], discountCode: null });
  },
);

it("is bounded", () => {
  addToCart(...Array.from({ length: CART_LIMIT + 50 }, (_, i) => `b${i}`));
  expect(getCart().books).toHaveLength(CART_LIMIT);
});

it("follows another tab", () => {
  const { result } = renderHook(useCart);
  act(() => {
    localStorage.setItem("heliriiul.cart", JSON.stringify({ books: ["a"] }));
    dispatchEvent(new StorageEvent("storage", { key: "heliriiul.cart" }));
  });
  expect(result.current.books).toEqual(["a"]);
  act(emptyCart);
  expect(result.current.books).toEqual([]);
});
