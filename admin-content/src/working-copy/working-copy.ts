// A working copy: the values of the form, compared with those of the server. It compares, merges, saves in order and
// records invalid fields. No React here. The form keeps the typed values after any failure.
import { type ApiError, isApiError } from "storefront/api/errors.ts";
import { createListeners } from "storefront/kit/listeners.ts";
import { withLogin } from "#app/session/with-login.ts";
import {
  differing,
  exceptFields,
  type Invalid,
  invalidIn,
  type Name,
  namesOf,
  overlapsOf,
} from "./fields.ts";
import type {
  Choices,
  Conflict,
  Kind,
  Outcome,
  RichText,
  SaveOptions,
  Unsaved,
  WorkingState,
} from "./types.ts";

export class WorkingCopy<Values extends object, Remote, Action extends string = never> {
  readonly session = crypto.randomUUID();
  #state: WorkingState<Values, Remote, Action>;
  #listeners = createListeners();
  #editListeners = createListeners();
  /** The values that the form began with, and their version. */
  #base: Values;
  #basedOn: number;
  #editor: RichText | null = null;
  /** The text of the closed rich-text editor, because unsaved work outlives its screen. */
  #leftHtml: string | null = null;
  /** Whether the text differs from the text that the rich-text editor takes as the base. */
  #editorDiffers = false;
  /** Whether the rich-text editor takes another text than `base` as the base. */
  #editorIsAhead = false;
  #autosaving: Promise<Outcome> | null = null;
  #running: Promise<void> = Promise.resolve();
  #waiting = new Set<Action | "save">();
  #step = 0;

