// One listening of one book, from opening to closing: the engine, and everything that follows what it
// does (saved places, reading reports, the system's media controls, analytics, the sleep timer).
import { isApiError } from "#app/api/errors.ts";
import { track } from "#app/api/track.ts";
import type { LibraryBook } from "#app/api/types.ts";
import { getPosition, getSource, postReport, putPosition } from "./api.ts";
import { isLeap, type Place, START } from "./chapters.ts";
import { type Clock, wallClock } from "./clock.ts";
import type { AudioLike } from "./deck.ts";
import { createEngine } from "./engine.ts";
import { createOutbox } from "./outbox.ts";
import { createPositions } from "./positions.ts";
import { preferences, rememberVolume, volumeFor } from "./preferences.ts";
import { createReporter } from "./reporter.ts";
import { createSleepTimer } from "./sleep-timer.ts";
import { leaveSound, takeSound } from "./sound-focus.ts";
import type { EngineEvent } from "./state.ts";
import type { Renewal } from "./tickets.ts";

export type ListeningDeps = {
  bookId: string;
  userId: string;
  /** Where files are fetched from; the configuration's dlUrl. */
  mediaUrl: string;
  /** Nothing more may be played: what the files call threw. */
  onRefused: (error: unknown) => void;
  onFileError: () => void;
  audio?: () => AudioLike;
  clock?: Clock;
};

export type Listening = Awaited<ReturnType<typeof openListening>>;

/** Two signs of leaving within this time are one: a closed tab is hidden first. */
const LEAVING_MS = 500;

/** Throws what the files call throws. */
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
    onWinner: (place) => engine.seek(place),
  });
  const [source, opened] = await Promise.all([getSource(bookId, mediaUrl), positions.open()]);

  const engine = createEngine({
    source,
    place: opened.place ?? START,
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

  const { lost } = opened;
  let wayBack: Place | null =
    lost && opened.place && isLeap(source.chapters, lost, opened.place) ? lost : null;
  /** The way back is being taken; it is no leap to come back from. */
  let returning = false;
  const watchers = new Set<() => void>();
  function offer(place: Place | null) {
    wayBack = place;
    for (const watcher of watchers) watcher();
  }

  const here = (): Place => {
    const { index, position } = engine.getSnapshot();
    return { index, position };
  };
  let touched = false;
  let chapterTold = -1;
  function tellChapter() {
    const { index, phase } = engine.getSnapshot();
    if (index === chapterTold || (phase !== "playing" && phase !== "waiting")) return;
    chapterTold = index;
    track("chapter start", { bookId, chapter: index + 1 });
  }

  function onEvent(event: EngineEvent) {
    switch (event.type) {
      case "started":
        touched = true;
        takeSound(engine.pause);
        reporter.started(engine.getSnapshot().rate);
        track("book listening started", { bookId });
        return tellChapter();
      case "progress":
        reporter.progress();
        return positions.note(here());
      case "paused":
        reporter.stopped();
        track("book listening paused", { bookId });
        return positions.keep(here());
      case "chapter":
        positions.keep(here());
        return tellChapter();
      case "rate":
        preferences.set({ ...preferences.get(), rate: event.rate });
        return reporter.speed(event.rate);
      case "finished":
        reporter.stopped();
        return positions.keep(here());
      case "moved":
        touched = true;
        // While the sound goes on the next saving is near.
        if (event.leap || engine.getSnapshot().phase !== "playing") positions.keep(here());
        if (event.leap && !returning) offer(event.from);
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
    // A book that was only looked at leaves no trace.
    if (touched) positions.keep(here(), true);
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
  let leaveMediaSession: (() => void) | null = null;

  return {
    engine,
    sleep,
    wayBack: {
      get: () => wayBack,
      subscribe(watcher: () => void) {
        watchers.add(watcher);
        return () => void watchers.delete(watcher);
      },
      /** Goes back to where the last leap began. */
      take() {
        if (!wayBack) return;
        returning = true;
        engine.seek(wayBack);
        offer(null);
      },
      dismiss: () => offer(null),
    },
    /** The book's own data, once they are known: the system's controls show them. */
    async present(book: LibraryBook) {
      const { joinMediaSession } = await import("./media-session.ts");
      leaveMediaSession?.();
      if (!closed) leaveMediaSession = joinMediaSession(engine, book);
    },
    close() {
      closed = true;
      engine.dispose();
      stopEvents();
      stopVolume();
      leaveSound(engine.pause);
      leaveMediaSession?.();
      sleep.dispose();
      document.removeEventListener("visibilitychange", onVisibility);
      removeEventListener("pagehide", leave);
      removeEventListener("online", onOnline);
    },
  };
}
