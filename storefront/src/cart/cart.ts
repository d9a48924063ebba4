// The cart: ids of books in the order they were added, and the discount code, in local storage.
import { useSyncExternalStore } from "react";
import { parseJson, stored } from "#app/kit/stored.ts";

export type Cart = {
  /** Book ids without duplicates. */
  books: readonly string[];
  /** As the server spelled it; null when none was given. */
  discountCode: string | null;
};

/** The server takes no more lines than this in one order. */
export const CART_LIMIT = 100;

const EMPTY: Cart = { books: [], discountCode: null };

const store = stored<Cart>(
  "heliriiul.cart",
  (text) => {
    const value = parseJson(text) as Partial<Cart> | null;
    if (!value || !Array.isArray(value.books)) return EMPTY;
    const books = unique(value.books.filter((id): id is string => typeof id === "string"));
    const code = value.discountCode;
    return { books, discountCode: typeof code === "string" && code ? code : null };
  },
  (cart) => (cart.books.length ? JSON.stringify(cart) : null),
);

export const getCart = store.get;
export const subscribeCart = store.subscribe;

export function useCart(): Cart {
  return useSyncExternalStore(store.subscribe, store.get);
}

export function addToCart(...ids: string[]): void {
  const cart = store.get();
  store.set({ ...cart, books: unique([...cart.books, ...ids]) });
}

/** The last book out takes the discount code with it. */
export function removeFromCart(...ids: string[]): void {
  const cart = store.get();
  store.set({ ...cart, books: cart.books.filter((id) => !ids.includes(id)) });
}

export function setDiscountCode(discountCode: string | null): void {
  store.set({ ...store.get(), discountCode });
}

export function emptyCart(): void {
  store.set(EMPTY);
}

/** Brings back the books of an order that was not paid; what was added since stays, after them. */
export function restoreCart(books: readonly string[], discountCode: string | null): void {
  const cart = store.get();
  store.set({
    books: unique([...books, ...cart.books]),
    discountCode: cart.discountCode ?? discountCode,
  });
}

function unique(ids: readonly string[]): string[] {
  return [...new Set(ids)].slice(0, CART_LIMIT);
}
