// The social network's ad pixel as what it is at heart: a picture whose address tells an event.
import type { EventName, TrackedEvent } from "#app/api/track.ts";

const ADDRESS = "https://www.facebook.com/tr/";

/** The network's own names; events without one are not sent to it. */
const NAMES: Partial<Record<EventName, string>> = {
  "page view": "PageView",
  "book details click": "ViewContent",
  "successful subscription purchase": "Subscribe",
  "trial started": "StartTrial",
};

export function pixelUrl(id: string, name: EventName, url: string, at: number): string | null {
  const event = NAMES[name];
  if (!event) return null;
  return `${ADDRESS}?${new URLSearchParams({ id, ev: event, dl: url, ts: String(at) })}`;
}

export function pixelSink(id: string): (event: TrackedEvent) => void {
  return ({ name, url, at }) => {
    const address = pixelUrl(id, name, url, at);
    if (address) new Image(1, 1).src = address;
  };
}
