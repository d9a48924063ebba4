// An open document with its background work: autosaves, backups, notices of results, the login.
import { useCallback, useEffect, useState } from "react";
import { toast } from "storefront/kit/toast.tsx";
import type { Document } from "#app/api/types.ts";
import {
  archiveText,
  identifierText,
  scheduleText,
  documentText as text,
} from "#app/et/document.ts";
import { failureOf } from "#app/et/failure.ts";
import { useSession } from "#app/session/session.ts";
import { requestLogin } from "#app/session/with-login.ts";
import { Autosave } from "#app/working-copy/autosave.ts";
import type { Outcome } from "#app/working-copy/types.ts";
import { useBackups, useWorkingCopy } from "#app/working-copy/use-working-copy.ts";
import { type Action, DocumentCopy } from "./document-copy.ts";

export type PlainAction = "save" | "publish" | "takeDown" | "archive" | "unarchive";

const FAILED: Record<Action | PlainAction, string> = {
  save: text.saveFailed,
  publish: text.publishFailed,
  takeDown: text.takeDownFailed,
  schedule: scheduleText.failed,
  rename: identifierText.failed,
  archive: archiveText.failed,
  unarchive: archiveText.undoFailed,
};

const DONE: Record<PlainAction, string> = {
  save: text.savedNotice,
  publish: text.publishedNotice,
  takeDown: text.takenDownNotice,
  archive: archiveText.done,
  unarchive: archiveText.undone,
};

export function useDocument(document: Document) {
  const { copy, state } = useWorkingCopy(() => new DocumentCopy(document));
  const backups = useBackups(document.id, copy);
  const token = useSession()?.token;
  const [autosave] = useState(() => new Autosave(copy, () => void requestLogin()));

  useEffect(() => autosave.start(), [autosave]);
  useEffect(() => {
    // Logged in again, here or in another tab.
    if (token) autosave.resume();
  }, [autosave, token]);

  /** Returns whether the action is done. */
  const notify = useCallback(
    (action: Action | PlainAction, outcome: Outcome, doneText: string): boolean => {
      const { error, conflict } = copy.getSnapshot();
      const isDone = outcome === "done" || outcome === "merged";
      const isStale = outcome === "stale" && !conflict;
      if (isDone) toast(doneText, { kind: "success" });
      else if (outcome === "moved" || isStale) toast(text.stateChanged);
      else if (outcome === "offline" || outcome === "failed" || outcome === "unavailable") {
        toast(failureOf(error, FAILED[action]), { kind: "danger", ms: 0 });
      }
      return isDone;
    },
    [copy],
  );
  const run = useCallback(
    async (action: PlainAction) => notify(action, await copy[action](), DONE[action]),
    [copy, notify],
  );

  return { copy, state, backups, notify, run, setPaused: autosave.setPaused };
}
