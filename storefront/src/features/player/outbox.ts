// Reading reports on their way: kept in local storage until the server has answered, so that listening
// on a train is counted at the station.
import { isApiError } from "#app/api/errors.ts";
import { parseJson, stored } from "#app/kit/stored.ts";
import type { Report } from "./reporter.ts";

type Kept = Report & { userId: string };

/** Eight hours of listening without a connection; beyond it the oldest go. */
const LIMIT = 500;

const kept = stored<readonly Kept[]>(
  "heliriiul.reports",
  (text) => {
    const value = parseJson(text);
    return Array.isArray(value) ? value.filter(isKept) : [];
  },
  (reports) => (reports.length ? JSON.stringify(reports) : null),
);

export type OutboxDeps = {
  /** Whose listening it is: the next person at this computer does not send it. */
  userId: string;
  /** POST /reading; throws ApiError. */
  post: (report: Report, keepalive: boolean) => Promise<unknown>;
};

export type Outbox = ReturnType<typeof createOutbox>;

export function createOutbox({ userId, post }: OutboxDeps) {
  let busy = false;

  const mine = () => kept.get().filter((each) => each.userId === userId);
  const same = (a: Report, b: Report) =>
    a.bookId === b.bookId && a.startedAtEpoch === b.startedAtEpoch;

  /** Drops `sent`, unless a longer report of the same listening has come meanwhile. */
  function drop(sent: Report) {
    kept.set(
      kept.get().filter((each) => !(same(each, sent) && each.endedAtEpoch <= sent.endedAtEpoch)),
    );
  }

  /** Answers whether there is a point in sending the next one now. */
  async function deliver({ userId: _, ...report }: Kept, keepalive: boolean): Promise<boolean> {
    try {
      await post(report, keepalive);
    } catch (error) {
      if (isLater(error)) return false;
    }
    drop(report);
    return true;
  }

  async function flush(): Promise<void> {
    if (busy) return;
    busy = true;
    try {
      for (let next = mine()[0]; next; next = mine()[0]) {
        if (!(await deliver(next, false))) break;
      }
    } finally {
      busy = false;
    }
  }

  return {
    /** Keeps `report` and sends it; when `leaving`, in a way that outlives the page. */
    add(report: Report, leaving: boolean) {
      const entry = { ...report, userId };
      kept.set([...kept.get().filter((each) => !same(each, entry)), entry].slice(-LIMIT));
      if (leaving) void deliver(entry, true);
      else void flush();
    },
    /** Sends what an earlier time left behind. */
    flush,
  };
}

/** The server may take it another time: no connection, no session, too many calls, a fault. */
function isLater(error: unknown): boolean {
  if (!isApiError(error)) return true;
  return error.status === 0 || error.status >= 500 || [401, 408, 425, 429].includes(error.status);
}

function isKept(value: unknown): value is Kept {
  const { userId, bookId, playbackSpeed, startedAtEpoch, endedAtEpoch } = (value ?? {}) as Kept;
  return (
    typeof userId === "string" &&
    typeof bookId === "string" &&
    [playbackSpeed, startedAtEpoch, endedAtEpoch].every(Number.isFinite)
  );
}
