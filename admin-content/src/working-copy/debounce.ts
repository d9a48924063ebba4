// Work that follows typing: done when typing pauses, and at intervals while it does not.

export class Debounce {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #since: number | null = null;

  constructor(
    public pauseMs: number,
    public longestMs: number,
    private work: () => void,
  ) {}

  /** Something changed: the work is due after a pause, and not later than `longestMs` after the first change. */
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
