import { useEffect, useState } from "react";
import { isApiError } from "#app/api/errors.ts";
import type { Order } from "#app/api/types.ts";
import { pollUntil } from "#app/polling/poll.ts";
import { refreshOrder } from "./pending-order.ts";

export type Watched =
  | { state: "waiting"; long: boolean }
  | { state: "closed"; order: Order }
  /** This user has no such order. */
  | { state: "unknown" }
  /** The session has expired. */
  | { state: "unauthorized" };

/** Polls until the order is no longer open. */
export function watchOrder(orderId: string, onChange: (result: Watched) => void): () => void {
  const isDone = async (signal: AbortSignal) => {
    const result = await resultOf(orderId, signal);
    if (result && !signal.aborted) onChange(result);
    return result !== null;
  };
  return pollUntil(isDone, (long) => onChange({ state: "waiting", long }));
}

async function resultOf(orderId: string, signal: AbortSignal): Promise<Watched | null> {
  try {
    const order = await refreshOrder(orderId, signal);
    if (!order) return { state: "unknown" };
    return order.status === "open" ? null : { state: "closed", order };
  } catch (error) {
    if (isApiError(error, 401)) return { state: "unauthorized" };
    throw error;
  }
}

export function useWatchedOrder(orderId: string): Watched {
  const [result, setWatched] = useState<Watched>({ state: "waiting", long: false });
  useEffect(() => watchOrder(orderId, setWatched), [orderId]);
  return result;
}
