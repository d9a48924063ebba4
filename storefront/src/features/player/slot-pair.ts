// Two audio slots that alternate. While one plays, the other loads what comes next (the next chapter's file,
// or the same file with a new ticket), so that the change is not heard.

import { type AudioLike, type AudioSlot, createAudioSlot, type SlotEvent } from "./audio-slot.ts";
import type { Clock } from "./clock.ts";
import type { Source } from "./tickets.ts";

export type SlotPairDeps = {
  audio: () => AudioLike;
  clock: Clock;
  rate: number;
  volume: number;
  /** An event of the active slot. */
  onEvent: (event: SlotEvent) => void;
  /** The standby slot could not load its file. */
  onStandbyError: () => void;
  /** The standby slot has become active at the same second and must be started. */
  onReplaced: () => void;
  /** The sound plays and no seek is running. */
  isStable: () => boolean;
};

/** The standby slot waits this far ahead of the sound, in seconds of listening. */
const LEAD_S = 1.5;

export function createSlotPair(deps: SlotPairDeps) {
  /** The standby slot holds the active slot's file, to replace it. */
  let replacing = false;
  /** The file that the standby slot failed on, and how often. */
  let failed = { file: "", times: 0 };

  const makeSlot = (): AudioSlot => {
    const audio = deps.audio();
    audio.preservesPitch = true;
    audio.defaultPlaybackRate = deps.rate;
    audio.playbackRate = deps.rate;
    audio.volume = deps.volume;
    return createAudioSlot(audio, (slot, event) => {
      if (slot === pair.active) deps.onEvent(event);
      else onStandby(event);
    });
  };

  function onStandby(event: SlotEvent) {
    const { standby } = pair;
    if (event === "positioned" || event === "canplay") scheduleSwap();
    else if (event === "error" && standby.file !== null && standby.audio.error) {
      failed = { file: standby.file, times: failed.file === standby.file ? failed.times + 1 : 1 };
      pair.clear();
      deps.onStandbyError();
    }
  }

  const timeAhead = () => pair.active.audio.currentTime + LEAD_S * pair.active.audio.playbackRate;

  /** Waits until the sound reaches the standby slot's position, then swaps the slots. */
  function scheduleSwap() {
    const { active, standby } = pair;
    if (!replacing || !standby.positioned || !standby.canPlay) return;
    if (!deps.isStable() || standby.file !== active.file) return pair.clear();
    const gap = standby.audio.currentTime - active.audio.currentTime;
    const wait = (gap / active.audio.playbackRate) * 1000;
    if (wait < -100 || wait > 5000) return standby.seek(timeAhead());
    deps.clock.after(Math.max(0, wait), () => {
      if (!replacing || standby !== pair.standby || active !== pair.active || !deps.isStable())
        return;
      pair.swap();
      deps.onReplaced();
    });
  }

  const pair = {
    active: null as unknown as AudioSlot,
    standby: null as unknown as AudioSlot,
    get replacing() {
      return replacing;
    },
    /** Loads the next chapter's file. A file that failed twice is loaded when its turn comes. */
    prepare(source: Source, file: string, time: number) {
      if (replacing || pair.standby.file === file) return;
      if (failed.file === file && failed.times > 1) return;
      pair.standby.load(source, file, time);
    },
    /** Replaces the active slot by the same file with `source`'s ticket. */
    replaceActive(source: Source) {
      const { file } = pair.active;
      if (file === null || replacing) return;
      replacing = true;
      pair.standby.load(source, file, timeAhead());
    },
    swap() {
      const old = pair.active;
      pair.active = pair.standby;
      pair.standby = old;
      replacing = false;
      old.release();
    },
    clear() {
      replacing = false;
      pair.standby.release();
    },
    each(act: (audio: AudioLike) => void) {
      act(pair.active.audio);
      act(pair.standby.audio);
    },
    dispose() {
      replacing = false;
      pair.active.dispose();
      pair.standby.dispose();
    },
  };
  pair.active = makeSlot();
  pair.standby = makeSlot();
  return pair;
}
