// A book under work: what is in the form against what the server has. No React here. Whatever fails,
// the form keeps what was typed; when somebody else has saved, both values wait for a choice.
import { isApiError } from "storefront/api/errors.ts";
import { type DeskBook, replaceCover, replaceSample, saveBook } from "#app/api/books.ts";
import type { TextPort } from "#app/editor/text-port.ts";
import { ask } from "#app/session/with-login.ts";
import { type Fault, faultsIn, without } from "./faults.ts";
import {
  differing,
  type FieldName,
  type Fields,
  fieldsOf,
  quarrels,
  type Values,
  valuesFrom,
  valuesOf,
} from "./fields.ts";
import type { UnsavedBook } from "./kept-book.ts";

export type Act = "save" | "cover" | "sample";
/** `taken`: done, and what somebody else had changed meanwhile has come into the untouched form. */
export type Outcome = "done" | "taken" | "busy" | "stale" | "faults" | { failed: unknown };
export type Choice = "mine" | "theirs";
export type Conflict = {
  mine: Values;
  theirs: Values;
  book: DeskBook;
  rows: { name: FieldName; both: boolean }[];
};

export type BookState = {
  /** As the server has it. */
  book: DeskBook;
  fields: Fields;
  dirty: boolean;
  busy: Act | null;
  /** Of the file that goes, 0 to 1. */
  sent: number;
  conflict: Conflict | null;
  faults: Fault[];
  /** Grows with each save that found faults. */
  attempt: number;
};

export class BookDraft {
  /** Names this opening. */
  readonly editing = crypto.randomUUID();
  #state: BookState;
  #listeners = new Set<() => void>();
  #touches = new Set<() => void>();
  #text: TextPort | null = null;
  /** The description as the editor left it: what is unsaved outlives its screen. */
  #left: string | null = null;
  #base: Fields;
  #textDirty = false;
  #running: Promise<void> = Promise.resolve();
  #waiting = new Set<Act>();
  /** What taken-up work began with, until it has been compared with what others have saved since. */
  #begun: Pick<UnsavedBook, "base" | "version"> | null = null;
  /** One's own description goes on top of another's: it is unsaved whatever it was based on. */
  #textOnTop = false;

