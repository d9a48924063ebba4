// The measuring services. Loaded after consent.
import { consumeEvents, discardEvents, type EventName, type TrackedEvent } from "#app/api/track.ts";
import type { Config } from "#app/api/types.ts";

type Settings = Pick<Config, "analyticsUrl" | "analyticsId" | "adPixelUrl" | "adPixelId">;

/** Starts the configured services. Returns a function that stops them. */
export function startMeasuring(config: Settings): () => void {
  const { analyticsUrl, analyticsId, adPixelUrl, adPixelId } = config;
  const stop = consumeEvents((event) => {
    if (analyticsUrl)
      sendToAnalytics(analyticsUrl, payloadOf(event, analyticsId, document.referrer));
    if (adPixelUrl && adPixelId) {
      const address = pixelUrl(adPixelUrl, adPixelId, event);
      if (address) new Image(1, 1).src = address;
    }
  });
  return () => {
    stop();
    discardEvents();
  };
}

/** An event of https://plausible.io/docs/events-api; `site` is the service's name for the store. */
export function payloadOf(
  { name, url, props }: TrackedEvent,
  site: string | null,
  referrer: string,
) {
  return {
    name: name === "page view" ? "pageview" : name,
    domain: site ?? location.hostname,
    url,
    ...(referrer && { referrer }),
    ...(Object.keys(props).length > 0 && { props }),
  };
}

function sendToAnalytics(address: string, payload: object): void {
  fetch(address, {
    method: "POST",
    // A simple content type avoids a preflight request.
    headers: { "Content-Type": "text/plain" },
    body: JSON.stringify(payload),
    credentials: "omit",
    keepalive: true,
  }).catch(() => {});
}

/** The social network's names; other events are not sent. */
const PIXEL_EVENTS: Partial<Record<EventName, string>> = {
  "page view": "PageView",
  "book details click": "ViewContent",
  "successful subscription purchase": "Subscribe",
  "trial started": "StartTrial",
};

/** The social network's ad pixel: a picture whose address carries the event. Null for other events. */
export function pixelUrl(base: string, id: string, { name, url, at }: TrackedEvent): string | null {
  const ev = PIXEL_EVENTS[name];
  return ev ? `${base}?${new URLSearchParams({ id, ev, dl: url, ts: String(at) })}` : null;
}
