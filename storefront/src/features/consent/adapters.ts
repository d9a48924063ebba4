// Starts and stops the measuring services as consent and configuration have it. Each is a module of
// its own that nobody downloads without consent.
import { forgetEvents } from "#app/api/track.ts";
import type { Config } from "#app/api/types.ts";

type Settings = Pick<Config, "analyticsUrl" | "analyticsId" | "adPixelId">;
type Stop = () => void;

/** Begins what is configured; answers the way to end it, also while a module is still on its way. */
export function startMeasuring(config: Settings): Stop {
  let stopped = false;
  const stops: Stop[] = [];
  const begin = (start: () => Stop) => {
    if (!stopped) stops.push(start());
  };
  const { analyticsUrl, analyticsId, adPixelId } = config;
  if (analyticsUrl) {
    import("./analytics.ts")
      .then(({ startAnalytics }) => begin(() => startAnalytics(analyticsUrl, analyticsId)))
      .catch(() => {});
  }
  if (adPixelId) {
    import("./pixel.ts")
      .then(({ startPixel }) => begin(() => startPixel(adPixelId)))
      .catch(() => {});
  }
  return () => {
    stopped = true;
    for (const stop of stops) stop();
    forgetEvents();
  };
}
