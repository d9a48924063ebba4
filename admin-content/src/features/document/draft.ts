// A document under work: what is on the screen against what the server has, and the acts on it.
// No React here. Whatever fails, the text on the screen stays; a conflict holds both texts.
import { isApiError } from "storefront/api/errors.ts";
import {
  archiveItem,
  publishItem,
  renameItem,
  saveItem,
  scheduleItem,
  takeDownItem,
  unarchiveItem,
} from "#app/api/documents.ts";
import type { Body, Document } from "#app/api/types.ts";
import type { TextPort } from "#app/editor/text-port.ts";
import type { Act, DraftState, Outcome } from "./draft-state.ts";
import { without } from "./faults.ts";
import { bodyOf, type Fields, fieldsOf, sameFields } from "./fields.ts";
import type { UnsavedText } from "./kept-text.ts";

export class Draft {
  /** Names this opening: what it saved itself is no conflict to it, whatever answer got lost. */
  readonly editing = crypto.randomUUID();
  #state: DraftState;
  #listeners = new Set<() => void>();
  #touches = new Set<() => void>();
  #text: TextPort | null = null;
  /** The text as the editor left it: what is unsaved outlives its screen. */
  #left: string | null = null;
  #base: Fields;
  #textDirty = false;
  /** Own text goes on top of another's: it differs from the newest, whatever it was based on. */
  #onTop = false;
  /** An older revision that a restored text goes back to. */
  #basedOn: number | null = null;
  #autosave: Promise<Outcome> | null = null;
  #running: Promise<void> = Promise.resolve();
  #waiting = new Set<Act>();
  /** Counts the saves, so that one that comes late does not go over a newer one. */
  #step = 0;

