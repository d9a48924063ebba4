// Starts and stops the measuring services as consent and configuration have it. Each is a module of
// its own that nobody downloads without consent.
import { drainTo, forgetEvents, type TrackedEvent } from "#app/api/track.ts";
import type { Config } from "#app/api/types.ts";

type Settings = Pick<Config, "analyticsUrl" | "analyticsId" | "adPixelUrl" | "adPixelId">;
type Sink = (event: TrackedEvent) => void;

/** Begins what is configured; answers the way to end it, also while a module is still on its way. */
export function startMeasuring(config: Settings): () => void {
  let stop: (() => void) | null = null;
  let stopped = false;
  // All at once, so that each gets what has waited.
  Promise.all(wanted(config)).then((found) => {
    const sinks = found.filter((sink) => sink !== null);
    if (stopped || sinks.length === 0) return;
    stop = drainTo((event) => {
      for (const sink of sinks) sink(event);
    });
  });
  return () => {
    stopped = true;
    stop?.();
    forgetEvents();
  };
}

/** A module that does not come (a blocker) is null, and the others start all the same. */
function wanted({
  analyticsUrl,
  analyticsId,
  adPixelUrl,
  adPixelId,
}: Settings): Promise<Sink | null>[] {
  const sinks: Promise<Sink>[] = [];
  if (analyticsUrl) {
    const module = import("#app/consent/services/analytics.ts");
    sinks.push(module.then(({ analyticsSink }) => analyticsSink(analyticsUrl, analyticsId)));
  }
  if (adPixelUrl && adPixelId) {
    sinks.push(
      import("#app/consent/services/pixel.ts").then(({ pixelSink }) =>
        pixelSink(adPixelUrl, adPixelId),
      ),
    );
  }
  return sinks.map((sink) => sink.catch(() => null));
}
