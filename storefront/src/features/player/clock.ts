// Time as the player sees it, handed in so that every rule about seconds is tested without waiting.

export type Clock = {
  /** Milliseconds since 1970, by the wall. */
  now(): number;
  /** Calls `act` once after `ms`; answers the way to call it off. */
  after(ms: number, act: () => void): () => void;
};

export const wallClock: Clock = {
  now: () => Date.now(),
  after(ms, act) {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
};
