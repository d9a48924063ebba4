// The right to a book's files: the newest answer of the files call, how it is renewed, and whether the
// server has refused to renew it.
import type { Chapter } from "./chapters.ts";
import type { Clock } from "./clock.ts";

/** A book's sound as one files answer gives it. */
export type Source = {
  chapters: readonly Chapter[];
  /** Address of a file, ticket included. */
  url(file: string): string;
  /** Milliseconds since 1970; after it the addresses answer 401 or 403. */
  expiresAt: number;
};

/** What came of asking for a new ticket: one, a refusal by the server, or no answer at all. */
export type Renewal =
  | { kind: "renewed"; source: Source }
  | { kind: "refused"; error: unknown }
  | { kind: "unreachable" };

/** A renewal that nobody waits for is tried no more often than this. */
const PATIENCE_MS = 15_000;
/** A ticket younger than this is not renewed merely because a chapter ends. */
const FRESH_MS = 60_000;
/** A ticket is renewed this long before it expires. */
const AHEAD_MS = 120_000;
/**
 * No ticket is made for so short a time: this device's clock is wrong. Then nothing is known of the
 * end, and the ticket is renewed when the server no longer takes it.
 */
const IMPLAUSIBLE_MS = 300_000;

export type Tickets = ReturnType<typeof createTickets>;

/** `renew` must not throw. */
export function createTickets(first: Source, renew: () => Promise<Renewal>, clock: Clock) {
  const { chapters } = first;
  let source = receive(first);
  let refusal: { error: unknown } | null = null;
  let asking: Promise<Renewal> | null = null;
  let renewedAt = clock.now();
  let askedAt = Number.NEGATIVE_INFINITY;

  // A new edition may come mid-book; a listening goes on with the chapters it began with.
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
    /** Set while the server refuses: the chapter in play may end and no other begins. */
    get refusal() {
      return refusal;
    },
    get asking() {
      return asking !== null;
    },
    /** Asks now, or joins the asking under way. */
    ask(): Promise<Renewal> {
      askedAt = clock.now();
      asking ??= renew().then((renewal) => {
        asking = null;
        if (renewal.kind === "unreachable") return renewal;
        renewedAt = clock.now();
        refusal = renewal.kind === "refused" ? { error: renewal.error } : null;
        if (renewal.kind === "renewed") source = receive(renewal.source);
        return renewal;
      });
      return asking;
    },
    /** Before another chapter begins: this is where a full quota shows. */
    askForChapter(): void {
      const now = clock.now();
      if (now - renewedAt > FRESH_MS && now - askedAt > PATIENCE_MS) void tickets.ask();
    },
    /** Before the ticket of `used` expires: answers once a newer one is there. */
    async askAhead(used: Source): Promise<boolean> {
      if (source !== used && !tickets.expires(source, AHEAD_MS)) return true;
      const now = clock.now();
      if (now - askedAt <= PATIENCE_MS) return false;
      return (await tickets.ask()).kind === "renewed";
    },
    expires(used: Source, withinMs = AHEAD_MS): boolean {
      return used.expiresAt - clock.now() <= withinMs;
    },
  };
  return tickets;
}
