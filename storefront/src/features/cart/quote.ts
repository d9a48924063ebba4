// The cart's price, which only the server knows: with member price and discount code.
import { api } from "#app/api/client.ts";
import { isApiError } from "#app/api/errors.ts";
import type { Quote } from "#app/api/types.ts";
import { type Cart, setDiscountCode } from "#app/cart/cart.ts";

/** A quote and the `cartKey` of its cart. */
export type Quoted = { of: string; quote: Quote };

/** The same text for the same cart. */
export const cartKey = (cart: Cart) => JSON.stringify([cart.books, cart.discountCode]);

/** Null for an empty cart. Removes an expired code and calls `onCodeLost`. Throws ApiError. */
export async function quoteCart(
  cart: Cart,
  onCodeLost: () => void,
  signal?: AbortSignal,
): Promise<Quoted | null> {
  const { books, discountCode } = cart;
  if (books.length === 0) return null;
  const query = { books: books.join(","), discountCode: discountCode ?? undefined };
  try {
    return { of: cartKey(cart), quote: await api("GET /cart/quote", { query, signal }) };
  } catch (error) {
    if (discountCode === null || !isApiError(error, 404)) throw error;
    setDiscountCode(null);
    onCodeLost();
    return quoteCart({ books, discountCode: null }, onCodeLost, signal);
  }
}
