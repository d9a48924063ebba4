// Pauses after some minutes, or at the end of the chapter.
import { createListeners } from "#app/kit/listeners.ts";
import type { Clock } from "./clock.ts";

/** Minutes from now; `chapter` stops at its end; null is off. */
export type Sleep = number | "chapter" | null;

export const SLEEPS: readonly Sleep[] = [null, 15, 30, 45, 60, "chapter"];

export type SleepTimer = ReturnType<typeof createSleepTimer>;

export function createSleepTimer(
  engine: { pause: () => void; stopAtChapterEnd: (stop: boolean) => void },
  clock: Clock,
) {
  let sleep: Sleep = null;
  let cancelTimer: (() => void) | null = null;
  const { subscribe, notify } = createListeners();

  function set(next: Sleep) {
    cancelTimer?.();
    cancelTimer = null;
    sleep = next;
    engine.stopAtChapterEnd(next === "chapter");
    if (typeof next === "number") {
      cancelTimer = clock.after(next * 60_000, () => {
        engine.pause();
        set(null);
      });
    }
    notify();
  }

  return {
    set,
    get: (): Sleep => sleep,
    subscribe,
    /** The chapter's end has stopped the sound: the timer is done. */
    chapterEnded() {
      if (sleep === "chapter") set(null);
    },
    dispose: () => cancelTimer?.(),
  };
}
