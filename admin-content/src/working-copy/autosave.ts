// Saves a working copy while the editor types. Without a network it retries at growing intervals. An ended
// session, a conflict and an invalid field wait for the editor.
import { Debounce } from "./debounce.ts";
import type { Outcome } from "./types.ts";

const PAUSE_MS = 2000;
const LONGEST_MS = 10_000;
const RETRIES_MS = [2000, 4000, 8000, 16_000, 30_000];

type Source = {
  getSnapshot(): { dirty: boolean };
  autosave(): Promise<Outcome>;
  onEdit(listener: () => void): () => void;
};

export class Autosave {
  #debounce = new Debounce(PAUSE_MS, LONGEST_MS, () => void this.#save());
  #failures = 0;
  #waitsForLogin = false;
  #runs = false;
  #isPaused = false;

  constructor(
    private copy: Source,
    private onSessionEnd: () => void,
  ) {}

  /** Returns the function that stops it. */
  start = (): (() => void) => {
    this.#runs = true;
    const stop = this.copy.onEdit(this.#edited);
    addEventListener("online", this.resume);
    return () => {
      this.#runs = false;
      stop();
      removeEventListener("online", this.resume);
      this.#debounce.stop();
    };
  };

  /** Pauses saving while the editor decides whether to discard unsaved changes. */
  setPaused = (isPaused: boolean): void => {
    this.#isPaused = isPaused;
    if (isPaused) this.#debounce.stop();
    else this.#edited();
  };

  /** Call when the network or the session has returned. */
  resume = (): void => {
    this.#failures = 0;
    this.#waitsForLogin = false;
    if (this.copy.getSnapshot().dirty && !this.#isPaused) this.#debounce.in(0);
  };

  #edited = (): void => {
    if (!this.copy.getSnapshot().dirty || this.#isPaused) this.#debounce.stop();
    // Without a network the next retry is scheduled already.
    else if (!this.#waitsForLogin && this.#failures === 0) this.#debounce.touch();
  };

  async #save(): Promise<void> {
    const outcome = await this.copy.autosave();
    if (!this.#runs) return;
    switch (outcome) {
      case "done":
        this.#failures = 0;
        this.#edited();
        break;
      case "busy":
      case "moved":
        this.#debounce.touch();
        break;
      case "offline":
      case "unavailable":
        this.#debounce.in(RETRIES_MS[Math.min(this.#failures, RETRIES_MS.length - 1)] ?? PAUSE_MS);
        this.#failures += 1;
        break;
      case "session":
        this.#debounce.stop();
        this.#waitsForLogin = true;
        this.onSessionEnd();
        break;
      default:
        this.#debounce.stop();
        this.#failures = 0;
    }
  }
}
