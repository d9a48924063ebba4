// A document under work: what is on the screen against what the server has, and the acts on it.
// No React here. Whatever fails, the text on the screen stays; a conflict holds both texts.
import { isApiError } from "storefront/api/errors.ts";
import { publishItem, saveItem, takeDownItem } from "#app/api/desk.ts";
import type { Body, BookCard, Document } from "#app/api/types.ts";
import type { TextPort } from "#app/editor/text-port.ts";
import { bodyOf, type Fields, fieldsOf, sameFields } from "./fields.ts";

export type Act = "save" | "publish" | "takeDown";
/** What became of an act. `stale`: both texts are in the state; `session`: it wants a login first. */
export type Outcome =
  | "done"
  | "busy"
  | "stale"
  | "moved"
  | "faults"
  | "session"
  | "offline"
  | "failed";

export type Faults = { field: string; code: string }[];
export type Conflict = { mine: { body: Body; books: BookCard[] }; theirs: Document };

export type DraftState = {
  /** As the server has it. */
  document: Document;
  fields: Fields;
  dirty: boolean;
  busy: Act | null;
  conflict: Conflict | null;
  faults: Faults;
  /** Grows with each act that found faults. */
  attempt: number;
};

export class Draft {
  #state: DraftState;
  #listeners = new Set<() => void>();
  #text: TextPort | null = null;
  #base: Fields;
  #textDirty = false;
  /** Own text goes on top of another's: it differs from the newest, whatever it was based on. */
  #onTop = false;

  constructor(document: Document) {
    this.#base = fieldsOf(document);
    this.#state = {
      document,
      fields: this.#base,
      dirty: false,
      busy: null,
      conflict: null,
      faults: [],
      attempt: 0,
    };
  }

  getSnapshot = (): DraftState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The editor registers itself; the answer takes it away. */
  attach = (port: TextPort): (() => void) => {
    this.#text = port;
    return () => {
      this.#text = null;
    };
  };

  textChanged = (differs: boolean): void => {
    this.#textDirty = differs;
    this.#change({});
  };

  edit = (patch: Partial<Fields>): void => {
    this.#change({ fields: { ...this.#state.fields, ...patch } });
  };

  save = (): Promise<Outcome> => this.#run("save", () => this.#push());

  /** Saves what is unsaved, and shows it to readers. */
  publish = (): Promise<Outcome> =>
    this.#run("publish", async () => {
      await this.#push();
      const { id, revision } = this.#state.document;
      this.#change({ document: await publishItem(id, revision) });
    });

  /** What is unsaved stays as it is. */
  takeDown = (): Promise<Outcome> =>
    this.#run("takeDown", async () => {
      const { id, publishedRevision } = this.#state.document;
      if (publishedRevision === null) return;
      this.#change({ document: await takeDownItem(id, publishedRevision) });
    });

  /** Goes on with one's own text; the next save puts it on top of the other, which stays in the history. */
  keepMine = (): void => {
    const { conflict } = this.#state;
    if (!conflict) return;
    this.#onTop = true;
    this.#change({ document: conflict.theirs, conflict: null });
  };

  /** Goes on with the other text. One's own is saved first and the other on top of it: both are in the history. */
  takeTheirs = (): Promise<Outcome> =>
    this.#run("save", async () => {
      const { conflict, dirty } = this.#state;
      if (!conflict) return;
      const { mine, theirs } = conflict;
      let newest = theirs;
      if (dirty) {
        const kept = await saveItem(theirs.id, theirs.revision, mine.body);
        newest = await saveItem(theirs.id, kept.revision, theirs.body);
      }
      this.#load(newest);
    });

  #body(): Body {
    const { document, fields } = this.#state;
    return bodyOf(document.kind, fields, this.#text?.html() ?? document.body.content ?? "");
  }

  async #push(): Promise<void> {
    const { document, fields, dirty } = this.#state;
    if (!dirty) return;
    const mark = this.#text?.mark();
    const saved = await saveItem(document.id, document.revision, this.#body());
    // What was typed meanwhile is unsaved again.
    this.#base = fields;
    this.#onTop = false;
    this.#text?.settle(mark);
    this.#change({ document: saved });
  }

  #load(document: Document): void {
    this.#base = fieldsOf(document);
    this.#onTop = false;
    this.#textDirty = false;
    this.#text?.load(document.body.content ?? "");
    this.#change({ document, fields: this.#base, conflict: null });
  }

  async #run(act: Act, work: () => Promise<void>): Promise<Outcome> {
    if (this.#state.busy) return "busy";
    this.#change({ busy: act, faults: [] });
    try {
      await work();
      return "done";
    } catch (error) {
      return this.#failed(error);
    } finally {
      this.#change({ busy: null });
    }
  }

  #failed(error: unknown): Outcome {
    if (!isApiError(error)) throw error;
    if (error.code === "stale-revision") return this.#stale(error.problem.current as Document);
    if (error.status === 401) return "session";
    if (error.status === 422) {
      const { attempt } = this.#state;
      this.#change({ faults: error.problem.errors ?? [], attempt: attempt + 1 });
      return "faults";
    }
    return error.status === 0 ? "offline" : "failed";
  }

  #stale(theirs: Document): Outcome {
    if (theirs.revision === this.#state.document.revision) {
      // The text is the same; only what readers see has changed.
      this.#change({ document: theirs });
      return "moved";
    }
    const { books } = this.#state.fields;
    this.#change({ conflict: { mine: { body: this.#body(), books }, theirs } });
    return "stale";
  }

  #change(patch: Partial<DraftState>): void {
    const next = { ...this.#state, ...patch };
    next.dirty = this.#onTop || this.#textDirty || !sameFields(next.fields, this.#base);
    this.#state = next;
    for (const listener of [...this.#listeners]) listener();
  }
}
