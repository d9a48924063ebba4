// Recovers when the wanted sound does not come: renews the ticket and loads the file again, waits for the
// network, or gives the file up.
import type { Clock } from "./clock.ts";
import type { Renewal } from "./tickets.ts";

export type RecoveryDeps = {
  clock: Clock;
  renew: () => Promise<Renewal>;
  /** There is a new ticket: load again. */
  onTicket: () => void;
  onRefused: (error: unknown) => void;
  /** The server did not respond; the recovery retries by itself. */
  onUnreachable: () => void;
  onUnplayable: () => void;
};

/** More failures than this at one place make the file unplayable. */
const MAX_FAILURES = 2;
const RETRY_MS = [1000, 2000, 4000, 8000, 15_000] as const;
/** The connection counts as dead after this long without a byte. */
const STALL_MS = 15_000;

export function createRecovery(deps: RecoveryDeps) {
  const { clock } = deps;
  let failures = 0;
  let failedAt = 0;
  let retries = 0;
  /** The running recovery; a late response to an earlier one is ignored. */
  let current: object | null = null;
  let cancelTimer: (() => void) | null = null;
  let unwatch: (() => void) | null = null;
  let bytesAt = 0;

  function attempt() {
    const mine = {};
    current = mine;
    cancelTimer = null;
    void deps.renew().then((renewal) => {
      if (current !== mine) return;
      if (renewal.kind === "unreachable") {
        const delay = RETRY_MS[Math.min(retries++, RETRY_MS.length - 1)] ?? STALL_MS;
        cancelTimer = clock.after(delay, attempt);
        return deps.onUnreachable();
      }
      current = null;
      retries = 0;
      if (renewal.kind === "refused") deps.onRefused(renewal.error);
      else deps.onTicket();
    });
  }

  const recovery = {
    get busy() {
      return current !== null;
    },
    /** The element reported an error at second `time` of the book. Returns whether a new attempt starts. */
    recordFailure(time: number): boolean {
      if (current) return true;
      failedAt = time;
      if (++failures > MAX_FAILURES) {
        failures = 0;
        deps.onUnplayable();
        return false;
      }
      // The second failure in a row waits a moment: the server may be starting up.
      if (failures > 1) {
        current = {};
        cancelTimer = clock.after(RETRY_MS[0], attempt);
      } else attempt();
      return true;
    },
    /** Recovers without counting a failure: an expired ticket, a dead connection, a new try by the listener. */
    begin() {
      if (!current) attempt();
    },
    /** The sound is at second `time` of the book: past the failed place, the count starts again. */
    clearFailuresAfter(time: number) {
      if (failures > 0 && Math.abs(time - failedAt) > 2) failures = 0;
    },
    resetFailures() {
      failures = 0;
    },
    /** The network is back: a waiting attempt starts now. Returns whether there was one. */
    online(): boolean {
      if (!cancelTimer) return false;
      cancelTimer();
      retries = 0;
      attempt();
      return true;
    },
    /** Calls `onStall` when no byte arrives for STALL_MS; `bytes` reports each that does. */
    watch(onStall: () => void) {
      unwatch?.();
      bytesAt = clock.now();
      const check = () => {
        const left = STALL_MS - (clock.now() - bytesAt);
        if (left > 0 || current) unwatch = clock.after(left > 0 ? left : STALL_MS, check);
        else onStall();
      };
      unwatch = clock.after(STALL_MS, check);
    },
    bytes() {
      bytesAt = clock.now();
    },
    unwatch() {
      unwatch?.();
      unwatch = null;
    },
    stop() {
      current = null;
      cancelTimer?.();
      cancelTimer = null;
      recovery.unwatch();
    },
  };
  return recovery;
}
