// The cart in local storage: ids of books in the order of adding, and the discount code.
import { useSyncExternalStore } from "react";
import { parseJson, stored } from "#app/kit/stored.ts";

export type Cart = {
  /** Book ids without duplicates. */
  books: readonly string[];
  /** In the server's spelling; null for none. */
  discountCode: string | null;
};

/** The server's limit of lines in an order. */
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

export function useCart(): Cart {
  return useSyncExternalStore(store.subscribe, store.get);
}

export function addToCart(...ids: string[]): void {
  const cart = store.get();
  store.set({ ...cart, books: unique([...cart.books, ...ids]) });
}

/** Removing the last book removes the discount code too. */
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

/** Restores the books of an unpaid order; books added since follow them. */
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
