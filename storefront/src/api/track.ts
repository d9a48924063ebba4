// Events for analytics, in a short queue until an adapter takes them after consent.
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
/** Null: events are discarded. */
let queue: TrackedEvent[] | null = [];
let current: ((event: TrackedEvent) => void) | null = null;

/** Records an event. `props` must not identify the person. */
export function track(name: EventName, props: EventProps = {}): void {
  const event = { name, props, at: Date.now(), url: location.origin + safePath(location.pathname) };
  if (current) current(event);
  else if (queue) queue = [...queue, event].slice(-QUEUE_LIMIT);
}

/** The one consumer gets the queued events and all later ones. Returns a function that stops. */
export function consumeEvents(consumer: (event: TrackedEvent) => void): () => void {
  current = consumer;
  for (const event of queue ?? []) consumer(event);
  queue = [];
  return () => {
    if (current === consumer) current = null;
  };
}

/** Consent was refused or withdrawn: discards the queue, and later events until there is a consumer. */
export function discardEvents(): void {
  queue = null;
}

/** For tests. */
export function resetEvents(): void {
  queue = [];
  current = null;
}
