// The player's engine: which chapter sounds, from which second, how fast. It knows no React and no
// network of its own. Its state follows what the audio elements report and never runs ahead of them.
import {
  bookTime,
  chapterAt,
  chapterLength,
  clampPlace,
  isBookEnd,
  isLeap,
  type Place,
  placeAt,
  runsOn,
  START,
} from "./chapters.ts";
import type { Clock } from "./clock.ts";
import type { AudioLike, DeckEvent } from "./deck.ts";
import { createPair } from "./pair.ts";
import { createRecovery } from "./recovery.ts";
import { type EngineEvent, type Phase, RATES, type Snapshot, tenth } from "./state.ts";
import { createTickets, type Renewal, type Source } from "./tickets.ts";

export type EngineDeps = {
  source: Source;
  place: Place;
  rate: number;
  volume: number;
  audio: () => AudioLike;
  clock: Clock;
  /** Asks for the files anew; must not throw. */
  renew: () => Promise<Renewal>;
};

export type Engine = ReturnType<typeof createEngine>;

/** How long before a chapter's end the next one's file is fetched, in seconds of listening. */
const PREPARE_S = 30;

export function createEngine(deps: EngineDeps) {
  const { clock } = deps;
  const { chapters } = deps.source;
  const opening = clampPlace(chapters, deps.place);
  const place = isBookEnd(chapters, opening) ? START : opening;

  let snapshot: Snapshot = {
    ...place,
    phase: "loading",
    length: chapterLength(chapters[place.index]),
    rate: tenth(deps.rate, RATES.min, RATES.max),
    volume: tenth(deps.volume, 0, 1),
    muted: false,
    offline: false,
  };
  /** The listener wants sound. */
  let want = false;
  /** `started` was told, and neither `paused` nor `finished` since. */
  let sounding = false;
  /** Where the elements are on their way to, and where they came from. */
  let target: Place | null = null;
  let movedFrom: Place | null = null;
  let stopAtChapterEnd = false;
  let blessed = false;
  let disposed = false;

  const subscribers = new Set<() => void>();
  const listeners = new Set<(event: EngineEvent) => void>();
  const tickets = createTickets(deps.source, deps.renew, clock);
  const recovery = createRecovery({
    clock,
    ask: tickets.ask,
    onTicket: () => load(aim()),
    onRefused: (error) => refuse(error),
    onUnreachable: () => patch({ offline: true }),
    onGiveUp() {
      hush();
      setPhase("failed");
      emit({ type: "file-error" });
    },
  });
  const pair = createPair({
    audio: deps.audio,
    clock,
    rate: snapshot.rate,
    volume: snapshot.volume,
    onEvent,
    // Most likely an expired ticket: the next look ahead loads the file again, under a new one.
    onStandbyError: () => void tickets.ask(),
    onTakeOver: begin,
    steady: () => want && !target && !recovery.busy,
  });

  function patch(change: Partial<Snapshot>) {
    snapshot = { ...snapshot, ...change };
    for (const subscriber of [...subscribers]) subscriber();
  }
  function emit(event: EngineEvent) {
    for (const listener of [...listeners]) listener(event);
  }
  function setPhase(phase: Phase) {
    if (phase === "waiting") recovery.watch(reload);
    else recovery.unwatch();
    if (phase !== snapshot.phase) patch({ phase });
  }
  const here = (): Place => ({ index: snapshot.index, position: snapshot.position });
  const aim = (): Place => target ?? here();

  /** Takes over what the active element says: it is at second `time` of its file, in chapter `index`. */
  function commit(index: number, time: number) {
    const chapter = chapters[index];
    const length = chapterLength(chapter);
    const position = Math.min(length, Math.max(0, time - (chapter?.start ?? 0)));
    const turned = index !== snapshot.index;
    patch({ index, position, length });
    if (turned) emit({ type: "chapter", index });
  }

  /** The sound is not there and the elements are not yet where they should be. */
  function holdOn() {
    if (want) setPhase("waiting");
    else setPhase(snapshot.phase === "loading" ? "loading" : "paused");
  }

  function begin() {
    const deck = pair.active;
    deck.audio.play().catch((error: unknown) => {
      // The browser wants a click first. Any other trouble comes as the element's own event.
      if (deck !== pair.active || (error as Error)?.name !== "NotAllowedError") return;
      want = false;
      setPhase("paused");
    });
  }

  function sound() {
    setPhase("playing");
    if (sounding) return;
    sounding = true;
    emit({ type: "started" });
  }

  /** Ends the listening; the phase is the caller's. */
  function hush() {
    want = false;
    if (!pair.active.audio.paused) pair.active.audio.pause();
    if (!sounding) return;
    sounding = false;
    emit({ type: "paused" });
  }

  function rest() {
    hush();
    setPhase("paused");
  }

  function refuse(error: unknown) {
    rest();
    emit({ type: "refused", error });
  }

  function load(to: Place) {
    const chapter = chapters[to.index];
    if (!chapter) return;
    target = to;
    pair.active.load(tickets.source, chapter.file, chapter.start + to.position);
  }

  /** Takes the sound to `to`; the snapshot follows when the elements are there. */
  function move(to: Place) {
    target = to;
    if (recovery.busy) return;
    const chapter = chapters[to.index];
    if (!chapter) return;
    const { file } = chapter;
    if (pair.active.file !== file && pair.standby.file === file) pair.swap();
    else if (pair.active.file !== file) pair.clear();
    if (pair.active.file === file && !pair.active.audio.error) {
      if (!pair.active.ready) holdOn();
      pair.active.seek(chapter.start + to.position);
    } else {
      holdOn();
      load(to);
    }
  }

  /** Loads the file anew at the same second, under a new ticket. */
  function reload() {
    target = aim();
    pair.clear();
    holdOn();
    recovery.begin();
  }

  function onSettled() {
    if (snapshot.offline) patch({ offline: false });
    if (target) {
      const { index } = target;
      target = null;
      commit(index, pair.active.audio.currentTime);
      const from = movedFrom;
      movedFrom = null;
      if (from) emit({ type: "moved", from, leap: isLeap(chapters, from, here()) });
    }
    const { audio, canPlay } = pair.active;
    if (!want) setPhase("paused");
    else if (audio.ended) advance();
    else if (!audio.paused && canPlay) sound();
    else {
      setPhase("waiting");
      if (audio.paused) begin();
    }
  }

  function onTime() {
    const { audio, file, settled } = pair.active;
    const at = chapters[snapshot.index];
    if (!settled || target || audio.seeking || !at || file !== at.file) return;
    const time = audio.currentTime;
    const index = chapterAt(chapters, at.file, time, snapshot.index);
    if (index !== snapshot.index && time >= at.end && want) {
      const next = chapters[snapshot.index + 1];
      // The last chapter of a file ends with the file, or before it where the marks say so.
      if (next?.file === at.file || audio.duration - at.end > 1) {
        return next && runsOn(at, next) ? turn(time) : advance();
      }
    }
    commit(index < 0 ? snapshot.index : index, time);
    recovery.passed(bookTime(chapters, snapshot));
    if (snapshot.phase !== "playing") return;
    emit({ type: "progress" });
    lookAhead();
  }

  /** A chapter ends in the middle of a file: the sound runs on, unless something stops it. */
  function turn(time: number) {
    if (tickets.refusal) return closeGate(tickets.refusal.error);
    commit(snapshot.index + 1, time);
    if (!stopAtChapterEnd) return emit({ type: "progress" });
    stopAtChapterEnd = false;
    rest();
    emit({ type: "chapter-stop" });
  }

  /** The chapter is over and its sound has stopped. */
  function advance() {
    const index = snapshot.index + 1;
    if (index >= chapters.length) return finish();
    if (tickets.refusal) return closeGate(tickets.refusal.error);
    const stop = stopAtChapterEnd;
    stopAtChapterEnd = false;
    if (stop) hush();
    move({ index, position: 0 });
    if (stop) emit({ type: "chapter-stop" });
  }

  function closeGate(error: unknown) {
    commit(snapshot.index, chapters[snapshot.index]?.end ?? 0);
    refuse(error);
  }

  function finish() {
    want = false;
    sounding = false;
    stopAtChapterEnd = false;
    commit(snapshot.index, chapters[snapshot.index]?.end ?? 0);
    setPhase("ended");
    if (!pair.active.audio.paused) pair.active.audio.pause();
    emit({ type: "finished" });
  }

  /** Makes ready what will be needed soon: the next file, a fresh ticket. */
  function lookAhead() {
    const { audio, buffered, source } = pair.active;
    const at = chapters[snapshot.index];
    const next = chapters[snapshot.index + 1];
    if (!at || !source) return;
    if (next && (at.end - audio.currentTime) / snapshot.rate < PREPARE_S) {
      tickets.askForChapter();
      if (next.file === at.file || tickets.asking || tickets.refusal) return;
      return pair.prepare(tickets.source, next.file, next.start);
    }
    if (!tickets.expires(source) || buffered || pair.handing || tickets.asking) return;
    void tickets.askAhead(source).then((renewed) => {
      if (renewed && source === pair.active.source && want) pair.handOver(tickets.source);
    });
  }

  function onEvent(event: DeckEvent) {
    const { active } = pair;
    const { audio } = active;
    if (disposed) return;
    switch (event) {
      case "settled":
        return onSettled();
      case "timeupdate":
        return onTime();
      case "progress":
        return recovery.bytes();
      case "play":
        if (snapshot.phase !== "playing") setPhase("waiting");
        return;
      case "playing":
        if (active.settled && want) sound();
        return;
      case "waiting":
        if (want) setPhase("waiting");
        return;
      case "pause":
        // At its end a file pauses before it says that it ended; a load pauses the file it takes off.
        if (audio.ended || !audio.paused || !active.ready) return;
        if (snapshot.phase !== "ended" && snapshot.phase !== "failed") rest();
        return;
      case "ended":
        if (!active.settled || target) return;
        return want ? advance() : commit(snapshot.index, audio.currentTime);
      case "error":
        // A connection lost while paused is mended when the listener wants sound again.
        if (!audio.error || recovery.busy || (!want && active.ready)) return;
        target = aim();
        pair.clear();
        if (recovery.blame(bookTime(chapters, target))) holdOn();
        return;
      case "ratechange":
        if (audio.playbackRate === snapshot.rate) return;
        patch({ rate: audio.playbackRate });
        return emit({ type: "rate", rate: snapshot.rate });
      case "volumechange":
        return patch({ volume: audio.volume, muted: audio.muted });
    }
  }

  /** To a place of the listener's choice. */
  function jump(to: Place) {
    if (disposed) return;
    if (to.index !== snapshot.index) {
      if (tickets.refusal) return refuse(tickets.refusal.error);
      tickets.askForChapter();
    }
    movedFrom ??= here();
    if (snapshot.phase === "ended" || snapshot.phase === "failed") {
      recovery.forgive();
      setPhase("paused");
    }
    move(to);
  }

  function play() {
    if (disposed) return;
    const { active, standby } = pair;
    if (!blessed) {
      // Safari lets an element start by itself only after a call on it from within a click.
      blessed = true;
      if (standby.file === null) standby.audio.load();
    }
    want = true;
    if (snapshot.phase === "ended") return move(START);
    if (snapshot.phase === "failed" || active.audio.error) {
      recovery.forgive();
      return reload();
    }
    if (recovery.busy || !active.settled) return setPhase("waiting");
    if (active.audio.ended || snapshot.position >= snapshot.length) {
      if (!tickets.refusal) return advance();
      // Stopped at a chapter's end by a full quota: perhaps a larger package was bought since.
      setPhase("waiting");
      return void tickets.ask().then(() => want && advance());
    }
    if (active.source && tickets.expires(active.source, 0) && !active.buffered) return reload();
    begin();
  }

  function pause() {
    const { active } = pair;
    want = false;
    if (!active.audio.paused) return active.audio.pause();
    hush();
    if (snapshot.phase === "waiting") setPhase(active.settled ? "paused" : "loading");
  }

  function setRate(rate: number) {
    const value = tenth(rate, RATES.min, RATES.max);
    pair.each((audio) => {
      audio.defaultPlaybackRate = value;
      audio.playbackRate = value;
    });
  }

  function setVolume(volume: number) {
    pair.each((audio) => {
      audio.volume = tenth(volume, 0, 1);
      audio.muted = false;
    });
  }

  move(here());

  return {
    chapters,
    getSnapshot: (): Snapshot => snapshot,
    /** Calls `subscriber` after each change of the snapshot; answers the way to stop. */
    subscribe(subscriber: () => void) {
      subscribers.add(subscriber);
      return () => void subscribers.delete(subscriber);
    },
    /** Calls `listener` with what happens; answers the way to stop. */
    on(listener: (event: EngineEvent) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    play,
    pause,
    toggle: () => (want ? pause() : play()),
    seek: (to: Place) => jump(clampPlace(chapters, to)),
    /** By `seconds` of book time, over the borders of chapters, within the book. */
    skip: (seconds: number) => jump(placeAt(chapters, bookTime(chapters, aim()) + seconds)),
    /** After the last chapter comes the first. */
    next: () => jump({ index: (aim().index + 1) % chapters.length, position: 0 }),
    /** Before the first chapter comes none: it begins again. */
    previous: () => jump({ index: Math.max(0, aim().index - 1), position: 0 }),
    setRate,
    /** Faster or slower by `step`; quick presses add up, though the snapshot follows later. */
    changeRate: (step: number) => setRate(pair.active.audio.playbackRate + step),
    setVolume,
    changeVolume: (step: number) => setVolume(pair.active.audio.volume + step),
    toggleMute() {
      const muted = !snapshot.muted;
      pair.each((audio) => {
        audio.muted = muted;
      });
    },
    /** For the sleep timer: pause where the chapter in play ends. */
    stopAtChapterEnd(stop: boolean) {
      stopAtChapterEnd = stop;
    },
    /** The network is back. */
    online() {
      if (!recovery.online() && snapshot.phase === "waiting" && !pair.active.canPlay) reload();
    },
    dispose() {
      if (disposed) return;
      hush();
      disposed = true;
      recovery.stop();
      pair.dispose();
    },
  };
}
