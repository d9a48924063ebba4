// What a document under work is at a moment, and what may become of an act on it.
import type { Body, BookCard, Document } from "#app/api/types.ts";
import type { Fields } from "./fields.ts";

export type Act = "save" | "publish" | "takeDown" | "schedule" | "rename" | "archive";
/**
 * What became of an act. `stale`: both texts are in the state; `session`: it wants a login first;
 * `offline` and `unwell`: worth trying again.
 */
export type Outcome =
  | "done"
  | "busy"
  | "stale"
  | "moved"
  | "taken"
  | "faults"
  | "session"
  | "offline"
  | "unwell"
  | "failed";

export type Faults = { field: string; code: string }[];
export type Own = { body: Body; books: BookCard[] };
export type Conflict = { mine: Own; theirs: Document };

export type DraftState = {
  /** As the server has it. */
  document: Document;
  fields: Fields;
  dirty: boolean;
  busy: Act | null;
  autosaving: boolean;
  /** When this opening of the text was last taken by the server. */
  savedAt: string | null;
  /** Why the last save did not come through. */
  trouble: Outcome | null;
  conflict: Conflict | null;
  faults: Faults;
  /** Grows with each act of the writer that found faults; those of an autosave only stand at their fields. */
  attempt: number;
  quiet: boolean;
};
