// The shapes that a working copy is made of.
import type { ApiError } from "storefront/api/errors.ts";
import type { FieldTable, Invalid, Name, Overlap } from "./fields.ts";

/** What the editor has done to a thing, and what it began with. A backup holds this. */
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
  /** Begins the ids of its controls. */
  prefix: string;
  fields: FieldTable<Values>;
  /** The field that the rich-text editor holds. */
  richText?: Name<Values>;
  /** `before`: what the form shows now, for identities that the server does not know. */
  valuesOf(remote: Remote, before?: Values): Values;
  versionOf(remote: Remote): number;
  save(remote: Remote, values: Values, options: SaveOptions): Promise<Remote>;
  /** Two people changed one field: `ask` which value stays, or keep `mine` and show theirs at the field. */
  onConflict: "ask" | "mine";
  /** It is also saved while it is written. The form then never changes to what the server made of it. */
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
  /** As the server has it. */
  remote: Remote;
  /** The form's values; of rich text what the editor was last given. */
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
  /** Another's values of fields where one's own stand over them. */
  overwritten: Partial<Values>;
  invalid: Invalid[];
  /** Grows with each action of the editor that found something invalid. */
  attempt: number;
  /** What is invalid was found by an autosave and takes no focus. */
  quiet: boolean;
};

/** The rich-text editor, as far as a working copy needs it. */
export type RichText = {
  html(): string;
  /** Names the text as it is now, for `setBase`. */
  mark(): unknown;
  /** The server has what was marked. */
  setBase(mark: unknown): void;
  /** Shows another text and takes it for what the server has. */
  load(html: string): void;
};
