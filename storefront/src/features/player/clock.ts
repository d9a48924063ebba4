// Time for the player, passed in so that tests need not wait.

export type Clock = {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls `act` once after `ms`; returns a function that cancels. */
  after(ms: number, act: () => void): () => void;
};

export const wallClock: Clock = {
  now: () => Date.now(),
  after(ms, act) {
    const timer = setTimeout(act, ms);
    return () => clearTimeout(timer);
  },
};
