import { api } from "#app/api/client.ts";
import { isApiError } from "#app/api/errors.ts";
import type { Order, ReadingStats, ReceiptItem, Subscription } from "#app/api/types.ts";
import { refreshUser } from "#app/session/refresh.ts";
import { getSession } from "#app/session/session.ts";
import { fetchSubscription } from "#app/subscription/api.ts";

/** `null` is a part that could not be loaded. */
export type AccountData = {
  orders: Order[] | null;
  receipts: ReceiptItem[] | null;
  reading: ReadingStats | null;
  subscription: Subscription | null;
  /** The day on which the stored card's token ends. */
  cardUntil: string | null;
};

export const NOTHING: AccountData = {
  orders: null,
  receipts: null,
  reading: null,
  subscription: null,
  cardUntil: null,
};

/** Null for a visitor, or when the server has just ended the session. */
export async function loadAccount(signal: AbortSignal): Promise<AccountData | null> {
  if (!getSession()) return null;
  const [, orders, receipts, reading, subscription, card] = await Promise.all([
    nullOnError(refreshUser(signal)),
    nullOnError(api("GET /orders", { signal })),
    nullOnError(api("GET /receipts", { signal })),
    nullOnError(api("GET /reading", { signal })),
    nullOnError(fetchSubscription(null, signal)),
    nullOnError(api("GET /payment-token-expiry", { signal })),
  ]);
  if (!getSession()) return null;
  const cardUntil = card?.paymentTokenExpiry ?? null;
  return { orders, receipts, reading, subscription, cardUntil };
}

function nullOnError<T>(call: Promise<T>): Promise<T | null> {
  return call.catch((error) => {
    if (isApiError(error)) return null;
    throw error;
  });
}
