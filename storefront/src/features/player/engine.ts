// The player's engine: the current chapter, the second in it, the speed. Without React and network. Its
// state follows the events of the audio elements and never runs ahead of them.

import { createListeners } from "#app/kit/listeners.ts";
import type { AudioLike, SlotEvent } from "./audio-slot.ts";
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
import { createRecovery } from "./recovery.ts";
import { createSlotPair } from "./slot-pair.ts";
import { type EngineEvent, type Phase, RATES, type Snapshot, tenth } from "./state.ts";
import { createTickets, type Renewal, type Source } from "./tickets.ts";

export type EngineDeps = {
  source: Source;
  place: Place;
  rate: number;
  volume: number;
  audio: () => AudioLike;
  clock: Clock;
  /** Fetches the files and a new ticket; must not throw. */
  renew: () => Promise<Renewal>;
};

export type Engine = ReturnType<typeof createEngine>;

/** The next chapter's file is loaded this long before the chapter's end, in seconds of listening. */
const PREPARE_S = 30;

export function createEngine(deps: EngineDeps) {
  const { clock } = deps;
  const { chapters } = deps.source;
  const requested = clampPlace(chapters, deps.place);
  const place = isBookEnd(chapters, requested) ? START : requested;

  let snapshot: Snapshot = {
    ...place,
    phase: "loading",
    length: chapterLength(chapters[place.index]),
    rate: tenth(deps.rate, RATES.min, RATES.max),
    volume: tenth(deps.volume, 0, 1),
    muted: false,
    offline: false,
  };
  /** The listener has pressed play and not paused since. */
  let playWanted = false;
  /** `started` was emitted, and neither `paused` nor `finished` since. */
  let isSounding = false;
  /** Where the elements are seeking to, and where that seek started. */
  let target: Place | null = null;
  let movedFrom: Place | null = null;
  let stopAtChapterEnd = false;
  let unlocked = false;
  let disposed = false;

  const changes = createListeners();
  const events = createListeners<[EngineEvent]>();
  const emit = events.notify;
  const tickets = createTickets(deps.source, deps.renew, clock);
  const recovery = createRecovery({
    clock,
    renew: tickets.renew,
    onTicket: () => load(destination()),
    onRefused: (error) => stopRefused(error),
    onUnreachable: () => patch({ offline: true }),
    onUnplayable() {
      stopSound();
      setPhase("failed");
      emit({ type: "file-error" });
    },
  });
  const pair = createSlotPair({
    audio: deps.audio,
    clock,
    rate: snapshot.rate,
    volume: snapshot.volume,
    onEvent,
    // The ticket has probably expired; prepareAhead loads the file again with the new one.
    onStandbyError: () => void tickets.renew(),
    onReplaced: startPlayback,
    isStable: () => playWanted && !target && !recovery.busy,
  });

  function patch(change: Partial<Snapshot>) {
    snapshot = { ...snapshot, ...change };
    changes.notify();
  }
  function setPhase(phase: Phase) {
    if (phase === "waiting") recovery.watch(reload);
    else recovery.unwatch();
    if (phase !== snapshot.phase) patch({ phase });
  }
  const current = (): Place => ({ index: snapshot.index, position: snapshot.position });
  const destination = (): Place => target ?? current();

  /** Updates the snapshot from the active element, which is at second `time` of its file. */
  function setPlace(index: number, time: number) {
    const chapter = chapters[index];
    const length = chapterLength(chapter);
    const position = Math.min(length, Math.max(0, time - (chapter?.start ?? 0)));
    const turned = index !== snapshot.index;
    patch({ index, position, length });
    if (turned) emit({ type: "chapter", index });
  }

  /** The elements have no sound yet and are not yet in position. */
  function showWaiting() {
    if (playWanted) setPhase("waiting");
    else setPhase(snapshot.phase === "loading" ? "loading" : "paused");
  }

  function startPlayback() {
    const slot = pair.active;
    slot.audio.play().catch((error: unknown) => {
      // The browser requires a click first. Other failures arrive as the element's own event.
      if (slot !== pair.active || (error as Error)?.name !== "NotAllowedError") return;
      playWanted = false;
      setPhase("paused");
    });
  }

  function onSoundStarted() {
    setPhase("playing");
    if (isSounding) return;
    isSounding = true;
    emit({ type: "started" });
  }

  /** Stops the sound; the caller sets the phase. */
  function stopSound() {
    playWanted = false;
    if (!pair.active.audio.paused) pair.active.audio.pause();
    if (!isSounding) return;
    isSounding = false;
    emit({ type: "paused" });
  }

  function pauseSound() {
    stopSound();
    setPhase("paused");
  }

  function stopRefused(error: unknown) {
    pauseSound();
    emit({ type: "refused", error });
  }

  function load(to: Place) {
    const chapter = chapters[to.index];
    if (!chapter) return;
    target = to;
    pair.active.load(tickets.source, chapter.file, chapter.start + to.position);
  }

  /** Moves the sound to `to`; the snapshot follows when the elements are there. */
  function moveTo(to: Place) {
    target = to;
    if (recovery.busy) return;
    const chapter = chapters[to.index];
    if (!chapter) return;
    const { file } = chapter;
    if (pair.active.file !== file && pair.standby.file === file) pair.swap();
    else if (pair.active.file !== file) pair.clear();
    if (pair.active.file === file && !pair.active.audio.error) {
      if (!pair.active.ready) showWaiting();
      pair.active.seek(chapter.start + to.position);
    } else {
      showWaiting();
      load(to);
    }
  }

  /** Loads the file again at the same second, with a new ticket. */
  function reload() {
    target = destination();
    pair.clear();
    showWaiting();
    recovery.begin();
  }

  function onPositioned() {
    if (snapshot.offline) patch({ offline: false });
    if (target) {
      const { index } = target;
      target = null;
      setPlace(index, pair.active.audio.currentTime);
      const from = movedFrom;
      movedFrom = null;
      if (from) emit({ type: "moved", from, leap: isLeap(chapters, from, current()) });
    }
    const { audio, canPlay } = pair.active;
    if (!playWanted) setPhase("paused");
    else if (audio.ended) playNextChapter();
    else if (!audio.paused && canPlay) onSoundStarted();
    else {
      setPhase("waiting");
      if (audio.paused) startPlayback();
    }
  }

  function onTime() {
    const { audio, file, positioned } = pair.active;
    const at = chapters[snapshot.index];
    if (!positioned || target || audio.seeking || !at || file !== at.file) return;
    const time = audio.currentTime;
    const index = chapterAt(chapters, at.file, time, snapshot.index);
    if (index !== snapshot.index && time >= at.end && playWanted) {
      const next = chapters[snapshot.index + 1];
      // The last chapter of a file ends with the file, or earlier if its marks say so.
      if (next?.file === at.file || audio.duration - at.end > 1) {
        return next && runsOn(at, next) ? enterNextChapter(time) : playNextChapter();
      }
    }
    setPlace(index < 0 ? snapshot.index : index, time);
    recovery.clearFailuresAfter(bookTime(chapters, snapshot));
    if (snapshot.phase !== "playing") return;
    emit({ type: "progress" });
    prepareAhead();
  }

  /** A chapter ends in the middle of a file: the sound continues, unless something stops it. */
  function enterNextChapter(time: number) {
    if (tickets.refusal) return stopBeforeChapter(tickets.refusal.error);
    setPlace(snapshot.index + 1, time);
    if (!stopAtChapterEnd) return emit({ type: "progress" });
    stopAtChapterEnd = false;
    pauseSound();
    emit({ type: "chapter-stop" });
  }

  /** The chapter is over and its sound has stopped. */
  function playNextChapter() {
    const index = snapshot.index + 1;
    if (index >= chapters.length) return finish();
    if (tickets.refusal) return stopBeforeChapter(tickets.refusal.error);
    const stop = stopAtChapterEnd;
    stopAtChapterEnd = false;
    if (stop) stopSound();
    moveTo({ index, position: 0 });
    if (stop) emit({ type: "chapter-stop" });
  }

  function stopBeforeChapter(error: unknown) {
    setPlace(snapshot.index, chapters[snapshot.index]?.end ?? 0);
    stopRefused(error);
  }

  function finish() {
    playWanted = false;
    isSounding = false;
    stopAtChapterEnd = false;
    setPlace(snapshot.index, chapters[snapshot.index]?.end ?? 0);
    setPhase("ended");
    if (!pair.active.audio.paused) pair.active.audio.pause();
    emit({ type: "finished" });
  }

  function prepareAhead() {
    const { audio, buffered, source } = pair.active;
    const at = chapters[snapshot.index];
    const next = chapters[snapshot.index + 1];
    if (!at || !source) return;
    if (next && (at.end - audio.currentTime) / snapshot.rate < PREPARE_S) {
      tickets.renewForChapter();
      if (next.file === at.file || tickets.renewing || tickets.refusal) return;
      return pair.prepare(tickets.source, next.file, next.start);
    }
    if (!tickets.expires(source) || buffered || pair.replacing || tickets.renewing) return;
    void tickets.renewAhead(source).then((renewed) => {
      if (renewed && source === pair.active.source && playWanted)
        pair.replaceActive(tickets.source);
    });
  }

  function onEvent(event: SlotEvent) {
    const { active } = pair;
    const { audio } = active;
    if (disposed) return;
    switch (event) {
      case "positioned":
        return onPositioned();
      case "timeupdate":
        return onTime();
      case "progress":
        return recovery.bytes();
      case "play":
        if (snapshot.phase !== "playing") setPhase("waiting");
        return;
      case "playing":
        if (active.positioned && playWanted) onSoundStarted();
        return;
      case "waiting":
        if (playWanted) setPhase("waiting");
        return;
      case "pause":
        // A file pauses before it reports its end; a load pauses the file that it replaces.
        if (audio.ended || !audio.paused || !active.ready) return;
        if (snapshot.phase !== "ended" && snapshot.phase !== "failed") pauseSound();
        return;
      case "ended":
        if (!active.positioned || target) return;
        return playWanted ? playNextChapter() : setPlace(snapshot.index, audio.currentTime);
      case "error":
        // A connection lost while paused is restored by the next play.
        if (!audio.error || recovery.busy || (!playWanted && active.ready)) return;
        target = destination();
        pair.clear();
        if (recovery.recordFailure(bookTime(chapters, target))) showWaiting();
        return;
      case "ratechange":
        if (audio.playbackRate === snapshot.rate) return;
        patch({ rate: audio.playbackRate });
        return emit({ type: "rate", rate: snapshot.rate });
      case "volumechange":
        return patch({ volume: audio.volume, muted: audio.muted });
    }
  }

  /** Moves to a place that the listener chose. */
  function jumpTo(to: Place) {
    if (disposed) return;
    if (to.index !== snapshot.index) {
      if (tickets.refusal) return stopRefused(tickets.refusal.error);
      tickets.renewForChapter();
    }
    movedFrom ??= current();
    if (snapshot.phase === "ended" || snapshot.phase === "failed") {
      recovery.resetFailures();
      setPhase("paused");
    }
    moveTo(to);
  }

  function play() {
    if (disposed) return;
    const { active, standby } = pair;
    if (!unlocked) {
      // Safari allows play() on an element only after a call on it within a click.
      unlocked = true;
      if (standby.file === null) standby.audio.load();
    }
    playWanted = true;
    if (snapshot.phase === "ended") return moveTo(START);
    if (snapshot.phase === "failed" || active.audio.error) {
      recovery.resetFailures();
      return reload();
    }
    if (recovery.busy || !active.positioned) return setPhase("waiting");
    if (active.audio.ended || snapshot.position >= snapshot.length) {
      if (!tickets.refusal) return playNextChapter();
      // A full quota stopped the book at a chapter's end; the listener may have upgraded since.
      setPhase("waiting");
      return void tickets.renew().then(() => playWanted && playNextChapter());
    }
    if (active.source && tickets.expires(active.source, 0) && !active.buffered) return reload();
    startPlayback();
  }

  function pause() {
    const { active } = pair;
    playWanted = false;
    if (!active.audio.paused) return active.audio.pause();
    stopSound();
    if (snapshot.phase === "waiting") setPhase(active.positioned ? "paused" : "loading");
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

  moveTo(current());

  return {
    chapters,
    getSnapshot: (): Snapshot => snapshot,
    subscribe: changes.subscribe,
    on: events.subscribe,
    play,
    pause,
    toggle: () => (playWanted ? pause() : play()),
    seek: (to: Place) => jumpTo(clampPlace(chapters, to)),
    /** By `seconds` of book time, across chapters, within the book. */
    skip: (seconds: number) =>
      jumpTo(placeAt(chapters, bookTime(chapters, destination()) + seconds)),
    /** After the last chapter comes the first. */
    next: () => jumpTo({ index: (destination().index + 1) % chapters.length, position: 0 }),
    /** In the first chapter it starts that chapter again. */
    previous: () => jumpTo({ index: Math.max(0, destination().index - 1), position: 0 }),
    setRate,
    /** Changes the speed by `step`; quick presses add up although the snapshot follows later. */
    changeRate: (step: number) => setRate(pair.active.audio.playbackRate + step),
    setVolume,
    changeVolume: (step: number) => setVolume(pair.active.audio.volume + step),
    toggleMute() {
      const muted = !snapshot.muted;
      pair.each((audio) => {
        audio.muted = muted;
      });
    },
    /** For the sleep timer: pause at the end of the current chapter. */
    stopAtChapterEnd(stop: boolean) {
      stopAtChapterEnd = stop;
    },
    online() {
      if (!recovery.online() && snapshot.phase === "waiting" && !pair.active.canPlay) reload();
    },
    dispose() {
      if (disposed) return;
      stopSound();
      disposed = true;
      recovery.stop();
      pair.dispose();
    },
  };
}
