// What /konto shows beside the user: package, listening, orders. Each part may fail on its own.
import { api } from "#app/api/client.ts";
import { isApiError } from "#app/api/errors.ts";
import type { Order, PaymentTokenExpiry, ReadingStats, Subscription } from "#app/api/types.ts";
import { refreshUser } from "#app/features/auth/refresh.ts";
import { getSession } from "#app/features/auth/session.ts";
import { fetchSubscription } from "#app/features/packages/api.ts";

/** `null` is a part that could not be loaded. */
export type AccountData = {
  orders: Order[] | null;
  reading: ReadingStats | null;
  subscription: Subscription | null;
  /** The day on which the stored card's token ends. */
  cardUntil: string | null;
};

export const NOTHING: AccountData = {
  orders: null,
  reading: null,
  subscription: null,
  cardUntil: null,
};

/** Null for a visitor, or when the server has just ended the session. */
export async function loadAccount(signal: AbortSignal): Promise<AccountData | null> {
  if (!getSession()) return null;
  const [, orders, reading, subscription, card] = await Promise.all([
    part(refreshUser(signal)),
    part(api<Order[]>("/orders", { signal })),
    part(api<ReadingStats>("/reading", { signal })),
    part(fetchSubscription(null, signal)),
    part(api<PaymentTokenExpiry>("/payment-token-expiry", { signal })),
  ]);
  if (!getSession()) return null;
  return { orders, reading, subscription, cardUntil: card?.paymentTokenExpiry ?? null };
}

async function part<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (isApiError(error)) return null;
    throw error;
  }
}
