// Sends events to a service with the Plausible events API (https://plausible.io/docs/events-api). No cookie
// and no external script.
import type { TrackedEvent } from "#app/api/track.ts";

/** The body for `event`; `site` is the service's name for the store. */
export function payloadOf(event: TrackedEvent, site: string, referrer: string) {
  const { name, url, props } = event;
  return {
    name: name === "page view" ? "pageview" : name,
    domain: site,
    url,
    ...(referrer && { referrer }),
    ...(Object.keys(props).length > 0 && { props }),
  };
}

export function analyticsSink(address: string, site: string | null): (event: TrackedEvent) => void {
  const domain = site ?? location.hostname;
  return (event) => {
    fetch(address, {
      method: "POST",
      // A simple content type avoids a preflight request.
      headers: { "Content-Type": "text/plain" },
      body: JSON.stringify(payloadOf(event, domain, document.referrer)),
      credentials: "omit",
      keepalive: true,
    }).catch(() => {});
  };
}
