import { documentText as text } from "#app/et/document.ts";
import { strings } from "#app/et/strings.ts";
import { clockTime } from "#app/et/time.ts";
import type { Outcome } from "#app/working-copy/types.ts";

type Saving = {
  dirty: boolean;
  busy: string | null;
  autosaving: boolean;
  hasSaved: boolean;
  remote: { savedAt: string };
  failure: Outcome | null;
};

export function saveLine(state: Saving): string {
  if (state.busy === "save" || state.autosaving) return strings.common.saving;
  if (state.dirty) return failureLine(state) || strings.common.unsaved;
  return state.hasSaved ? text.savedAt(clockTime(state.remote.savedAt)) : strings.common.allSaved;
}

const FAILURES: { [Each in Outcome]?: string } = {
  offline: text.away,
  unavailable: text.unavailable,
  session: text.loggedOut,
  failed: text.cannotSave,
  invalid: text.refused,
};

/** The reason why the text cannot be saved, or "". It is announced; successful saves are not. */
export function failureLine({ dirty, failure }: Pick<Saving, "dirty" | "failure">): string {
  return (dirty && failure && FAILURES[failure]) || "";
}
