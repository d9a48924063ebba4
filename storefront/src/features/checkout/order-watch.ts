// Watching an order until the bank's word has come, on the page that the buyer returned to.
import { useEffect, useState } from "react";
import { isApiError } from "#app/api/errors.ts";
import type { Order } from "#app/api/types.ts";
import { pollUntil } from "#app/polling/poll.ts";
import { settleOrder } from "./pending-order.ts";

export type Watched =
  | { state: "waiting"; long: boolean }
  | { state: "settled"; order: Order }
  /** No such order of this user. */
  | { state: "unknown" }
  /** The session is over; the person must log in to see. */
  | { state: "unauthorized" };

/** Asks until the order is no longer open. */
export function watchOrder(orderId: string, tell: (watched: Watched) => void): () => void {
  const ask = async (signal: AbortSignal) => {
    const watched = await settled(orderId, signal);
    if (watched && !signal.aborted) tell(watched);
    return watched !== null;
  };
  return pollUntil(ask, (long) => tell({ state: "waiting", long }));
}

async function settled(orderId: string, signal: AbortSignal): Promise<Watched | null> {
  try {
    const order = await settleOrder(orderId, signal);
    if (!order) return { state: "unknown" };
    return order.status === "open" ? null : { state: "settled", order };
  } catch (error) {
    if (isApiError(error, 401)) return { state: "unauthorized" };
    throw error;
  }
}

export function useWatchedOrder(orderId: string): Watched {
  const [watched, setWatched] = useState<Watched>({ state: "waiting", long: false });
  useEffect(() => watchOrder(orderId, setWatched), [orderId]);
  return watched;
}
