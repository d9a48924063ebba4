import { api } from "#app/api/client.ts";

export const checkoutCart = (
  books: readonly string[],
  discountCode: string | null,
  immediateAccessConsent?: boolean,
) =>
  api("POST /checkout-cart", {
    body: {
      books: [...books],
      ...(discountCode !== null && { discountCode }),
      ...(immediateAccessConsent !== undefined && { immediateAccessConsent }),
    },
  });

export const fetchOrder = (id: string, signal?: AbortSignal) =>
  api("GET /orders/{id}", { path: { id }, signal });
