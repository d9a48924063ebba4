// One audio element with its file, the ticket it was loaded with, and the second to seek to. A slot is
// `positioned` when the element has reached that second.
import type { Source } from "./tickets.ts";

/** The part of an audio element that the player needs; tests pass one that they control. */
export type AudioLike = Pick<
  HTMLAudioElement,
  | "src"
  | "preload"
  | "currentTime"
  | "duration"
  | "playbackRate"
  | "defaultPlaybackRate"
  | "volume"
  | "muted"
  | "paused"
  | "ended"
  | "seeking"
  | "readyState"
  | "error"
  | "play"
  | "pause"
  | "load"
  | "removeAttribute"
> & {
  preservesPitch?: boolean;
  readonly buffered: Pick<TimeRanges, "length" | "start" | "end">;
  addEventListener(type: string, listener: () => void): void;
  removeEventListener(type: string, listener: () => void): void;
};

const EVENTS = [
  "loadedmetadata",
  "canplay",
  "seeked",
  "timeupdate",
  "progress",
  "play",
  "playing",
  "pause",
  "waiting",
  "ended",
  "error",
  "ratechange",
  "volumechange",
] as const;

/** The element's own events, and `positioned`: it has reached the requested second. */
export type SlotEvent =
  | Exclude<(typeof EVENTS)[number], "loadedmetadata" | "seeked">
  | "positioned";

export type AudioSlot = ReturnType<typeof createAudioSlot>;

/** HTMLMediaElement.HAVE_FUTURE_DATA; a number because tests have no real element. */
const FUTURE_DATA = 3;

export function createAudioSlot(
  audio: AudioLike,
  onEvent: (slot: ReturnType<typeof createAudioSlot>, event: SlotEvent) => void,
) {
  let ready = false;
  let target: number | null = null;

  const finishSeek = () => {
    target = null;
    onEvent(slot, "positioned");
  };
  const seekToTarget = () => {
    if (target === null) return;
    if (!audio.seeking && Math.abs(audio.currentTime - target) < 0.02) finishSeek();
    else audio.currentTime = target;
  };
  const listen = (type: (typeof EVENTS)[number]) => () => {
    if (slot.file === null) return;
    if (type === "loadedmetadata") {
      ready = true;
      seekToTarget();
    } else if (type === "seeked") {
      // A second seek may have started before this event.
      if (!audio.seeking && ready && target !== null) finishSeek();
    } else {
      onEvent(slot, type);
    }
  };
  const listeners = EVENTS.map((type) => [type, listen(type)] as const);
  for (const [type, listener] of listeners) audio.addEventListener(type, listener);

  const slot = {
    audio,
    /** Name of the file on the element; null when it is empty. */
    file: null as string | null,
    /** The source the file was loaded from; its ticket may be older than the newest. */
    source: null as Source | null,
    /** The element has the file's metadata. */
    get ready() {
      return ready;
    },
    /** The element has the file's metadata and is at the requested second. */
    get positioned() {
      return ready && target === null;
    },
    get canPlay() {
      return audio.readyState >= FUTURE_DATA;
    },
    /** The file is loaded from here to its end. */
    get buffered() {
      const { buffered, currentTime, duration } = audio;
      for (let i = 0; i < buffered.length; i++) {
        if (buffered.start(i) <= currentTime + 0.1 && buffered.end(i) >= duration - 0.5)
          return true;
      }
      return false;
    },
    /** Loads `file` and seeks to second `time` of it. Stops what played before. */
    load(source: Source, file: string, time: number) {
      ready = false;
      target = time;
      slot.file = file;
      slot.source = source;
      audio.preload = "auto";
      audio.src = source.url(file);
      audio.load();
    },
    seek(time: number) {
      target = time;
      if (ready) seekToTarget();
    },
    /** Unloads the file, with its connection and memory. */
    release() {
      if (slot.file === null) return;
      ready = false;
      target = null;
      slot.file = null;
      slot.source = null;
      audio.pause();
      audio.removeAttribute("src");
      audio.load();
    },
    dispose() {
      for (const [type, listener] of listeners) audio.removeEventListener(type, listener);
      slot.release();
    },
  };
  return slot;
}
