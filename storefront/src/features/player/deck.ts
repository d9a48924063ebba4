// One audio element and what is on it: a file, loaded under some ticket, and the second it is to be
// at. A deck is settled when the element has really arrived there.
import type { Source } from "./tickets.ts";

/** What the player needs of an audio element; tests hand in one that they drive by hand. */
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

/** The element's own events, and `settled`: it is at the second that was asked for. */
export type DeckEvent = Exclude<(typeof EVENTS)[number], "loadedmetadata" | "seeked"> | "settled";

export type Deck = ReturnType<typeof createDeck>;

/** HTMLMediaElement.HAVE_FUTURE_DATA, a number here because the element is not always a real one. */
const FUTURE_DATA = 3;

export function createDeck(
  audio: AudioLike,
  tell: (deck: ReturnType<typeof createDeck>, event: DeckEvent) => void,
) {
  let ready = false;
  let goal: number | null = null;

  const settle = () => {
    goal = null;
    tell(deck, "settled");
  };
  const goThere = () => {
    if (goal === null) return;
    if (!audio.seeking && Math.abs(audio.currentTime - goal) < 0.02) settle();
    else audio.currentTime = goal;
  };
  const listen = (type: (typeof EVENTS)[number]) => () => {
    if (deck.file === null) return;
    if (type === "loadedmetadata") {
      ready = true;
      goThere();
    } else if (type === "seeked") {
      // A second seek may have begun before the first one's event came.
      if (!audio.seeking && ready && goal !== null) settle();
    } else {
      tell(deck, type);
    }
  };
  const listeners = EVENTS.map((type) => [type, listen(type)] as const);
  for (const [type, listener] of listeners) audio.addEventListener(type, listener);

  const deck = {
    audio,
    /** Name of the file on the element; null when it is empty. */
    file: null as string | null,
    /** What the file was loaded with; its ticket may be older than the player's newest. */
    source: null as Source | null,
    /** The element knows the file. */
    get ready() {
      return ready;
    },
    /** The element knows the file and is where it should be. */
    get settled() {
      return ready && goal === null;
    },
    get canPlay() {
      return audio.readyState >= FUTURE_DATA;
    },
    /** Nothing more has to be fetched to play on from here to the end of the file. */
    get buffered() {
      const { buffered, currentTime, duration } = audio;
      for (let i = 0; i < buffered.length; i++) {
        if (buffered.start(i) <= currentTime + 0.1 && buffered.end(i) >= duration - 0.5)
          return true;
      }
      return false;
    },
    /** Puts `file` on the element, to settle at `time` seconds of it. Whatever played there stops. */
    load(source: Source, file: string, time: number) {
      ready = false;
      goal = time;
      deck.file = file;
      deck.source = source;
      audio.preload = "auto";
      audio.src = source.url(file);
      audio.load();
    },
    /** Settles at `time` seconds of the file, at once when it is there already. */
    seek(time: number) {
      goal = time;
      if (ready) goThere();
    },
    /** Takes the file off, and with it the connection and the memory that it held. */
    release() {
      if (deck.file === null) return;
      ready = false;
      goal = null;
      deck.file = null;
      deck.source = null;
      audio.pause();
      audio.removeAttribute("src");
      audio.load();
    },
    dispose() {
      for (const [type, listener] of listeners) audio.removeEventListener(type, listener);
      deck.release();
    },
  };
  return deck;
}
