// The calls about orders.
import { api } from "#app/api/client.ts";
import type { Checkout, Order } from "#app/api/types.ts";

export const checkoutCart = (books: readonly string[], discountCode: string | null) =>
  api<Checkout>("/checkout-cart", {
    method: "POST",
    body: { books, ...(discountCode !== null && { discountCode }) },
  });

export const fetchOrder = (id: string, signal?: AbortSignal) =>
  api<Order>(`/orders/${encodeURIComponent(id)}`, { signal });
