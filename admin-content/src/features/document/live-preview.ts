// Shows what is written before it is saved: a while after the last change, one call at a time, the latest text
// at the end. What cannot be drawn leaves on the screen what was there. No React and no DOM here.
import { isApiError } from "storefront/api/errors.ts";
import { Debounce } from "#app/working-copy/debounce.ts";

const PAUSE_MS = 280;
/** Who writes without a pause sees it now and then all the same. */
const LONGEST_PAUSES = 5;
/** A long text that takes its time leaves three times as much to the keys. */
const REST = 3;
const RETRY_MS = 5000;

/** The seam to the frame on the screen. */
export type PreviewFrame = {
  /** Whether the preview's own page is in it: a link may have led elsewhere. */
  isThere(): boolean;
  /** Loads the preview's address anew. */
  load(): void;
  show(html: string): void;
};

export class LivePreview {
  #debounce = new Debounce(PAUSE_MS, LONGEST_PAUSES * PAUSE_MS, () => void this.#round());
  #end = new AbortController();
  #isLoading = true;
  #isAsking = false;
  /** Something changed while it could not be asked. */
  #isDue = false;
  #shown: string | null = null;
  #hasWorked = false;
  #hasReloaded = false;

  constructor(
    /** The text as it is now; it may take long to write out. */
    private text: () => string,
    private draw: (text: string, signal: AbortSignal) => Promise<string>,
    private frame: PreviewFrame,
    /** The address leads nowhere any more. */
    private onOver: () => void,
  ) {}

  touch = (): void => {
    if (!this.#end.signal.aborted) this.#debounce.touch();
  };

  /** The frame has loaded a page with what is saved; `differs`: that is not what is on the screen. */
  loaded(differs: boolean): void {
    this.#isLoading = false;
    this.#shown = null;
    // A server that is away brings an error's page at once, over and over.
    const isAway = this.#hasReloaded && !this.frame.isThere();
    this.#hasReloaded = false;
    if (this.#isDue || differs) this.#debounce.in(isAway ? RETRY_MS : 0);
  }

  stop(): void {
    this.#end.abort();
    this.#debounce.stop();
  }

  async #round(): Promise<void> {
    if (this.#isLoading || this.#isAsking) {
      this.#isDue = true;
      return;
    }
    if (!this.frame.isThere()) {
      this.#loadAnew();
      return;
    }
    this.#isDue = false;
    this.#isAsking = true;
    try {
      await this.#draw();
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#isAsking = false;
      if (this.#isDue) this.touch();
    }
  }

  async #draw(): Promise<void> {
    const began = performance.now();
    const { signal } = this.#end;
    const text = this.text();
    if (text === this.#shown) return;
    const html = await this.draw(text, signal);
    if (signal.aborted) return;
    this.#hasWorked = true;
    if (this.frame.isThere()) {
      this.#shown = text;
      this.frame.show(html);
    } else this.#loadAnew();
    this.#debounce.pauseMs = Math.max(PAUSE_MS, REST * (performance.now() - began));
    this.#debounce.longestMs = LONGEST_PAUSES * this.#debounce.pauseMs;
  }

  #loadAnew(): void {
    this.#isLoading = true;
    this.#isDue = true;
    this.#hasReloaded = true;
    this.frame.load();
  }

  /** A refused field and a session that has ended are told where the text is saved. */
  #failed(error: unknown): void {
    if (this.#end.signal.aborted) return;
    if (!isApiError(error)) throw error;
    const { status } = error;
    if (status === 404 && this.#hasWorked) {
      // Once: what has just been signed and leads nowhere has nothing to show.
      this.#hasWorked = false;
      this.onOver();
    } else if (status === 0 || status === 429 || status >= 500) this.#debounce.in(RETRY_MS);
  }
}
