// Two decks that take turns. While one plays, the other makes ready what comes next (the next chapter's
// file, or the same file under a fresh ticket) so that neither a chapter's end nor a ticket's is heard.
import type { Clock } from "./clock.ts";
import { type AudioLike, createDeck, type Deck, type DeckEvent } from "./deck.ts";
import type { Source } from "./tickets.ts";

export type PairDeps = {
  audio: () => AudioLike;
  clock: Clock;
  rate: number;
  volume: number;
  /** What happened on the active deck. */
  onEvent: (event: DeckEvent) => void;
  /** The standby could not load what it was given. */
  onStandbyError: () => void;
  /** The standby has taken over, at the same second; it is to be started. */
  onTakeOver: () => void;
  /** Sound is wanted and no seek is under way. */
  steady: () => boolean;
};

export type Pair = ReturnType<typeof createPair>;

/** How far ahead of the sound a taking over is arranged, in seconds of listening. */
const LEAD_S = 1.5;

export function createPair(deps: PairDeps) {
  /** The standby holds the active deck's file, to take over from it. */
  let handing = false;
  /** A file that the standby failed on, and how often. */
  let failed = { file: "", times: 0 };

  const makeDeck = (): Deck => {
    const audio = deps.audio();
    audio.preservesPitch = true;
    audio.defaultPlaybackRate = deps.rate;
    audio.playbackRate = deps.rate;
    audio.volume = deps.volume;
    return createDeck(audio, (deck, event) => {
      if (deck === pair.active) deps.onEvent(event);
      else onStandby(event);
    });
  };

  function onStandby(event: DeckEvent) {
    const { standby } = pair;
    if (event === "settled" || event === "canplay") meet();
    else if (event === "error" && standby.file !== null && standby.audio.error) {
      failed = { file: standby.file, times: failed.file === standby.file ? failed.times + 1 : 1 };
      pair.clear();
      deps.onStandbyError();
    }
  }

  const ahead = () => pair.active.audio.currentTime + LEAD_S * pair.active.audio.playbackRate;

  /** The fresh copy waits a little ahead of the sound and takes over when the sound gets there. */
  function meet() {
    const { active, standby } = pair;
    if (!handing || !standby.settled || !standby.canPlay) return;
    if (!deps.steady() || standby.file !== active.file) return pair.clear();
    const gap = standby.audio.currentTime - active.audio.currentTime;
    const wait = (gap / active.audio.playbackRate) * 1000;
    if (wait < -100 || wait > 5000) return standby.seek(ahead());
    deps.clock.after(Math.max(0, wait), () => {
      if (!handing || standby !== pair.standby || active !== pair.active || !deps.steady()) return;
      pair.swap();
      deps.onTakeOver();
    });
  }

  const pair = {
    active: null as unknown as Deck,
    standby: null as unknown as Deck,
    get handing() {
      return handing;
    },
    /** Loads the next chapter's file; a file that fails twice is left for its own turn. */
    prepare(source: Source, file: string, time: number) {
      if (handing || pair.standby.file === file) return;
      if (failed.file === file && failed.times > 1) return;
      pair.standby.load(source, file, time);
    },
    /** Begins to replace the active deck by the same file under `source`'s ticket. */
    handOver(source: Source) {
      const { file } = pair.active;
      if (file === null || handing) return;
      handing = true;
      pair.standby.load(source, file, ahead());
    },
    swap() {
      const old = pair.active;
      pair.active = pair.standby;
      pair.standby = old;
      handing = false;
      old.release();
    },
    /** Takes off the standby what it holds. */
    clear() {
      handing = false;
      pair.standby.release();
    },
    each(act: (audio: AudioLike) => void) {
      act(pair.active.audio);
      act(pair.standby.audio);
    },
    dispose() {
      handing = false;
      pair.active.dispose();
      pair.standby.dispose();
    },
  };
  pair.active = makeDeck();
  pair.standby = makeDeck();
  return pair;
}
