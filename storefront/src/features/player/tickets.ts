// The ticket for a book's files: the newest response of the files call, its renewal, and whether the server
// has refused one.
import type { Chapter } from "./chapters.ts";
import type { Clock } from "./clock.ts";

/** A book's sound as the files call returns it. */
export type Source = {
  chapters: readonly Chapter[];
  /** Address of a file, with the ticket. */
  url(file: string): string;
  /** Milliseconds since 1970; later the addresses return 401 or 403. */
  expiresAt: number;
};

export type Renewal =
  | { kind: "renewed"; source: Source }
  | { kind: "refused"; error: unknown }
  | { kind: "unreachable" };

/** Renewals in the background are at least this far apart. */
const RETRY_MS = 15_000;
/** The end of a chapter does not renew a ticket younger than this. */
const FRESH_MS = 60_000;
/** A ticket is renewed this long before it expires. */
const AHEAD_MS = 120_000;
/**
 * No ticket is valid for so short a time: this device's clock is wrong. The expiry is then unknown, and
 * the ticket is renewed when the server rejects it.
 */
const IMPLAUSIBLE_MS = 300_000;

/** `fetchSource` must not throw. */
export function createTickets(first: Source, fetchSource: () => Promise<Renewal>, clock: Clock) {
  const { chapters } = first;
  let source = receive(first);
  let refusal: { error: unknown } | null = null;
  let renewing: Promise<Renewal> | null = null;
  let renewedAt = clock.now();
  let requestedAt = Number.NEGATIVE_INFINITY;

  // A new edition may appear mid-book; the session keeps the chapters it started with.
  function receive(fresh: Source): Source {
    const plausible = fresh.expiresAt - clock.now() >= IMPLAUSIBLE_MS;
    return {
      ...fresh,
      chapters,
      expiresAt: plausible ? fresh.expiresAt : Number.POSITIVE_INFINITY,
    };
  }

  const tickets = {
    get source() {
      return source;
    },
    /** Set while the server refuses: the current chapter may end and no other starts. */
    get refusal() {
      return refusal;
    },
    get renewing() {
      return renewing !== null;
    },
    /** Renews now, or joins the running renewal. */
    renew(): Promise<Renewal> {
      requestedAt = clock.now();
      renewing ??= fetchSource().then((renewal) => {
        renewing = null;
        if (renewal.kind === "unreachable") return renewal;
        renewedAt = clock.now();
        refusal = renewal.kind === "refused" ? { error: renewal.error } : null;
        if (renewal.kind === "renewed") source = receive(renewal.source);
        return renewal;
      });
      return renewing;
    },
    /** Before another chapter starts: a full quota shows here. */
    renewForChapter(): void {
      const now = clock.now();
      if (now - renewedAt > FRESH_MS && now - requestedAt > RETRY_MS) void tickets.renew();
    },
    /** Before the ticket of `used` expires. Returns whether a newer one is there. */
    async renewAhead(used: Source): Promise<boolean> {
      if (source !== used && !tickets.expires(source, AHEAD_MS)) return true;
      const now = clock.now();
      if (now - requestedAt <= RETRY_MS) return false;
      return (await tickets.renew()).kind === "renewed";
    },
    expires(used: Source, withinMs = AHEAD_MS): boolean {
      return used.expiresAt - clock.now() <= withinMs;
    },
  };
  return tickets;
}
