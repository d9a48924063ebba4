// Events for analytics, kept in a short queue until an adapter takes them over (after consent), or
// for good when none does. Nothing here reaches the network.
import { safePath } from "./safe-path.ts";

export type EventName =
  | "page view"
  | "login"
  | "book listening started"
  | "book listening paused"
  | "chapter start"
  | "book details click"
  | "successful subscription purchase"
  | "trial started";

export type EventProps = Record<string, string | number | boolean>;
export type TrackedEvent = { name: EventName; props: EventProps; at: number; url: string };

const QUEUE_LIMIT = 50;
/** null: nobody may ever have what happens now. */
let waiting: TrackedEvent[] | null = [];
let sink: ((event: TrackedEvent) => void) | null = null;

/** Notes that something happened. `props` must never hold who did it. */
export function track(name: EventName, props: EventProps = {}): void {
  const event = { name, props, at: Date.now(), url: location.origin + safePath(location.pathname) };
  if (sink) sink(event);
  else if (waiting) waiting = [...waiting, event].slice(-QUEUE_LIMIT);
}

/** The one taker of events gets what waits and what comes; answers the way to stop. */
export function drainTo(taker: (event: TrackedEvent) => void): () => void {
  sink = taker;
  for (const event of waiting ?? []) taker(event);
  waiting = [];
  return () => {
    if (sink === taker) sink = null;
  };
}

/** Consent was refused or has ended: what waits is thrown away, and what comes until the next taker. */
export function forgetEvents(): void {
  waiting = null;
}

/** For tests. */
export function resetEvents(): void {
  waiting = [];
  sink = null;
}
