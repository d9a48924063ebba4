// What can be seen of the player's engine: its state and the things that happen in it.
import type { Place } from "./chapters.ts";

/**
 * `loading`: nothing to hear yet and nobody waits for sound. `waiting`: the listener wants sound and it
 * is not there yet. `ended`: the last chapter is over. `failed`: the file cannot be played.
 */
export type Phase = "loading" | "paused" | "waiting" | "playing" | "ended" | "failed";

export type Snapshot = Place & {
  phase: Phase;
  /** Seconds of the chapter. */
  length: number;
  rate: number;
  volume: number;
  muted: boolean;
  /** The server was out of reach at the last try; it is tried again by itself. */
  offline: boolean;
};

export type EngineEvent =
  /** Sound began, at first or after a pause. */
  | { type: "started" }
  /** Sound stopped before the end of the book. */
  | { type: "paused" }
  /** Sound went on; some four times a second. */
  | { type: "progress" }
  | { type: "chapter"; index: number }
  | { type: "rate"; rate: number }
  /** The last chapter is over. */
  | { type: "finished" }
  /** The listener went elsewhere; `leap` when that is more than LEAP_S of book time away. */
  | { type: "moved"; from: Place; leap: boolean }
  /** The sound was stopped at a chapter's end, as had been asked. */
  | { type: "chapter-stop" }
  /** No chapter may begin: `error` is what the files call threw. */
  | { type: "refused"; error: unknown }
  | { type: "file-error" };

/** What the skip buttons and keys move by, in seconds of book time. */
export const BACK_S = 15;
export const FORWARD_S = 30;

export const RATES = { min: 0.5, max: 2.5, step: 0.1 } as const;

/** `value` within its limits, to one decimal: sums of 0.1 are never quite what they should be. */
export function tenth(value: number, min: number, max: number): number {
  return Math.round(Math.min(max, Math.max(min, value)) * 10) / 10;
}
