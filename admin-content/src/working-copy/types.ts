import type { ApiError } from "storefront/api/errors.ts";
import type { FieldTable, Invalid, Name, Overlap } from "./fields.ts";

/** The editor's values of a record and the base that they started from. A backup holds this. */
export type Unsaved<Values> = { basedOn: number; values: Values; base: Values };

export type SaveOptions = {
  basedOn: number;
  /** Names one editing session: a revision that it saved itself is no conflict to it. */
  session: string;
  /** Counts the saves of a session, so that a late one does not overwrite a newer one. */
  step: number;
  autosave: boolean;
};

/** What the desk edits: its fields, and how it is read and saved. */
export type Kind<Values, Remote> = {
  prefix: string;
  fields: FieldTable<Values>;
  /** The field that the rich-text editor holds. */
  richText?: Name<Values>;
  /** `before` are the values that the form shows now, for keys that the server does not know. */
  valuesOf(remote: Remote, before?: Values): Values;
  versionOf(remote: Remote): number;
  save(remote: Remote, values: Values, options: SaveOptions): Promise<Remote>;
  /** When two people changed one field: `ask` for the choice, or keep `mine` and show the other value. */
  onConflict: "ask" | "mine";
  /** Whether it is saved during typing. The form then never takes over the server's cleaned values. */
  autosaves?: boolean;
};

/**
 * What became of an action. `merged`: done, and another's changes are in the untouched form. `busy`: the
 * same action is under way. `stale`: another has saved, and the editor chooses. `moved`: only the public
 * state has changed. `conflict`: something else has the same name.
 */
export type Outcome =
  | "done"
  | "merged"
  | "busy"
  | "stale"
  | "moved"
  | "conflict"
  | "invalid"
  | "session"
  | "offline"
  | "unavailable"
  | "failed";

export type Side = "mine" | "theirs";
export type Choices<Values> = { [Field in Name<Values>]?: Side };

export type Conflict<Values, Remote> = {
  mine: Values;
  theirs: Values;
  remote: Remote;
  overlaps: Overlap<Values>[];
};

export type WorkingState<Values, Remote, Action extends string = string> = {
  /** The record as the server has it. */
  remote: Remote;
  /** The form's values. For rich text, the last value that was set in the editor. */
  values: Values;
  dirty: boolean;
  busy: Action | "save" | null;
  autosaving: boolean;
  /** Whether this session has saved or loaded a newer version. */
  hasSaved: boolean;
  /** Why the last action did not succeed. */
  failure: Outcome | null;
  error: ApiError | null;
  conflict: Conflict<Values, Remote> | null;
  /** The other editor's values of the fields in which this editor's value was chosen. */
  overwritten: Partial<Values>;
  invalid: Invalid[];
  /** The number of actions of the editor that found an invalid field. */
  attempt: number;
  /** Whether an autosave found the invalid fields. They take no focus then. */
  quiet: boolean;
};

/** The rich-text editor, as far as a working copy needs it. */
export type RichText = {
  html(): string;
  /** Returns a mark of the current text, for `setBase`. */
  mark(): unknown;
  /** The server has the text of the mark. */
  setBase(mark: unknown): void;
  /** Shows another text and takes it as the server's text. */
  load(html: string): void;
};
