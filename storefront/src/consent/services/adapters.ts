// Starts and stops the measuring services by consent and configuration. Each is a module that is not loaded
// without consent.
import { consumeEvents, discardEvents, type TrackedEvent } from "#app/api/track.ts";
import type { Config } from "#app/api/types.ts";

type Settings = Pick<Config, "analyticsUrl" | "analyticsId" | "adPixelUrl" | "adPixelId">;
type Sink = (event: TrackedEvent) => void;

/** Starts the configured services. Returns a function that stops them, also while one is still loading. */
export function startMeasuring(config: Settings): () => void {
  let stop: (() => void) | null = null;
  let stopped = false;
  // Together, so that each gets the queued events.
  Promise.all(wanted(config)).then((found) => {
    const sinks = found.filter((sink) => sink !== null);
    if (stopped || sinks.length === 0) return;
    stop = consumeEvents((event) => {
      for (const sink of sinks) sink(event);
    });
  });
  return () => {
    stopped = true;
    stop?.();
    discardEvents();
  };
}

/** A module that fails to load (a blocker) is null; the others start. */
function wanted({
  analyticsUrl,
  analyticsId,
  adPixelUrl,
  adPixelId,
}: Settings): Promise<Sink | null>[] {
  const sinks: Promise<Sink>[] = [];
  if (analyticsUrl) {
    const module = import("./analytics.ts");
    sinks.push(module.then(({ analyticsSink }) => analyticsSink(analyticsUrl, analyticsId)));
  }
  if (adPixelUrl && adPixelId) {
    sinks.push(import("./pixel.ts").then(({ pixelSink }) => pixelSink(adPixelUrl, adPixelId)));
  }
  return sinks.map((sink) => sink.catch(() => null));
}
