// The social network's ad pixel: a picture whose address carries the event.
import type { EventName, TrackedEvent } from "#app/api/track.ts";

/** The network's names; other events are not sent. */
const NAMES: Partial<Record<EventName, string>> = {
  "page view": "PageView",
  "book details click": "ViewContent",
  "successful subscription purchase": "Subscribe",
  "trial started": "StartTrial",
};

export function pixelUrl(
  base: string,
  id: string,
  name: EventName,
  url: string,
  at: number,
): string | null {
  const event = NAMES[name];
  if (!event) return null;
  return `${base}?${new URLSearchParams({ id, ev: event, dl: url, ts: String(at) })}`;
}

/** `base` is the address of the picture, without a query. */
export function pixelSink(base: string, id: string): (event: TrackedEvent) => void {
  return ({ name, url, at }) => {
    const address = pixelUrl(base, id, name, url, at);
    if (address) new Image(1, 1).src = address;
  };
}