  constructor(book: DeskBook) {
    this.#base = fieldsOf(book);
    this.#state = {
      book,
      fields: this.#base,
      dirty: false,
      busy: null,
      sent: 0,
      conflict: null,
      faults: [],
      attempt: 0,
    };
  }

  getSnapshot = (): BookState => this.#state;

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** The editor registers itself; the answer takes it away. */
  attach = (port: TextPort): (() => void) => {
    this.#text = port;
    return () => {
      this.#left = port.html();
      this.#text = null;
    };
  };

  /** Called at each change of what is on the screen, also where the state stays the same. */
  onTouch = (listener: () => void): (() => void) => {
    this.#touches.add(listener);
    return () => this.#touches.delete(listener);
  };

  textChanged = (differs: boolean): void => {
    this.#textDirty = differs;
    this.#change({ faults: without(this.#state.faults, ["description"]) });
    this.#touch();
  };

  edit = (patch: Partial<Fields>): void => {
    const faults = without(this.#state.faults, Object.keys(patch) as FieldName[]);
    this.#change({ fields: { ...this.#state.fields, ...patch }, faults });
    this.#touch();
  };

  /** One field as it is in other values, an older state of the book; nothing is saved yet. */
  putBack = (name: FieldName, values: Values): void => {
    if (name === "description") {
      this.#text?.load(values.description);
      this.#textOnTop = values.description !== this.#state.book.description;
      this.#change({});
      this.#touch();
    } else this.edit({ [name]: values[name] });
  };

  /** What is in the form, and what it began with. */
  own = (): UnsavedBook => {
    const { book, fields } = this.#state;
    return {
      version: book.version,
      values: { ...fields, description: this.#description() },
      base: { ...this.#base, description: book.description },
      ...this.#begun,
    };
  };

  /** Goes on with what was never saved. What others have changed since is asked about. */
  takeUp = ({ values, base, version }: UnsavedBook): void => {
    const { book } = this.#state;
    const { description, ...fields } = values;
    this.#text?.load(description);
    this.#textOnTop = description !== book.description;
    const theirs = valuesFrom(book, fields);
    const rows = quarrels(base, values, theirs);
    const conflict = rows.length > 0 ? { mine: values, theirs, book, rows } : null;
    this.#begun = conflict && { base, version };
    this.#change({ fields, conflict });
    this.#touch();
  };

  save = async (): Promise<Outcome> => {
    // The form is away under a conflict; its choice comes first.
    if (this.#state.conflict) return "stale";
    const faults = faultsIn(this.#state.fields);
    if (faults.length > 0) return this.#refused(faults);
    return this.#run("save", async () => (this.#state.conflict ? "stale" : this.#push()));
  };

  replaceCover = (file: File): Promise<Outcome> =>
    this.#run("cover", async () =>
      this.#absorb(await ask(() => replaceCover(this.#state.book.id, file, this.#onSent))),
    );

  replaceSample = (file: File): Promise<Outcome> =>
    this.#run("sample", async () =>
      this.#absorb(await ask(() => replaceSample(this.#state.book.id, file, this.#onSent))),
    );

  /** Goes on with the chosen values over the other's book; nothing is saved yet. */
  resolve = (choices: Partial<Record<FieldName, Choice>>): void => {
    const { conflict } = this.#state;
    if (!conflict) return;
    const { mine, theirs, book, rows } = conflict;
    const taken = rows.map(({ name }) => name).filter((name) => choices[name] === "theirs");
    const chosen = Object.fromEntries(taken.map((name) => [name, theirs[name]]));
    const { description: _, ...fields } = { ...mine, ...chosen } as Values;
    this.#base = fieldsOf(book, fields);
    this.#begun = null;
    if (taken.includes("description")) this.#loadText(theirs.description);
    else if (mine.description !== theirs.description) this.#textOnTop = true;
    this.#change({ book, fields, conflict: null });
    this.#touch();
  };

  #onSent = (share: number): void => this.#change({ sent: share });

  #description(): string {
    const touched = this.#textDirty || this.#textOnTop;
    const { description } = this.#state.book;
    return touched ? (this.#text?.html() ?? this.#left ?? description) : description;
  }

  async #push(again = false): Promise<Outcome> {
    const { book, fields, dirty } = this.#state;
    if (!dirty) return "done";
    const mark = this.#text?.mark();
    const values = valuesOf(fields, this.#description());
    let saved: DeskBook;
    try {
      saved = await ask(() => saveBook(book.id, book.version, values));
    } catch (error) {
      if (!isApiError(error)) throw error;
      // Another took the address or the ISBN at the same moment; asked again, the server says which.
      if (error.code === "conflict" && !again) return this.#push(true);
      if (error.code !== "stale-revision") throw error;
      const outcome = this.#absorb(error.problem.current as DeskBook);
      // The other changed nothing that the form holds: the save goes on over it.
      return outcome === "done" ? this.#push() : outcome;
    }
    // What was typed meanwhile is unsaved again.
    const now = this.#state.fields;
    const written = fieldsOf(saved, now);
    this.#base = written;
    this.#textOnTop = false;
    this.#text?.settle(mark);
    this.#change({ book: saved, fields: now === fields ? written : now });
    return "done";
  }

  /** A newer book has come. What others changed in it is taken over or asked about, never written over. */
  #absorb(book: DeskBook): Outcome {
    const { fields, dirty } = this.#state;
    const { base, values: mine } = this.own();
    const theirs = valuesFrom(book, fields);
    const rows = quarrels(base, mine, theirs);
    if (rows.length > 0 && !dirty) {
      this.#base = fieldsOf(book, fields);
      if (mine.description !== theirs.description) this.#loadText(theirs.description);
      this.#change({ book, fields: this.#base });
      return "taken";
    }
    if (rows.length > 0) {
      this.#change({ conflict: { mine, theirs, book, rows } });
      return "stale";
    }
    this.#base = fieldsOf(book, fields);
    this.#change({ book });
    return "done";
  }

  #loadText(html: string): void {
    this.#textOnTop = false;
    this.#textDirty = false;
    this.#text?.load(html);
  }

  async #run(act: Act, work: () => Promise<Outcome>): Promise<Outcome> {
    // The second click of one act is none; another act waits for its turn.
    if (this.#state.busy === act || this.#waiting.has(act)) return "busy";
    this.#waiting.add(act);
    while (this.#state.busy) await this.#running;
    this.#waiting.delete(act);
    let ended = () => {};
    this.#running = new Promise((done) => {
      ended = done;
    });
    this.#change({ busy: act, sent: 0, faults: [] });
    try {
      return await work();
    } catch (error) {
      return act === "save" ? this.#saveFailed(error) : { failed: error };
    } finally {
      this.#change({ busy: null });
      ended();
    }
  }

  #saveFailed(error: unknown): Outcome {
    if (!isApiError(error)) throw error;
    if (error.status === 422) return this.#refused(error.problem.errors ?? []);
    return { failed: error };
  }

  #refused(faults: Fault[]): Outcome {
    this.#change({ faults, attempt: this.#state.attempt + 1 });
    return "faults";
  }

  #touch(): void {
    for (const listener of [...this.#touches]) listener();
  }

  #change(patch: Partial<BookState>): void {
    const next = { ...this.#state, ...patch };
    next.dirty =
      this.#textOnTop || this.#textDirty || differing(next.fields, this.#base).length > 0;
    this.#state = next;
    for (const listener of [...this.#listeners]) listener();
  }
}
