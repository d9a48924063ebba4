// What /konto shows beside the user: orders and listening. Each part may fail on its own.
import { api } from "#app/api/client.ts";
import { isApiError } from "#app/api/errors.ts";
import type { Order, ReadingStats } from "#app/api/types.ts";
import { refreshUser } from "#app/features/auth/refresh.ts";
import { getSession } from "#app/features/auth/session.ts";

/** `null` is a part that could not be loaded. */
export type AccountData = { orders: Order[] | null; reading: ReadingStats | null };

/** Null for a visitor, or when the server has just ended the session. */
export async function loadAccount(signal: AbortSignal): Promise<AccountData | null> {
  if (!getSession()) return null;
  const [, orders, reading] = await Promise.all([
    part(refreshUser(signal)),
    part(api<Order[]>("/orders", { signal })),
    part(api<ReadingStats>("/reading", { signal })),
  ]);
  return getSession() ? { orders, reading } : null;
}

async function part<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (isApiError(error)) return null;
    throw error;
  }
}
