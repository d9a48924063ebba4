// The order whose buyer has left to pay. It is remembered until its end is known, so that the cart returns
// when the payment is cancelled, fails or expires, even after the tab was closed.
import { isApiError } from "#app/api/errors.ts";
import type { Order } from "#app/api/types.ts";
import { removeFromCart, restoreCart } from "#app/cart/cart.ts";
import { parseJson, stored } from "#app/kit/stored.ts";
import { getSession } from "#app/session/session.ts";
import { fetchOrder } from "./api.ts";

export type PendingOrder = { orderId: string; userId: string };

const store = stored<PendingOrder | null>(
  "heliriiul.pendingOrder",
  (text) => {
    const value = parseJson(text) as Partial<PendingOrder> | null;
    return typeof value?.orderId === "string" && typeof value.userId === "string"
      ? { orderId: value.orderId, userId: value.userId }
      : null;
  },
  (value) => value && JSON.stringify(value),
);

/** The pending order of the logged-in user, not of another one. */
export function pendingOrder(): PendingOrder | null {
  const pending = store.get();
  return pending && pending.userId === getSession()?.user.id ? pending : null;
}

export function rememberOrder(orderId: string): void {
  const userId = getSession()?.user.id;
  if (userId) store.set({ orderId, userId });
}

export function forgetOrder(orderId: string): void {
  if (store.get()?.orderId === orderId) store.set(null);
}

/**
 * Fetches the order and applies its state to the cart once: a paid order removes its books, a failed one
 * puts them back. Returns the order, or null when the server does not know it for this user. Throws
 * ApiError for other failures; the order stays remembered then.
 */
export async function refreshOrder(orderId: string, signal?: AbortSignal): Promise<Order | null> {
  let order: Order;
  try {
    order = await fetchOrder(orderId, signal);
  } catch (error) {
    if (!isApiError(error, 404)) throw error;
    forgetOrder(orderId);
    return null;
  }
  applyOrder(order);
  return order;
}

function applyOrder(order: Order): void {
  const books = order.lines.map((line) => line.bookId);
  switch (order.status) {
    case "paid":
      removeFromCart(...books);
      forgetOrder(order.id);
      return;
    case "cancelled":
    case "failed":
    case "expired":
      restoreCart(books, order.discountCode);
      forgetOrder(order.id);
      return;
    case "refunded":
      forgetOrder(order.id);
      return;
    case "open":
  }
}
