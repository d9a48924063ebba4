// What the cart costs, by the server: prices, member price and discount code are its business alone.
import { api } from "#app/api/client.ts";
import { isApiError } from "#app/api/errors.ts";
import type { Discount, Quote } from "#app/api/types.ts";
import { type Cart, setDiscountCode } from "./cart.ts";

/** A quote and the cart it is of. */
export type Quoted = { of: string; quote: Quote };

/** The same text for the same cart. */
export const cartKey = (cart: Cart) => JSON.stringify([cart.books, cart.discountCode]);

/**
 * Null for an empty cart. A discount code that is no longer good is taken out of the cart, and the
 * quote is the one without it; `onCodeLost` hears of it. Throws ApiError.
 */
export async function quoteCart(
  cart: Cart,
  onCodeLost: () => void,
  signal?: AbortSignal,
): Promise<Quoted | null> {
  if (cart.books.length === 0) return null;
  const query = new URLSearchParams({ books: cart.books.join(",") });
  if (cart.discountCode !== null) query.set("discountCode", cart.discountCode);
  try {
    const quote = await api<Quote>(`/cart/quote?${query}`, { signal });
    return { of: cartKey(cart), quote };
  } catch (error) {
    if (cart.discountCode === null || !isApiError(error, 404)) throw error;
    setDiscountCode(null);
    onCodeLost();
    return quoteCart({ ...cart, discountCode: null }, onCodeLost, signal);
  }
}

export const findDiscount = (code: string) =>
  api<Discount>(`/discounts/${encodeURIComponent(code)}`);
