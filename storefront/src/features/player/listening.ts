// A listening session of one book: the engine, and everything that follows its events (saved positions,
// reading reports, the system's media controls, analytics, the sleep timer).
import { isApiError } from "#app/api/errors.ts";
import { track } from "#app/api/track.ts";
import type { LibraryBook } from "#app/api/types.ts";
import { createListeners } from "#app/kit/listeners.ts";
import { getPosition, getSource, postReport, putPosition } from "./api.ts";
import { releaseAudioFocus, takeAudioFocus } from "./audio-focus.ts";
import type { AudioLike } from "./audio-slot.ts";
import { isLeap, type Place, START } from "./chapters.ts";
import { type Clock, wallClock } from "./clock.ts";
import { createEngine } from "./engine.ts";
import { createOutbox } from "./outbox.ts";
import { createPositions } from "./positions.ts";
import { preferences, rememberVolume, volumeFor } from "./preferences.ts";
import { createReporter } from "./reporter.ts";
import { createSleepTimer } from "./sleep-timer.ts";
import type { EngineEvent } from "./state.ts";
import type { Renewal } from "./tickets.ts";

export type ListeningDeps = {
  bookId: string;
  userId: string;
  /** Base address of media files; the configuration's dlUrl. */
  mediaUrl: string;
  /** The book may not be played: the error of the files call. */
  onRefused: (error: unknown) => void;
  onFileError: () => void;
  audio?: () => AudioLike;
  clock?: Clock;
};

export type Listening = Awaited<ReturnType<typeof openListening>>;

/** Two signs of leaving within this time count as one, because a closed tab is hidden first. */
const LEAVING_MS = 500;

/** Throws the errors of the files call. */
export async function openListening(deps: ListeningDeps) {
  const { bookId, userId, mediaUrl, clock = wallClock } = deps;
  const outbox = createOutbox({ userId, post: postReport });
  const positions = createPositions({
    bookId,
    userId,
    clock,
    get: () => getPosition(bookId),
    put: (saved, keepalive) => putPosition(bookId, saved, keepalive),
    isLeap: (from, to) => isLeap(source.chapters, from, to),
    onNewerPosition: (place) => engine.seek(place),
  });
  const [source, loaded] = await Promise.all([getSource(bookId, mediaUrl), positions.load()]);

  const engine = createEngine({
    source,
    place: loaded.place ?? START,
    rate: preferences.get().rate,
    volume: volumeFor(bookId),
    audio: deps.audio ?? (() => new Audio()),
    clock,
    renew: () =>
      getSource(bookId, mediaUrl).then<Renewal, Renewal>(
        (renewed) => ({ kind: "renewed", source: renewed }),
        (error: unknown) => {
          const answered = isApiError(error) && error.status >= 400 && error.status < 500;
          if (!answered || error.status === 429) return { kind: "unreachable" };
          return { kind: "refused", error };
        },
      ),
  });
  const reporter = createReporter({ bookId, clock, send: outbox.add });
  const sleep = createSleepTimer(engine, clock);

  const { lost } = loaded;
  let returnPoint: Place | null =
    lost && loaded.place && isLeap(source.chapters, lost, loaded.place) ? lost : null;
  /** The listener is returning to the earlier place; that is no leap to return from. */
  let returning = false;
  const { subscribe, notify } = createListeners();
  function setReturnPoint(place: Place | null) {
    returnPoint = place;
    notify();
  }

  const here = (): Place => {
    const { index, position } = engine.getSnapshot();
    return { index, position };
  };
  let hasPlayed = false;
  let trackedChapter = -1;
  function trackChapter() {
    const { index, phase } = engine.getSnapshot();
    if (index === trackedChapter || (phase !== "playing" && phase !== "waiting")) return;
    trackedChapter = index;
    track("chapter start", { bookId, chapter: index + 1 });
  }

  function onEvent(event: EngineEvent) {
    switch (event.type) {
      case "started":
        hasPlayed = true;
        takeAudioFocus(engine.pause);
        reporter.started(engine.getSnapshot().rate);
        track("book listening started", { bookId });
        return trackChapter();
      case "progress":
        reporter.progress();
        return positions.saveThrottled(here());
      case "paused":
        reporter.stopped();
        track("book listening paused", { bookId });
        return positions.save(here());
      case "chapter":
        positions.save(here());
        return trackChapter();
      case "rate":
        preferences.set({ ...preferences.get(), rate: event.rate });
        return reporter.speed(event.rate);
      case "finished":
        reporter.stopped();
        return positions.save(here());
      case "moved":
        hasPlayed = true;
        // During playback the next save comes soon.
        if (event.leap || engine.getSnapshot().phase !== "playing") positions.save(here());
        if (event.leap && !returning) setReturnPoint(event.from);
        returning = false;
        return;
      case "chapter-stop":
        return sleep.chapterEnded();
      case "refused":
        return deps.onRefused(event.error);
      case "file-error":
        return deps.onFileError();
    }
  }
  const stopEvents = engine.on(onEvent);
  const stopVolume = engine.subscribe(() => rememberVolume(bookId, engine.getSnapshot().volume));

  let leftAt = Number.NEGATIVE_INFINITY;
  function leave() {
    if (clock.now() - leftAt < LEAVING_MS) return;
    leftAt = clock.now();
    reporter.leaving();
    // A book that was not played is not saved.
    if (hasPlayed) positions.save(here(), true);
  }
  function onVisibility() {
    if (document.visibilityState === "hidden") leave();
    else if (engine.getSnapshot().phase === "paused") void positions.refresh();
  }
  function onOnline() {
    engine.online();
    void positions.flush();
    void outbox.flush();
  }
  document.addEventListener("visibilitychange", onVisibility);
  addEventListener("pagehide", leave);
  addEventListener("online", onOnline);
  void outbox.flush();

  let closed = false;
  let disconnectMediaSession: (() => void) | null = null;

  return {
    engine,
    sleep,
    returnPoint: {
      get: () => returnPoint,
      subscribe,
      /** Seeks to where the last leap started. */
      take() {
        if (!returnPoint) return;
        returning = true;
        engine.seek(returnPoint);
        setReturnPoint(null);
      },
      dismiss: () => setReturnPoint(null),
    },
    async present(book: LibraryBook) {
      const { connectMediaSession } = await import("./media-session.ts");
      disconnectMediaSession?.();
      if (!closed) disconnectMediaSession = connectMediaSession(engine, book);
    },
    close() {
      closed = true;
      engine.dispose();
      stopEvents();
      stopVolume();
      releaseAudioFocus(engine.pause);
      disconnectMediaSession?.();
      sleep.dispose();
      document.removeEventListener("visibilitychange", onVisibility);
      removeEventListener("pagehide", leave);
      removeEventListener("online", onOnline);
    },
  };
}
