// Reading reports: when the sound was heard and at what speed. One report covers one interval of
// listening; the server counts a report with the same start as an extension of the one before.
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
  /** Takes a report over; `leaving` when the page may be gone in a moment. Must not throw. */
  send: (report: Report, leaving: boolean) => void;
};

export type Reporter = ReturnType<typeof createReporter>;

const EVERY_MS = 60_000;
/** A change of speed this soon after the start is part of the start. */
const SPEED_GRACE_MS = 300;
/** An interval must be longer than this to be worth a report. */
const SHORTEST_MS = 1000;
/** Without a sign of sound for this long nothing was heard: bytes did not come, or the computer slept. */
const SILENCE_MS = 5000;

export function createReporter({ bookId, clock, send }: ReporterDeps) {
  let interval: { startedAt: number; heardAt: number; speed: number } | null = null;
  let callOff: (() => void) | null = null;

  function begin(speed: number) {
    const now = clock.now();
    interval = { startedAt: now, heardAt: now, speed };
    callOff?.();
    callOff = clock.after(EVERY_MS, () => {
      report();
      if (interval) begin(interval.speed);
    });
  }

  /** Reports the interval up to now, or up to where the sound was lost; it stays open. */
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
    callOff?.();
    callOff = null;
    interval = null;
  }

  return {
    /** The sound began. */
    started: begin,
    /** The sound goes on; told several times a second. */
    progress() {
      if (!interval) return;
      const now = clock.now();
      if (now - interval.heardAt > SILENCE_MS) {
        report();
        begin(interval.speed);
      } else interval.heardAt = now;
    },
    /** The sound stopped: a pause, or the end of the last chapter. */
    stopped: end,
    /** The speed is another from here on. */
    speed(speed: number) {
      if (!interval) return;
      if (clock.now() - interval.startedAt > SPEED_GRACE_MS) {
        report();
        begin(speed);
      } else interval.speed = speed;
    },
    /** The page goes out of sight, perhaps for good. The interval stays open: the sound may go on. */
    leaving() {
      report(true);
    },
  };
}
