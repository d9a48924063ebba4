// Shows typed text in the preview before it is saved: debounced, one call at a time, the latest text last. After
// a failure the frame keeps what it showed. No React and no DOM here.
import { isApiError } from "storefront/api/errors.ts";
import { Debounce } from "#app/working-copy/debounce.ts";

const PAUSE_MS = 280;
/** The longest wait while the editor types without a pause, as a multiple of the debounce time. */
const LONGEST_PAUSES = 5;
/** After a slow rendering the next one waits for the duration of the slow one times this factor. */
const REST = 3;
const RETRY_MS = 5000;

export type PreviewFrame = {
  /** Whether the frame shows the preview's page. It shows another page after a click on a link. */
  isThere(): boolean;
  load(): void;
  show(html: string): void;
};

export class LivePreview {
  #debounce = new Debounce(PAUSE_MS, LONGEST_PAUSES * PAUSE_MS, () => void this.#round());
  #end = new AbortController();
  #isLoading = true;
  #isAsking = false;
  /** Whether the text has changed while no call could be made. */
  #isDue = false;
  #shown: string | null = null;
  #hasWorked = false;
  #hasReloaded = false;

  constructor(
    /** The current text. Serializing it may be slow. */
    private text: () => string,
    private draw: (text: string, signal: AbortSignal) => Promise<string>,
    private frame: PreviewFrame,
    private onOver: () => void,
  ) {}

  touch = (): void => {
    if (!this.#end.signal.aborted) this.#debounce.touch();
  };

  /** Call when the frame has loaded the saved text. `differs`: the form has another text. */
  loaded(differs: boolean): void {
    this.#isLoading = false;
    this.#shown = null;
    // Without a server the frame loads an error page at once, again and again.
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

  /** Saving reports invalid fields and an ended session. */
  #failed(error: unknown): void {
    if (this.#end.signal.aborted) return;
    if (!isApiError(error)) throw error;
    const { status } = error;
    if (status === 404 && this.#hasWorked) {
      // Only once: a new address that is not found has nothing to show.
      this.#hasWorked = false;
      this.onOver();
    } else if (status === 0 || status === 429 || status >= 500) this.#debounce.in(RETRY_MS);
  }
}
