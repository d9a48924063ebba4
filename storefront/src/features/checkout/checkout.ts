// One order for one cart: reloads, second tabs and second clicks reuse the started order.
import { isApiError } from "#app/api/errors.ts";
import type { Checkout } from "#app/api/types.ts";
import { emptyCart, getCart, removeFromCart } from "#app/cart/cart.ts";
import { parseJson, stored } from "#app/kit/stored.ts";
import { getSession } from "#app/session/session.ts";
import { checkoutCart, fetchOrder } from "./api.ts";
import { pendingOrder, rememberOrder } from "./pending-order.ts";

/** A started order is reused for this long; then a new one gets current prices. */
export const REUSE_MS = 30 * 60_000;

type Started = {
  userId: string;
  cart: string;
  at: number;
  checkout: Checkout;
  /** The consent that the server has stored. */
  consent?: boolean;
};

const store = stored<Started | null>(
  "heliriiul.checkout",
  (text) => {
    const value = parseJson(text) as Partial<Started> | null;
    return value?.checkout?.orderId && value.userId && value.cart && value.at
      ? (value as Started)
      : null;
  },
  (value) => value && JSON.stringify(value),
);

/**
 * The order for the cart, created on the server unless there is one. With an empty cart it is the order
 * that the user has left to pay and returned from, or null. A total of 0 is paid by this call (`paid`),
 * and the cart is then empty. Throws ApiError.
 */
export async function startCheckout(): Promise<Checkout | null> {
  // The lock makes a second tab wait for the first one's order.
  return await (navigator.locks ? navigator.locks.request("heliriiul.checkout", begin) : begin());
}

async function begin(): Promise<Checkout | null> {
  const userId = getSession()?.user.id;
  if (!userId) return null;
  const { books, discountCode } = getCart();
  const cart = JSON.stringify([books, discountCode]);
  const started = store.get();
  const mine =
    started && started.userId === userId && Date.now() - started.at < REUSE_MS ? started : null;

  if (books.length === 0) {
    const underWay = mine && mine.checkout.orderId === pendingOrder()?.orderId;
    return underWay && (await isOpen(mine.checkout.orderId)) ? mine.checkout : null;
  }
  if (mine?.cart === cart && (await isOpen(mine.checkout.orderId))) return mine.checkout;

  const checkout = await checkoutCart(books, discountCode);
  if (checkout.paid) {
    store.set(null);
    emptyCart();
  } else {
    store.set({ userId, cart, at: Date.now(), checkout });
  }
  return checkout;
}

async function isOpen(orderId: string): Promise<boolean> {
  try {
    return (await fetchOrder(orderId)).status === "open";
  } catch (error) {
    if (isApiError(error, 404)) return false;
    throw error;
  }
}

/**
 * Stores the buyer's answer with the order. Returns false when the cart has another order by now, at other
 * prices; then nothing may be paid before the buyer has seen it. Throws ApiError.
 */
export async function storeConsent({ orderId }: Checkout, consent: boolean): Promise<boolean> {
  const started = store.get();
  if (started?.checkout.orderId !== orderId) return false;
  if (consent === (started.consent ?? false)) return true;
  const [books, discountCode] = JSON.parse(started.cart) as [string[], string | null];
  const checkout = await checkoutCart(books, discountCode, consent);
  store.set({ ...started, at: Date.now(), checkout, consent });
  return checkout.orderId === orderId;
}

/** Remembers the order and removes its books from the cart; a book added in another tab stays. */
export function leaveToPay(checkout: Checkout): void {
  rememberOrder(checkout.orderId);
  removeFromCart(...checkout.lines.map((line) => line.bookId));
}

/** A payment method's address, or null for anything but http(s). */
export function methodUrl(url: string): string | null {
  try {
    const { protocol, href } = new URL(url, location.href);
    return protocol === "https:" || protocol === "http:" ? href : null;
  } catch {
    return null;
  }
}
