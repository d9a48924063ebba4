// Reading reports: when sound was heard, and at what speed. One report covers one interval of listening; the
// server treats a report with the same start as an extension of the one before.
import type { Clock } from "./clock.ts";

export type Report = {
  bookId: string;
  playbackSpeed: number;
  /** Seconds since 1970, to the millisecond. */
  startedAtEpoch: number;
  endedAtEpoch: number;
  source: "WEB";
};

export type ReporterDeps = {
  bookId: string;
  clock: Clock;
  /** Accepts a report. `leaving`: the page may be gone in a moment. Must not throw. */
  send: (report: Report, leaving: boolean) => void;
};

const EVERY_MS = 60_000;
/** A change of speed this soon after the start counts as part of the start. */
const SPEED_GRACE_MS = 300;
/** Shorter intervals are not reported. */
const SHORTEST_MS = 1000;
/** Without progress for this long nothing was heard: no bytes arrived, or the computer slept. */
const SILENCE_MS = 5000;

export function createReporter({ bookId, clock, send }: ReporterDeps) {
  let interval: { startedAt: number; heardAt: number; speed: number } | null = null;
  let cancelTimer: (() => void) | null = null;

  function begin(speed: number) {
    const now = clock.now();
    interval = { startedAt: now, heardAt: now, speed };
    cancelTimer?.();
    cancelTimer = clock.after(EVERY_MS, () => {
      report();
      if (interval) begin(interval.speed);
    });
  }

  /** Reports the interval up to now, or to the last progress; it stays open. */
  function report(leaving = false) {
    if (!interval) return;
    const { startedAt, heardAt, speed } = interval;
    const now = clock.now();
    const endedAt = now - heardAt > SILENCE_MS ? heardAt : now;
    if (endedAt - startedAt <= SHORTEST_MS) return;
    send(
      {
        bookId,
        playbackSpeed: speed,
        startedAtEpoch: startedAt / 1000,
        endedAtEpoch: endedAt / 1000,
        source: "WEB",
      },
      leaving,
    );
  }

  function end() {
    report();
    cancelTimer?.();
    cancelTimer = null;
    interval = null;
  }

  return {
    started: begin,
    /** The sound continues; called several times a second. */
    progress() {
      if (!interval) return;
      const now = clock.now();
      if (now - interval.heardAt > SILENCE_MS) {
        report();
        begin(interval.speed);
      } else interval.heardAt = now;
    },
    stopped: end,
    speed(speed: number) {
      if (!interval) return;
      if (clock.now() - interval.startedAt > SPEED_GRACE_MS) {
        report();
        begin(speed);
      } else interval.speed = speed;
    },
    /** The page is hidden, perhaps for good. The interval stays open, since the sound may continue. */
    leaving() {
      report(true);
    },
  };
}
