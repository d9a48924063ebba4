// Whether what is on the screen is saved, in a few words.
import { documentText as text } from "#app/et/document.ts";
import { clockTime } from "#app/et/time.ts";
import type { DraftState } from "./draft-state.ts";

type Saving = Pick<DraftState, "dirty" | "busy" | "autosaving" | "savedAt" | "trouble">;

export function saveLine(state: Saving): string {
  if (state.busy === "save" || state.autosaving) return text.saving;
  if (state.dirty) return troubleLine(state) || text.unsaved;
  return state.savedAt ? text.savedAt(clockTime(state.savedAt)) : text.allSaved;
}

/** What keeps the text from being saved; "" when nothing does. Worth hearing, unlike each save that went well. */
export function troubleLine({ dirty, trouble }: Pick<Saving, "dirty" | "trouble">): string {
  if (!dirty) return "";
  if (trouble === "offline") return text.away;
  if (trouble === "unwell") return text.unwell;
  if (trouble === "session") return text.loggedOut;
  if (trouble === "failed") return text.cannotSave;
  return trouble === "faults" ? text.refused : "";
}