  constructor(
    readonly kind: Kind<Values, Remote>,
    remote: Remote,
  ) {
    this.#base = kind.valuesOf(remote);
    this.#basedOn = kind.versionOf(remote);
    this.#state = {
      remote,
      values: this.#base,
      dirty: false,
      busy: null,
      autosaving: false,
      hasSaved: false,
      failure: null,
      error: null,
      conflict: null,
      overwritten: {},
      invalid: [],
      attempt: 0,
      quiet: false,
    };
  }

  getSnapshot = (): WorkingState<Values, Remote, Action> => this.#state;

  subscribe = this.#listeners.subscribe;

  /** Calls `listener` at each edit, also when the state stays the same. */
  onEdit = this.#editListeners.subscribe;

  /** The rich-text editor registers itself. Returns the function that detaches it. */
  attach = (editor: RichText): (() => void) => {
    this.#editor = editor;
    return () => {
      this.#leftHtml = editor.html();
      this.#editor = null;
    };
  };

  /** Called by the rich-text editor at each change, with whether its text differs from its base. */
  textChanged = (differs: boolean): void => {
    const { fields, richText = "" } = this.kind;
    const invalid = exceptFields(fields, this.#state.invalid, [richText]);
    if (differs !== this.#editorDiffers || invalid.length < this.#state.invalid.length) {
      this.#editorDiffers = differs;
      this.#change({ invalid });
    }
    this.#editListeners.notify();
  };

  edit = (patch: Partial<Values>): void => {
    const changed = Object.keys(patch);
    const values = { ...this.#state.values, ...patch };
    const overwritten = { ...this.#state.overwritten };
    for (const name of changed) delete overwritten[name as keyof Values];
    if (this.kind.richText && changed.includes(this.kind.richText)) this.#loadText(values);
    const invalid = exceptFields(this.kind.fields, this.#state.invalid, changed);
    this.#change({ values, overwritten, invalid });
    this.#editListeners.notify();
  };

  values = (): Values => {
    const { values } = this.#state;
    const { richText } = this.kind;
    return richText ? { ...values, [richText]: this.#text(richText) } : values;
  };

  unsaved = (): Unsaved<Values> => ({
    basedOn: this.#basedOn,
    values: this.values(),
    base: this.#base,
  });

  /** Continues unsaved work. Fields that others have changed since it began become a conflict. */
  restore = async ({ values, base, basedOn }: Unsaved<Values>): Promise<void> => {
    await this.#autosaving;
    this.#base = base;
    this.#basedOn = basedOn;
    this.#loadText(values);
    this.#change({ values });
    const { remote } = this.#state;
    if (basedOn !== this.kind.versionOf(remote)) this.receive(remote);
    this.#editListeners.notify();
  };

  save = (): Promise<Outcome> =>
    // An explicit save of autosaved values protects their revision from pruning.
    this.run("save", () => this.push({ force: this.kind.autosaves ?? false }));

  /** Saves without the editor's request: waits for nothing, and takes no focus. */
  autosave = (): Promise<Outcome> => {
    const { busy, conflict, dirty } = this.#state;
    if (busy || this.#autosaving) return Promise.resolve("busy");
    if (conflict) return Promise.resolve("stale");
    if (!dirty) return Promise.resolve("done");
    this.#change({ autosaving: true });
    this.#autosaving = this.#try(() => this.push({ autosave: true }), true).finally(() => {
      this.#autosaving = null;
      this.#change({ autosaving: false });
    });
    return this.#autosaving;
  };

  /** Waits for a running autosave, then autosaves. */
  autosaveNow = async (): Promise<Outcome> => {
    await this.#autosaving;
    return this.autosave();
  };

  /** Actions run one after another. A second request of the action that waits or runs is dropped. */
  async run(
    action: Action | "save",
    work: () => Promise<Outcome>,
    { duringConflict = false } = {},
  ): Promise<Outcome> {
    if (this.#state.busy === action || this.#waiting.has(action)) return "busy";
    this.#waiting.add(action);
    while (this.#state.busy) await this.#running;
    this.#waiting.delete(action);
    let end = () => {};
    this.#running = new Promise((resolve) => {
      end = resolve;
    });
    this.#change({ busy: action, invalid: [], overwritten: {} });
    try {
      await this.#autosaving;
      if (this.#state.conflict && !duringConflict) return "stale";
      return await this.#try(work);
    } finally {
      this.#change({ busy: null });
      end();
    }
  }

  /** Saves unsaved changes, inside an action. With `force` it saves even if there are none. */
  async push({ autosave = false, force = false } = {}): Promise<Outcome> {
    const shown = this.#state.values;
    const sent = this.values();
    const invalid = invalidIn(this.kind.fields, sent);
    if (invalid.length > 0) return this.refuse(invalid, autosave);
    if (!this.#state.dirty && !force) return "done";
    const mark = this.#editor?.mark();
    try {
      const saved = await this.send(sent, this.#basedOn, autosave);
      this.#saved(saved, sent, shown, mark);
      return "done";
    } catch (error) {
      const current = currentOf<Remote>(error);
      if (!current) throw error;
      const outcome = this.receive(current);
      // The other save changed no value of this form, so retry on top of it.
      return outcome === "done" && this.#state.dirty ? this.push({ autosave }) : outcome;
    }
  }

  send(values: Values, basedOn: number, autosave = false): Promise<Remote> {
    this.#step += 1;
    const options: SaveOptions = { basedOn, session: this.session, step: this.#step, autosave };
    const call = () => this.kind.save(this.#state.remote, values, options);
    return autosave ? call() : withLogin(call);
  }

  /** Receives a newer state. Changes of others are merged or become a conflict, and are never overwritten. */
  receive(remote: Remote): Outcome {
    if (this.kind.versionOf(remote) === this.#basedOn) {
      this.#change({ remote });
      return "moved";
    }
    const mine = this.values();
    const theirs = this.kind.valuesOf(remote, mine);
    const overlaps = overlapsOf(this.kind.fields, this.#base, mine, theirs);
    if (overlaps.length > 0 && !this.#state.dirty) {
      this.load(remote);
      return "merged";
    }
    const conflict = { mine, theirs, remote, overlaps };
    if (overlaps.length > 0 && this.kind.onConflict === "ask") {
      this.#change({ conflict });
      return "stale";
    }
    const onlyTheirs = overlaps.filter(({ both }) => !both).map(({ name }) => name);
    this.#resolve(conflict, onlyTheirs);
    const overwritten: Partial<Values> = {};
    for (const { name, both } of overlaps) if (both) overwritten[name] = theirs[name];
    if (Object.keys(overwritten).length === 0) return "done";
    this.#change({ overwritten, attempt: this.#state.attempt + 1 });
    return "stale";
  }

  /** Continues with the chosen values, based on the other version. Nothing is saved yet. */
  resolve = (choices: Choices<Values>): void => {
    const { conflict } = this.#state;
    if (!conflict) return;
    const names = conflict.overlaps.map(({ name }) => name);
    this.#resolve(
      conflict,
      names.filter((name) => choices[name] === "theirs"),
    );
  };

  #resolve(
    { mine, theirs, remote, overlaps }: Conflict<Values, Remote>,
    taken: Name<Values>[],
  ): void {
    const { richText } = this.kind;
    const values: Values = { ...mine };
    for (const name of taken) values[name] = theirs[name];
    this.#base = this.kind.valuesOf(remote, values);
    this.#basedOn = this.kind.versionOf(remote);
    if (richText && taken.includes(richText)) this.#loadText(values);
    else if (overlaps.some(({ name }) => name === richText)) this.#editorIsAhead = true;
    this.#change({ remote, values, conflict: null });
    this.#editListeners.notify();
  }

  /** Replaces all values of the form by a version of the server. */
  load(remote: Remote): void {
    this.#base = this.kind.valuesOf(remote, this.#state.values);
    this.#basedOn = this.kind.versionOf(remote);
    this.#loadText(this.#base);
    this.#change({ remote, values: this.#base, conflict: null, hasSaved: true });
  }

  /** Takes the state after a publish or the like. If another editor has saved since, merges that version. */
  receiveState(remote: Remote): void {
    const { versionOf } = this.kind;
    if (versionOf(remote) === versionOf(this.#state.remote)) this.#change({ remote });
    else this.receive(remote);
  }

  refuse(invalid: Invalid[], quiet = false): Outcome {
    const before = this.#state;
    // An error that an explicit save has shown stays visible when an autosave finds it again.
    const stays = before.invalid.length > 0 && !before.quiet;
    const attempt = before.attempt + (quiet ? 0 : 1);
    this.#change({ invalid, attempt, quiet: quiet && !stays });
    return "invalid";
  }

  #saved(saved: Remote, sent: Values, shown: Values, mark: unknown): void {
    const { values } = this.#state;
    const next = { ...values };
    if (this.kind.autosaves) this.#base = sent;
    else {
      this.#base = this.kind.valuesOf(saved, values);
      // Values that were typed meanwhile stay and are unsaved.
      for (const name of namesOf(this.kind.fields)) {
        if (values[name] === shown[name]) next[name] = this.#base[name];
      }
    }
    this.#basedOn = this.kind.versionOf(saved);
    this.#editorIsAhead = false;
    if (this.#editor) this.#editor.setBase(mark);
    else this.#editorDiffers = false;
    this.#change({ remote: saved, values: next, hasSaved: true, invalid: [] });
  }

  async #try(work: () => Promise<Outcome>, quiet = false): Promise<Outcome> {
    let outcome: Outcome;
    let failed: ApiError | null = null;
    try {
      outcome = await work();
    } catch (error) {
      if (!isApiError(error)) throw error;
      failed = error;
      outcome = this.#failed(error, quiet);
    }
    const isDone = outcome === "done" || outcome === "merged";
    this.#change({ failure: isDone ? null : outcome, error: failed });
    return outcome;
  }

  #failed(error: ApiError, quiet: boolean): Outcome {
    const current = currentOf<Remote>(error);
    // The server did nothing, also where the newer state needs no choice.
    if (current) return this.receive(current) === "moved" ? "moved" : "stale";
    if (error.status === 409) return "conflict";
    if (error.status === 422) return this.refuse(error.problem.errors ?? [], quiet);
    if (error.status === 401) return "session";
    if (error.status === 0) return "offline";
    return error.status >= 500 || error.status === 429 ? "unavailable" : "failed";
  }

  /** Returns the server's text while the text is unchanged, because the editor may serialise it differently. */
  #text(name: Name<Values>): unknown {
    if (!this.#editorDiffers && !this.#editorIsAhead) return this.#base[name];
    return this.#editor?.html() ?? this.#leftHtml ?? this.#base[name];
  }

  #loadText(values: Values): void {
    const { richText } = this.kind;
    if (!richText) return;
    const html = String(values[richText]);
    this.#editorIsAhead = html !== this.#base[richText];
    this.#editorDiffers = false;
    this.#leftHtml = html;
    this.#editor?.load(html);
  }

  #change(patch: Partial<WorkingState<Values, Remote, Action>>): void {
    const next = { ...this.#state, ...patch };
    const names = differing(this.kind.fields, next.values, this.#base);
    next.dirty =
      this.#editorDiffers ||
      this.#editorIsAhead ||
      names.some((name) => name !== this.kind.richText);
    this.#state = next;
    this.#listeners.notify();
  }
}

function currentOf<Remote>(error: unknown): Remote | undefined {
  const isStale = isApiError(error, 409) && error.problem.current !== undefined;
  return isStale ? (error.problem.current as Remote) : undefined;
}
