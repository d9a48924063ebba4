// A sample clip (stopped, playing or paused) over one audio element that loads nothing before the first play.

import { createListeners } from "#app/kit/listeners.ts";
import { releaseAudioFocus, takeAudioFocus } from "./audio-focus.ts";
import type { AudioLike } from "./audio-slot.ts";

/** At most this much of a clip is played, in seconds. */
export const SAMPLE_S = 600;

export type SampleState = {
  phase: "stopped" | "playing" | "paused";
  /** The listener has pressed play and there is no sound yet. */
  waiting: boolean;
  position: number;
  /** Seconds; SAMPLE_S until the clip's own length is known. */
  length: number;
};

export const STOPPED: SampleState = {
  phase: "stopped",
  waiting: false,
  position: 0,
  length: SAMPLE_S,
};

export type Sample = ReturnType<typeof createSample>;

export function createSample(url: string, audio: AudioLike, onError: () => void) {
  let state = STOPPED;
  let started = false;
  /** A position chosen before the clip is loaded. */
  let target: number | null = null;
  const { subscribe, notify } = createListeners();

  function patch(change: Partial<SampleState>) {
    state = { ...state, ...change };
    notify();
  }
  const pause = () => audio.pause();
  function stop() {
    target = 0;
    if (!audio.paused) audio.pause();
    if (audio.readyState > 0) audio.currentTime = 0;
    patch({ phase: "stopped", waiting: false, position: 0 });
  }
  function fail() {
    if (!started) return;
    started = false;
    target = null;
    releaseAudioFocus(pause);
    // An element that failed to load still counts as playing.
    audio.pause();
    patch(STOPPED);
    onError();
  }

  const handlers: Record<string, () => void> = {
    loadedmetadata() {
      if (Number.isFinite(audio.duration)) patch({ length: Math.min(SAMPLE_S, audio.duration) });
      if (target) audio.currentTime = Math.min(target, state.length);
      target = null;
    },
    timeupdate() {
      if (target !== null || state.phase === "stopped") return;
      if (audio.currentTime >= SAMPLE_S) return stop();
      patch({ position: audio.currentTime });
    },
    seeked: () => patch({ position: audio.currentTime }),
    playing: () => patch({ phase: "playing", waiting: false }),
    waiting() {
      if (!audio.paused) patch({ waiting: true });
    },
    pause() {
      if (!audio.ended && state.phase === "playing") patch({ phase: "paused", waiting: false });
    },
    ended: stop,
    error: fail,
  };
  for (const [type, handler] of Object.entries(handlers)) audio.addEventListener(type, handler);

  return {
    get: (): SampleState => state,
    subscribe,
    toggle() {
      if (!audio.paused) {
        audio.pause();
        return patch({ waiting: false });
      }
      if (!started) {
        started = true;
        audio.preload = "auto";
        audio.src = url;
        audio.load();
      } else if (audio.readyState > 0) target = null;
      takeAudioFocus(pause);
      patch({ waiting: true });
      // A failed load arrives as the element's own event.
      audio.play().catch((error: Error) => {
        if (error.name === "NotAllowedError") patch({ waiting: false });
      });
    },
    /** To second `position`; before the first play, the clip will start there. */
    seek(position: number) {
      if (audio.readyState > 0) audio.currentTime = Math.min(position, state.length);
      else {
        target = position;
        patch({ position });
      }
    },
    dispose() {
      for (const [type, handler] of Object.entries(handlers)) {
        audio.removeEventListener(type, handler);
      }
      releaseAudioFocus(pause);
      audio.pause();
      audio.removeAttribute("src");
      if (started) audio.load();
    },
  };
}
