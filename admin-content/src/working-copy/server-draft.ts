// The draft of a record on the server, for another machine: one for each editor and record. The browser's own backup
// is quicker; this one is written a few seconds after the last edit.
import { Debounce } from "./debounce.ts";

export type DraftBody = { basedOn: number; values: object; base: object };
export type StoredDraft = DraftBody & { savedAt: string };

export type ServerDraftCalls = {
  find(): Promise<StoredDraft | null>;
  put(draft: DraftBody): Promise<void>;
  remove(): Promise<void>;
};

const PAUSE_MS = 3000;
const LONGEST_MS = 10_000;

type Source = { readonly session: string; unsaved(): DraftBody };

export class ServerDraft {
  #debounce = new Debounce(PAUSE_MS, LONGEST_MS, () => this.#put());
  /** One call after another, so that a late one does not overwrite a newer one. */
  #calls: Promise<unknown> = Promise.resolve();
  #isWaiting = false;
  /** The session whose draft the server has, as far as is known. */
  #session: string | undefined;

  constructor(
    private calls: ServerDraftCalls,
    private copy: Source,
  ) {}

  touch(): void {
    this.#debounce.touch();
  }

  stop(): void {
    this.#debounce.stop();
  }

  async find() {
    const found = await this.calls.find().catch(() => null);
    if (!found) return null;
    const { savedAt: at, basedOn, values, base } = found;
    const { session = "" } = values as { session?: string };
    this.#session = session;
    return { session, at, basedOn, values, base, isElsewhere: true };
  }

  /** Deletes the draft if this session has written it. */
  delete(session: string): void {
    this.#debounce.stop();
    if (this.#session !== session) return;
    this.#session = undefined;
    this.#enqueue(() => this.calls.remove());
  }

  #put(): void {
    // A slow call is followed by one with the newest values.
    if (this.#isWaiting) {
      this.touch();
      return;
    }
    const { session } = this.copy;
    const { basedOn, values, base } = this.copy.unsaved();
    this.#session = session;
    this.#isWaiting = true;
    this.#enqueue(() => this.calls.put({ basedOn, values: { ...values, session }, base })).then(
      (isDone) => {
        this.#isWaiting = false;
        // The browser has a backup meanwhile.
        if (!isDone && this.#session === session) this.#debounce.in(LONGEST_MS);
      },
    );
  }

  #enqueue(call: () => Promise<void>): Promise<boolean> {
    const done = this.#calls.then(call).then(
      () => true,
      () => false,
    );
    this.#calls = done;
    return done;
  }
}
