// The listener's position in a book: on the server, which decides, and in local storage, which serves
// offline. Every save names the revision that it builds on. The server refuses a save on an old revision
// and returns the current position.
import { parseJson, stored } from "#app/kit/stored.ts";
import type { Place } from "./chapters.ts";
import type { Clock } from "./clock.ts";

/** `revision` is the server's count of saves; 0 before the first. */
export type SavedPosition = Place & { revision: number };

/** `unsent`: the server may not have it. */
type LocalPosition = SavedPosition & { unsent: boolean };
type LocalPositions = { userId: string; books: Record<string, LocalPosition> };

export type PutResult =
  | { kind: "saved"; revision: number }
  | { kind: "stale"; current: SavedPosition }
  /** The next save tries again. */
  | { kind: "failed" };

export type PositionsDeps = {
  bookId: string;
  userId: string;
  clock: Clock;
  /** The server's position, null when it has none; throws when it does not respond. */
  get: () => Promise<SavedPosition | null>;
  /** Must not throw. */
  put: (saved: SavedPosition, keepalive: boolean) => Promise<PutResult>;
  /** Whether the listener would notice the jump between two places. */
  isLeap: (from: Place, to: Place) => boolean;
  /** Another device has moved on, a leap away. */
  onNewerPosition: (place: Place) => void;
};

export type Positions = ReturnType<typeof createPositions>;

/** A playing position is saved at most this often. */
export const SAVE_MS = 5000;
/** Positions stored on this device; the oldest are removed first. */
const LIMIT = 20;

const store = stored<LocalPositions | null>("heliriiul.positions", (text) => {
  const value = parseJson(text) as Partial<LocalPositions> | null;
  if (typeof value?.userId !== "string" || typeof value.books !== "object") return null;
  const books = Object.entries(value.books ?? {}).filter(([, local]) => isLocal(local));
  return { userId: value.userId, books: Object.fromEntries(books) };
});

const booksOf = (userId: string): LocalPositions["books"] => {
  const all = store.get();
  return all?.userId === userId ? all.books : {};
};

/** Books with a position on this device that the server may not have. */
export function booksWithUnsentPosition(userId: string): string[] {
  return Object.entries(booksOf(userId))
    .filter(([, local]) => local.unsent)
    .map(([bookId]) => bookId);
}

export function createPositions(deps: PositionsDeps) {
  const { bookId, userId, clock } = deps;
  let local: LocalPosition | null = booksOf(userId)[bookId] ?? null;
  let revision = local?.revision ?? 0;
  let savedAt = Number.NEGATIVE_INFINITY;
  let sending = false;

  function writeLocal(value: LocalPosition) {
    local = value;
    const others = Object.entries(booksOf(userId)).filter(([id]) => id !== bookId);
    const books = [...others.slice(1 - LIMIT), [bookId, value]];
    store.set({ userId, books: Object.fromEntries(books) });
  }

  function accept(saved: SavedPosition) {
    revision = saved.revision;
    writeLocal({ ...saved, unsent: false });
  }

  async function send(keepalive: boolean, retry = true): Promise<void> {
    // A page that is being left cannot wait for an earlier request.
    if (!local?.unsent || (sending && !keepalive)) return;
    const sent = local;
    sending = true;
    const result = await deps.put({ ...sent, revision }, keepalive);
    sending = false;
    if (result.kind === "saved") {
      revision = result.revision;
      const newer = local !== sent;
      writeLocal({ ...(local ?? sent), revision, unsent: newer });
      if (newer) await send(false);
    } else if (result.kind === "stale") {
      // The current position may come from an earlier save of our own whose response was lost: then it
      // is near.
      revision = result.current.revision;
      if (deps.isLeap(local ?? sent, result.current)) {
        accept(result.current);
        deps.onNewerPosition(result.current);
      } else if (retry) await send(false, false);
    }
  }

  function save({ index, position }: Place, keepalive: boolean) {
    savedAt = clock.now();
    if (local && !local.unsent && local.index === index && local.position === position) return;
    writeLocal({ index, position, revision, unsent: true });
    void send(keepalive);
  }

  return {
    /**
     * Where to start: `place`, null for a new book. `lost` is a position of this device that the server
     * did not accept because another device had moved on.
     */
    async load(): Promise<{ place: Place | null; lost: Place | null }> {
      const before = local;
      let saved: SavedPosition | null;
      try {
        saved = await deps.get();
      } catch {
        return { place: before, lost: null };
      }
      // No other device has saved since: the unsent position is the newest.
      if (before?.unsent && before.revision === (saved?.revision ?? 0)) {
        void send(false);
        return { place: before, lost: null };
      }
      if (saved) accept(saved);
      else revision = 0;
      return { place: saved, lost: before?.unsent ? before : null };
    },
    /** During playback: saves at most every SAVE_MS. */
    saveThrottled(place: Place) {
      if (clock.now() - savedAt >= SAVE_MS) save(place, false);
    },
    /** Saves at once. `leaving`: the request must outlive the page. */
    save(place: Place, leaving = false) {
      save(place, leaving);
    },
    flush: () => send(false),
    /** The listener returns to a paused page: another device may have moved on. */
    async refresh(): Promise<void> {
      if (local?.unsent) return send(false);
      const before = local;
      const saved = await deps.get().catch(() => null);
      if (!saved || local !== before || saved.revision <= revision) return;
      accept(saved);
      if (!before || deps.isLeap(before, saved)) deps.onNewerPosition(saved);
    },
  };
}

function isLocal(value: unknown): value is LocalPosition {
  const { index, position, revision, unsent } = (value ?? {}) as LocalPosition;
  return (
    Number.isInteger(index) &&
    Number.isFinite(position) &&
    Number.isInteger(revision) &&
    typeof unsent === "boolean"
  );
}
