// Reading reports to be sent: a queue in local storage until the server has accepted them, so that offline
// listening is counted later.
import { isApiError } from "#app/api/errors.ts";
import { parseJson, stored } from "#app/kit/stored.ts";
import type { Report } from "./reporter.ts";

type QueuedReport = Report & { userId: string };

/** Eight hours of listening offline; then the oldest reports are dropped. */
const LIMIT = 500;

const queue = stored<readonly QueuedReport[]>(
  "heliriiul.reports",
  (text) => {
    const value = parseJson(text);
    return Array.isArray(value) ? value.filter(isQueuedReport) : [];
  },
  (reports) => (reports.length ? JSON.stringify(reports) : null),
);

export type OutboxDeps = {
  /** The listener; another person at this computer does not send these reports. */
  userId: string;
  /** POST /reading; throws ApiError. */
  post: (report: Report, keepalive: boolean) => Promise<unknown>;
};

export function createOutbox({ userId, post }: OutboxDeps) {
  let busy = false;

  const mine = () => queue.get().filter((each) => each.userId === userId);
  const isSame = (a: Report, b: Report) =>
    a.bookId === b.bookId && a.startedAtEpoch === b.startedAtEpoch;

  /** Removes `sent`, unless a longer report of the same listening has been added since. */
  function remove(sent: Report) {
    queue.set(
      queue.get().filter((each) => !(isSame(each, sent) && each.endedAtEpoch <= sent.endedAtEpoch)),
    );
  }

  /** Returns whether the next report can be sent now. */
  async function deliver(
    { userId: _, ...report }: QueuedReport,
    keepalive: boolean,
  ): Promise<boolean> {
    try {
      await post(report, keepalive);
    } catch (error) {
      if (canRetry(error)) return false;
    }
    remove(report);
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
    /** Queues `report` and sends it. `leaving`: the request must outlive the page. */
    add(report: Report, leaving: boolean) {
      const entry = { ...report, userId };
      queue.set([...queue.get().filter((each) => !isSame(each, entry)), entry].slice(-LIMIT));
      if (leaving) void deliver(entry, true);
      else void flush();
    },
    flush,
  };
}

/** The server may accept it later: no connection, no session, too many calls, a fault. */
function canRetry(error: unknown): boolean {
  if (!isApiError(error)) return true;
  return error.status === 0 || error.status >= 500 || [401, 408, 425, 429].includes(error.status);
}

function isQueuedReport(value: unknown): value is QueuedReport {
  const { userId, bookId, playbackSpeed, startedAtEpoch, endedAtEpoch } = (value ??
    {}) as QueuedReport;
  return (
    typeof userId === "string" &&
    typeof bookId === "string" &&
    [playbackSpeed, startedAtEpoch, endedAtEpoch].every(Number.isFinite)
  );
}
