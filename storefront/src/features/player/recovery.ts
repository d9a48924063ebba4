// What to do when sound that is wanted does not come: ask for a new ticket and load the file again,
// wait for the network, or give the file up.
import type { Clock } from "./clock.ts";
import type { Renewal } from "./tickets.ts";

export type RecoveryDeps = {
  clock: Clock;
  ask: () => Promise<Renewal>;
  /** A new ticket is there: load again. */
  onTicket: () => void;
  onRefused: (error: unknown) => void;
  /** No answer; it is asked again by itself. */
  onUnreachable: () => void;
  /** The file cannot be played. */
  onGiveUp: () => void;
};

/** Failures at one place before the file counts as unplayable. */
const STRIKES = 2;
const RETRY_MS = [1000, 2000, 4000, 8000, 15_000] as const;
/** Silence without a single byte for this long means that the connection is dead. */
const STALL_MS = 15_000;

export function createRecovery(deps: RecoveryDeps) {
  const { clock } = deps;
  let strikes = 0;
  let struckAt = 0;
  let retries = 0;
  /** The recovery under way; a late answer to an earlier one is dropped. */
  let current: object | null = null;
  let callOff: (() => void) | null = null;
  let unwatch: (() => void) | null = null;
  let bytesAt = 0;

  function attempt() {
    const mine = {};
    current = mine;
    callOff = null;
    void deps.ask().then((renewal) => {
      if (current !== mine) return;
      if (renewal.kind === "unreachable") {
        const delay = RETRY_MS[Math.min(retries++, RETRY_MS.length - 1)] ?? STALL_MS;
        callOff = clock.after(delay, attempt);
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
    /** The element reported an error at second `time` of the book. Answers whether a new try begins. */
    blame(time: number): boolean {
      if (current) return true;
      struckAt = time;
      if (++strikes > STRIKES) {
        strikes = 0;
        deps.onGiveUp();
        return false;
      }
      // A second failure in a row is given a moment: the server may be starting up.
      if (strikes > 1) {
        current = {};
        callOff = clock.after(RETRY_MS[0], attempt);
      } else attempt();
      return true;
    },
    /** Nobody's fault: an expired ticket, a dead connection, a listener who tries again. */
    begin() {
      if (!current) attempt();
    },
    /** The sound is at second `time` of the book: once past the trouble, the file is cleared of it. */
    passed(time: number) {
      if (strikes > 0 && Math.abs(time - struckAt) > 2) strikes = 0;
    },
    forgive() {
      strikes = 0;
    },
    /** The network is back: a try that waits for its turn is made now. Answers whether there was one. */
    online(): boolean {
      if (!callOff) return false;
      callOff();
      retries = 0;
      attempt();
      return true;
    },
    /** Calls `onStall` when no byte comes for STALL_MS; `bytes` tells of each that did. */
    watch(onStall: () => void) {
      unwatch?.();
      bytesAt = clock.now();
      const look = () => {
        const left = STALL_MS - (clock.now() - bytesAt);
        if (left > 0 || current) unwatch = clock.after(left > 0 ? left : STALL_MS, look);
        else onStall();
      };
      unwatch = clock.after(STALL_MS, look);
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
      callOff?.();
      callOff = null;
      recovery.unwatch();
    },
  };
  return recovery;
}
