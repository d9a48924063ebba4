// Events for analytics, kept in a short queue until an adapter takes them over (after consent), or
// for good when none does. Nothing here reaches the network.

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
let waiting: TrackedEvent[] = [];
const sinks = new Set<(event: TrackedEvent) => void>();

/** Notes that something happened. `props` must never hold who did it. */
export function track(name: EventName, props: EventProps = {}): void {
  const event = { name, props, at: Date.now(), url: location.origin + location.pathname };
  if (sinks.size === 0) waiting = [...waiting, event].slice(-QUEUE_LIMIT);
  for (const sink of sinks) sink(event);
}

/** The adapter gets what waits and what comes; answers the way to stop. */
export function drainTo(sink: (event: TrackedEvent) => void): () => void {
  sinks.add(sink);
  for (const event of waiting) sink(event);
  waiting = [];
  return () => {
    sinks.delete(sink);
  };
}

/** Consent was refused: what waits is thrown away. */
export function forgetEvents(): void {
  waiting = [];
}
