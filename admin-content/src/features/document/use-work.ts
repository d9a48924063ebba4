// A document's draft with all that goes on around it while it is open: saves by themselves, what is kept
// in the browser, the words about how it went, and the login when the session has ended meanwhile.
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { toast } from "storefront/kit/toast.tsx";
import type { Document } from "#app/api/types.ts";
import {
  archiveText,
  identifierText,
  scheduleText,
  documentText as text,
} from "#app/et/document.ts";
import { strings } from "#app/et/strings.ts";
import { useKept } from "#app/features/kept/use-kept.ts";
import { useSession } from "#app/session/session.ts";
import { logInOver } from "#app/session/with-login.ts";
import { Autosave } from "#app/working-copy/autosave.ts";
import { Draft } from "./draft.ts";
import type { Act, Outcome } from "./draft-state.ts";

const FAILED: Record<Act | PlainAct, string> = {
  save: text.saveFailed,
  publish: text.publishFailed,
  takeDown: text.takeDownFailed,
  schedule: scheduleText.failed,
  rename: identifierText.failed,
  archive: archiveText.failed,
  unarchive: archiveText.undoFailed,
};

/** Acts that want nothing but the click. */
export type PlainAct = "save" | "publish" | "takeDown" | "archive" | "unarchive";
const DONE: Record<PlainAct, string> = {
  save: text.savedNotice,
  publish: text.publishedNotice,
  takeDown: text.takenDownNotice,
  archive: archiveText.done,
  unarchive: archiveText.undone,
};

export function useWork(document: Document) {
  const [draft] = useState(() => new Draft(document));
  const state = useSyncExternalStore(draft.subscribe, draft.getSnapshot);
  const session = useSession();
  const [autosave] = useState(() => new Autosave(draft, () => void logInOver()));
  const { keep, aside, letGo } = useKept(document.id, draft);

  useEffect(() => autosave.start(), [autosave]);
  const token = session?.token;
  useEffect(() => {
    // Logged in again, here or in another tab.
    if (token) autosave.now();
  }, [autosave, token]);

  const tell = useCallback((act: Act | PlainAct, outcome: Outcome, again?: () => void) => {
    if (outcome === "session") void logInOver().then((isIn) => isIn && again?.());
    else if (outcome === "moved") toast(text.stateChanged);
    else if (outcome === "offline") {
      toast(`${FAILED[act]} ${strings.common.offline}`, { kind: "danger", ms: 0 });
    } else if (outcome === "failed" || outcome === "unwell") {
      toast(FAILED[act], { kind: "danger", ms: 0 });
    }
  }, []);
  const act = useCallback(
    async (which: PlainAct): Promise<boolean> => {
      const outcome = await draft[which]();
      if (outcome === "done") toast(DONE[which], { kind: "success" });
      else tell(which, outcome, () => void act(which));
      return outcome === "done";
    },
    [draft, tell],
  );

  return { draft, state, tell, act, keep, aside, letGo, hold: autosave.hold };
}
