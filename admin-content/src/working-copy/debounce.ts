// Work that follows typing: done when it pauses, and now and then while it does not.

export class Pace {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #since: number | null = null;

  constructor(
    public pauseMs: number,
    public longestMs: number,
    private work: () => void,
  ) {}

  /** Something changed: the work is due in a while, and not later than `longestMs` after the first change. */
  touch(): void {
    this.#since ??= Date.now();
    this.in(Math.min(this.pauseMs, Math.max(0, this.#since + this.longestMs - Date.now())));
  }

  in(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.stop();
      this.work();
    }, ms);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#since = null;
  }
}
