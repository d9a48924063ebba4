// Where the listener is in a book: on the server, which decides, and in local storage, which serves
// while the server is out of reach. Every saving names the revision it builds on; the server refuses
// one that builds on an old revision and says which place won.
import { parseJson, stored } from "#app/kit/stored.ts";
import type { Place } from "./chapters.ts";
import type { Clock } from "./clock.ts";

/** `revision` is the server's count of savings; 0 before the first. */
export type Saved = Place & { revision: number };

/** `unsent`: the server is not known to have it. */
type Local = Saved & { unsent: boolean };
type Shelf = { userId: string; books: Record<string, Local> };

export type PutAnswer =
  | { kind: "saved"; revision: number }
  | { kind: "stale"; current: Saved }
  /** Tried again with the next saving. */
  | { kind: "failed" };

export type PositionsDeps = {
  bookId: string;
  userId: string;
  clock: Clock;
  /** The server's place, null when it has none; throws when it does not answer. */
  get: () => Promise<Saved | null>;
  /** Must not throw. */
  put: (saved: Saved, keepalive: boolean) => Promise<PutAnswer>;
  /** Whether going from one place to the other would be a leap for the listener. */
  isLeap: (from: Place, to: Place) => boolean;
  /** Another device has moved on, a leap away. */
  onWinner: (place: Place) => void;
};

export type Positions = ReturnType<typeof createPositions>;

/** A playing position is saved at most this often. */
export const SAVE_MS = 5000;
/** Places kept on this device; the oldest go first. */
const LIMIT = 20;

const shelf = stored<Shelf | null>("heliriiul.positions", (text) => {
  const value = parseJson(text) as Partial<Shelf> | null;
  if (typeof value?.userId !== "string" || typeof value.books !== "object") return null;
  const books = Object.entries(value.books ?? {}).filter(([, local]) => isLocal(local));
  return { userId: value.userId, books: Object.fromEntries(books) };
});

/** Books with a place on this device that the server may not have. */
export function unsentBooks(userId: string): string[] {
  const kept = shelf.get();
  if (kept?.userId !== userId) return [];
  return Object.keys(kept.books).filter((bookId) => kept.books[bookId]?.unsent);
}

export function createPositions(deps: PositionsDeps) {
  const { bookId, userId, clock } = deps;
  let local: Local | null = readLocal();
  let revision = local?.revision ?? 0;
  let savedAt = Number.NEGATIVE_INFINITY;
  let sending = false;

  function readLocal(): Local | null {
    const kept = shelf.get();
    return kept?.userId === userId ? (kept.books[bookId] ?? null) : null;
  }

  function writeLocal(value: Local) {
    local = value;
    const kept = shelf.get();
    const others = kept?.userId === userId ? Object.entries(kept.books) : [];
    const rest = others.filter(([id]) => id !== bookId).slice(1 - LIMIT);
    shelf.set({ userId, books: Object.fromEntries([...rest, [bookId, value]]) });
  }

  function accept(saved: Saved) {
    revision = saved.revision;
    writeLocal({ ...saved, unsent: false });
  }

  async function send(keepalive: boolean, again = true): Promise<void> {
    // On leaving there is no time to wait for an answer that may be under way.
    if (!local?.unsent || (sending && !keepalive)) return;
    const mine = local;
    sending = true;
    const answer = await deps.put({ ...mine, revision }, keepalive);
    sending = false;
    if (answer.kind === "saved") {
      revision = answer.revision;
      const newer = local !== mine;
      writeLocal({ ...(local ?? mine), revision, unsent: newer });
      if (newer) await send(false);
    } else if (answer.kind === "stale") {
      // The winner may be our own earlier saving, its answer late or lost: then it is near.
      revision = answer.current.revision;
      if (deps.isLeap(local ?? mine, answer.current)) {
        accept(answer.current);
        deps.onWinner(answer.current);
      } else if (again) await send(false, false);
    }
  }

  function save(place: Place, keepalive: boolean) {
    savedAt = clock.now();
    if (
      local &&
      !local.unsent &&
      local.index === place.index &&
      local.position === place.position
    ) {
      return;
    }
    writeLocal({ index: place.index, position: place.position, revision, unsent: true });
    void send(keepalive);
  }

  return {
    /**
     * Where to begin: `place`, null for a book not begun. `lost` is what this device had saved and
     * the server did not take, since another device had moved on.
     */
    async open(): Promise<{ place: Place | null; lost: Place | null }> {
      const mine = local;
      let saved: Saved | null;
      try {
        saved = await deps.get();
      } catch {
        return { place: mine, lost: null };
      }
      // Nothing came between: what could not be sent before is the newest there is.
      if (mine?.unsent && mine.revision === (saved?.revision ?? 0)) {
        void send(false);
        return { place: mine, lost: null };
      }
      if (saved) accept(saved);
      else revision = 0;
      return { place: saved, lost: mine?.unsent ? mine : null };
    },
    /** While the sound goes on; saves at most every SAVE_MS. */
    note(place: Place) {
      if (clock.now() - savedAt >= SAVE_MS) save(place, false);
    },
    /** At once: a pause, a seek, a new chapter, or `leaving` a page that may be gone in a moment. */
    keep(place: Place, leaving = false) {
      save(place, leaving);
    },
    /** The network is back. */
    flush: () => send(false),
    /** The listener returns to a page that lay still: another device may have moved on. */
    async refresh(): Promise<void> {
      if (local?.unsent) return send(false);
      const before = local;
      const saved = await deps.get().catch(() => null);
      if (!saved || local !== before || saved.revision <= revision) return;
      accept(saved);
      if (!before || deps.isLeap(before, saved)) deps.onWinner(saved);
    },
  };
}

function isLocal(value: unknown): value is Local {
  const { index, position, revision, unsent } = (value ?? {}) as Local;
  return (
    Number.isInteger(index) &&
    Number.isFinite(position) &&
    Number.isInteger(revision) &&
    typeof unsent === "boolean"
  );
}
