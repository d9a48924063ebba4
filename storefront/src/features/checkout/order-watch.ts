// Watching an order until the bank's word has come, on the page that the buyer returned to.
import { useEffect, useState } from "react";
import { isApiError } from "#app/api/errors.ts";
import type { Order } from "#app/api/types.ts";
import { settleOrder } from "./pending-order.ts";

export const WATCH_MS = 2000;
/** After this long the page says that it may take a while, and asks less often. */
export const PATIENCE_MS = 60_000;
const SLOW_MS = 10_000;

export type Watched =
  | { state: "waiting"; long: boolean }
  | { state: "settled"; order: Order }
  /** No such order of this user. */
  | { state: "unknown" }
  /** The session is over; the person must log in to see. */
  | { state: "unauthorized" };

/** Asks until the order is no longer open. A hidden tab waits; a failed call is tried again. */
export function watchOrder(orderId: string, tell: (watched: Watched) => void): () => void {
  const stopped = new AbortController();
  const since = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking = false;
  let over = false;

  const finish = (watched: Watched) => {
    over = true;
    tell(watched);
  };
  const plan = (ms: number) => {
    clearTimeout(timer);
    if (!over && !stopped.signal.aborted && !document.hidden) timer = setTimeout(ask, ms);
  };
  const ask = async () => {
    if (asking) return;
    asking = true;
    try {
      const order = await settleOrder(orderId, stopped.signal);
      if (stopped.signal.aborted) return;
      if (!order) finish({ state: "unknown" });
      else if (order.status !== "open") finish({ state: "settled", order });
    } catch (error) {
      if (stopped.signal.aborted) return;
      if (isApiError(error, 401)) finish({ state: "unauthorized" });
    } finally {
      asking = false;
    }
    const long = Date.now() - since >= PATIENCE_MS;
    if (!over) tell({ state: "waiting", long });
    plan(long ? SLOW_MS : WATCH_MS);
  };
  const onVisibility = () => plan(0);

  document.addEventListener("visibilitychange", onVisibility);
  ask();
  return () => {
    stopped.abort();
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", onVisibility);
  };
}

export function useWatchedOrder(orderId: string): Watched {
  const [watched, setWatched] = useState<Watched>({ state: "waiting", long: false });
  useEffect(() => watchOrder(orderId, setWatched), [orderId]);
  return watched;
}
