// Saves a draft by itself while it is written. Without a network it tries again, ever more seldom;
// a session that has ended, a conflict and a refused field wait for the writer.
import type { Draft } from "#app/features/document/draft.ts";
import { Pace } from "./debounce.ts";

const PAUSE_MS = 2000;
const LONGEST_MS = 10_000;
const RETRIES_MS = [2000, 4000, 8000, 16_000, 30_000];

export class Autosave {
  #pace = new Pace(PAUSE_MS, LONGEST_MS, () => void this.#save());
  #failures = 0;
  #waitsForLogin = false;
  #runs = false;
  #isHeld = false;

  constructor(
    private draft: Draft,
    private onSession: () => void,
  ) {}

  /** Answers the way to stop. */
  start = (): (() => void) => {
    this.#runs = true;
    const stop = this.draft.onTouch(this.#touched);
    addEventListener("online", this.now);
    return () => {
      this.#runs = false;
      stop();
      removeEventListener("online", this.now);
      this.#pace.stop();
    };
  };

  /** Saves nothing while the writer decides whether what is unsaved is to stay. */
  hold = (isHeld: boolean): void => {
    this.#isHeld = isHeld;
    if (isHeld) this.#pace.stop();
    else this.#touched();
  };

  /** The way is free again: there is a network, or a session. */
  now = (): void => {
    this.#failures = 0;
    this.#waitsForLogin = false;
    if (this.draft.getSnapshot().dirty && !this.#isHeld) this.#pace.in(0);
  };

  #touched = (): void => {
    if (!this.draft.getSnapshot().dirty || this.#isHeld) this.#pace.stop();
    // While the network is away the next try is booked already.
    else if (!this.#waitsForLogin && this.#failures === 0) this.#pace.touch();
  };

  async #save(): Promise<void> {
    const outcome = await this.draft.autosave();
    if (!this.#runs) return;
    switch (outcome) {
      case "done":
        this.#failures = 0;
        this.#touched();
        break;
      case "busy":
      case "moved":
        this.#pace.touch();
        break;
      case "offline":
      case "unwell":
        this.#pace.in(RETRIES_MS[Math.min(this.#failures, RETRIES_MS.length - 1)] ?? PAUSE_MS);
        this.#failures += 1;
        break;
      case "session":
        this.#pace.stop();
        this.#waitsForLogin = true;
        this.onSession();
        break;
      default:
        this.#pace.stop();
        this.#failures = 0;
    }
  }
}