  constructor(document: Document) {
    this.#base = fieldsOf(document);
    this.#state = {
      document,
      fields: this.#base,
      dirty: false,
      busy: null,
      autosaving: false,
      savedAt: null,
      trouble: null,
      conflict: null,
      faults: [],
      attempt: 0,
      quiet: false,
    };
  }

  getSnapshot = (): DraftState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Called at each change of what is on the screen, also where the state stays the same. */
  onTouch = (listener: () => void): (() => void) => {
    this.#touches.add(listener);
    return () => this.#touches.delete(listener);
  };

  /** The editor registers itself; the answer takes it away. */
  attach = (port: TextPort): (() => void) => {
    this.#text = port;
    return () => {
      this.#left = port.html();
      this.#text = null;
    };
  };

  textChanged = (differs: boolean): void => {
    const faults = without(this.#state.faults, ["content"]);
    if (differs !== this.#textDirty || faults.length < this.#state.faults.length) {
      this.#textDirty = differs;
      this.#change({ faults });
    }
    this.#touch();
  };

  edit = (patch: Partial<Fields>): void => {
    const faults = without(this.#state.faults, Object.keys(patch));
    this.#change({ fields: { ...this.#state.fields, ...patch }, faults });
    this.#touch();
  };

  /** What is on the screen, and the revision that it began with. */
  own = (): UnsavedText => ({
    body: this.#body(),
    books: this.#state.fields.books,
    basedOn: this.#basedOn ?? this.#state.document.revision,
  });

  /** Goes on with a text that was never saved. If others saved since, the next save shows both. */
  takeUp = async ({ body, books, basedOn }: UnsavedText): Promise<void> => {
    await this.#autosave;
    this.#basedOn = basedOn;
    this.#onTop = true;
    this.#text?.load(body.content ?? "");
    this.edit(fieldsOf({ body, books }));
  };

  /** Also where nothing is unsaved: what was saved by itself is to stay in the history then. */
  save = (): Promise<Outcome> =>
    this.#run("save", () => (this.#state.dirty ? this.#push() : this.#confirm()));

  /** A save that nobody asked for: it waits for nothing, takes no focus, and one at a time is under way. */
  autosave = (): Promise<Outcome> => {
    const { busy, conflict, dirty } = this.#state;
    if (busy || this.#autosave) return Promise.resolve("busy");
    if (conflict) return Promise.resolve("stale");
    if (!dirty) return Promise.resolve("done");
    this.#change({ autosaving: true });
    this.#autosave = this.#try(() => this.#push(true), true).finally(() => {
      this.#autosave = null;
      this.#change({ autosaving: false });
    });
    return this.#autosave;
  };

  /** The same, after the one that may be under way. */
  settle = async (): Promise<Outcome> => {
    await this.#autosave;
    return this.autosave();
  };

  /** Saves what is unsaved, and shows it to readers. */
  publish = (): Promise<Outcome> =>
    this.#run("publish", async () => {
      await this.#push();
      const { id, revision } = this.#state.document;
      this.#change({ document: await publishItem(id, revision) });
    });

  /** Saves what is unsaved, and books when readers see it and until when. */
  schedule = (publishAt: string | null, takeDownAt: string | null): Promise<Outcome> =>
    this.#run("schedule", async () => {
      if (publishAt) await this.#push();
      const { id, revision } = this.#state.document;
      this.#change({ document: await scheduleItem(id, { revision, publishAt, takeDownAt }) });
    });

  /** Gives a page another address. What is unsaved stays as it is. */
  rename = (identifier: string): Promise<Outcome> =>
    this.#run("rename", async () => {
      const { id, revision } = this.#state.document;
      this.#answered(await renameItem(id, revision, identifier));
    });

  /** What is unsaved stays as it is. */
  takeDown = (): Promise<Outcome> =>
    this.#run("takeDown", async () => {
      const { id, publishedRevision } = this.#state.document;
      if (publishedRevision === null) return;
      this.#answered(await takeDownItem(id, publishedRevision));
    });

  /** Saves what is unsaved, and puts the text away. */
  archive = (): Promise<Outcome> =>
    this.#run("archive", async () => {
      await this.#push();
      this.#answered(await archiveItem(this.#state.document.id));
    });

  /** Takes the text out of the archive, as the draft that it was. */
  unarchive = (): Promise<Outcome> =>
    this.#run("archive", async () => {
      this.#answered(await unarchiveItem(this.#state.document.id));
    });

  /** Goes on with one's own text; the next save puts it on top of the other, which stays in the history. */
  keepMine = (): void => {
    const { conflict } = this.#state;
    if (!conflict) return;
    this.#onTop = true;
    this.#basedOn = null;
    this.#change({ document: conflict.theirs, conflict: null });
    this.#touch();
  };

  /** Goes on with the other text. One's own is saved first and the other on top of it: both are in the history. */
  takeTheirs = (): Promise<Outcome> =>
    this.#run(
      "save",
      async () => {
        const { conflict, dirty } = this.#state;
        if (!conflict) return;
        const { mine, theirs } = conflict;
        let newest = theirs;
        if (dirty) {
          const kept = await this.#save(theirs.revision, mine.body);
          newest = await this.#save(kept.revision, theirs.body);
        }
        this.#load(newest);
      },
      true,
    );

  #body(): Body {
    const { document, fields } = this.#state;
    return bodyOf(
      document.kind,
      fields,
      this.#text?.html() ?? this.#left ?? document.body.content ?? "",
    );
  }

  #save(basedOn: number, body: Body, autosave = false): Promise<Document> {
    const { editing } = this;
    this.#step += 1;
    const step = this.#step;
    const save = { basedOn, body, editing, step, ...(autosave && { autosave }) } as const;
    return saveItem(this.#state.document.id, save);
  }

  async #confirm(): Promise<void> {
    const { basedOn, body } = this.own();
    try {
      const saved = await this.#save(basedOn, body);
      this.#change({ document: saved, savedAt: saved.savedAt, faults: [] });
    } catch (error) {
      // Nothing of one's own stands against what somebody else has saved.
      if (!isApiError(error) || error.code !== "stale-revision" || this.#state.dirty) throw error;
      this.#load(error.problem.current as Document);
    }
  }

  async #push(autosave = false): Promise<void> {
    const { fields, dirty } = this.#state;
    if (!dirty) return;
    const mark = this.#text?.mark();
    const { basedOn, body } = this.own();
    const saved = await this.#save(basedOn, body, autosave);
    // What was typed meanwhile is unsaved again.
    this.#base = fields;
    this.#onTop = false;
    this.#basedOn = null;
    this.#text?.settle(mark);
    this.#change({ document: saved, savedAt: saved.savedAt, faults: [] });
  }

  /** After an act that names no newest revision: somebody else may have saved one meanwhile. */
  #answered(next: Document): void {
    const { document, dirty } = this.#state;
    if (next.revision === document.revision) this.#change({ document: next });
    else if (!dirty) this.#load(next);
    else {
      const { body, books } = this.own();
      this.#change({ conflict: { mine: { body, books }, theirs: next } });
    }
  }

  #load(document: Document): void {
    this.#base = fieldsOf(document);
    this.#onTop = false;
    this.#basedOn = null;
    this.#textDirty = false;
    this.#text?.load(document.body.content ?? "");
    this.#change({ document, fields: this.#base, conflict: null, savedAt: document.savedAt });
  }

  async #run(act: Act, work: () => Promise<void>, overConflict = false): Promise<Outcome> {
    // The second click of one act is none; another act waits for its turn.
    if (this.#state.busy === act || this.#waiting.has(act)) return "busy";
    this.#waiting.add(act);
    while (this.#state.busy) await this.#running;
    this.#waiting.delete(act);
    let ended = () => {};
    this.#running = new Promise((done) => {
      ended = done;
    });
    this.#change({ busy: act, faults: [] });
    try {
      await this.#autosave;
      if (this.#state.conflict && !overConflict) return "stale";
      return await this.#try(work);
    } finally {
      this.#change({ busy: null });
      ended();
    }
  }

  async #try(work: () => Promise<void>, quiet = false): Promise<Outcome> {
    try {
      await work();
      this.#change({ trouble: null });
      return "done";
    } catch (error) {
      const trouble = this.#failed(error, quiet);
      this.#change({ trouble });
      return trouble;
    }
  }

  #failed(error: unknown, quiet: boolean): Outcome {
    if (!isApiError(error)) throw error;
    if (error.status === 409 && error.problem.current) {
      return this.#stale(error.problem.current as Document);
    }
    if (error.status === 401) return "session";
    if (error.status === 409) return "taken";
    if (error.status === 422) {
      const before = this.#state;
      const attempt = before.attempt + (quiet ? 0 : 1);
      // What a save of the writer has told stays told, though a save by itself finds it as well.
      const stays = before.faults.length > 0 && !before.quiet;
      this.#change({ faults: error.problem.errors ?? [], attempt, quiet: quiet && !stays });
      return "faults";
    }
    if (error.status === 0) return "offline";
    return error.status >= 500 || error.status === 429 ? "unwell" : "failed";
  }

  #stale(theirs: Document): Outcome {
    const { books, body, basedOn } = this.own();
    if (theirs.revision === basedOn) {
      // The text is the same; only what readers see has changed.
      this.#change({ document: theirs });
      return "moved";
    }
    this.#change({ conflict: { mine: { body, books }, theirs } });
    return "stale";
  }

  #touch(): void {
    for (const listener of [...this.#touches]) listener();
  }

  #change(patch: Partial<DraftState>): void {
    const next = { ...this.#state, ...patch };
    next.dirty = this.#onTop || this.#textDirty || !sameFields(next.fields, this.#base);
    this.#state = next;
    for (const listener of [...this.#listeners]) listener();
  }
}
