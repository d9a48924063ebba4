import type { Place } from "./chapters.ts";

/**
 * `loading`: no sound yet and play was not pressed. `waiting`: play was pressed and there is no sound
 * yet. `ended`: the last chapter is over. `failed`: the file cannot be played.
 */
export type Phase = "loading" | "paused" | "waiting" | "playing" | "ended" | "failed";

export type Snapshot = Place & {
  phase: Phase;
  /** Seconds of the chapter. */
  length: number;
  rate: number;
  volume: number;
  muted: boolean;
  /** The server did not respond to the last attempt; the engine retries by itself. */
  offline: boolean;
};

export type EngineEvent =
  /** Sound started, at first or after a pause. */
  | { type: "started" }
  /** Sound stopped before the end of the book. */
  | { type: "paused" }
  /** Sound continues; about four times a second. */
  | { type: "progress" }
  | { type: "chapter"; index: number }
  | { type: "rate"; rate: number }
  /** The last chapter is over. */
  | { type: "finished" }
  /** The listener moved; `leap` when by more than LEAP_S of book time. */
  | { type: "moved"; from: Place; leap: boolean }
  /** The sound stopped at a chapter's end, as the sleep timer asked. */
  | { type: "chapter-stop" }
  /** No other chapter may start: `error` is from the files call. */
  | { type: "refused"; error: unknown }
  | { type: "file-error" };

/** The skip buttons and keys move by this many seconds of book time. */
export const BACK_S = 15;
export const FORWARD_S = 30;

export const RATES = { min: 0.5, max: 2.5, step: 0.1 } as const;

/** `value` within its limits, to one decimal: sums of 0.1 are inexact. */
export function tenth(value: number, min: number, max: number): number {
  return Math.round(Math.min(max, Math.max(min, value)) * 10) / 10;
}
