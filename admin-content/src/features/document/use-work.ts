// A document's draft with all that goes on around it while it is open: saves by themselves, what is kept
// in the browser, the words about how it went, and the login when the session has ended meanwhile.
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { toast } from "storefront/kit/toast.tsx";
import type { Document } from "#app/api/types.ts";
import { identifierText, scheduleText, documentText as text } from "#app/et/document.ts";
import { strings } from "#app/et/strings.ts";
import { useSession } from "#app/features/session/session.ts";
import { Autosave } from "./autosave.ts";
import { Draft } from "./draft.ts";
import type { Act, Outcome } from "./draft-state.ts";
import { dropKept, keepUnsaved } from "./kept-text.ts";

const FAILED: Record<Act, string> = {
  save: text.saveFailed,
  publish: text.publishFailed,
  takeDown: text.takeDownFailed,
  schedule: scheduleText.failed,
  rename: identifierText.failed,
};

/** Acts that want nothing but the click. */
export type PlainAct = "save" | "publish" | "takeDown";
const DONE: Record<PlainAct, string> = {
  save: text.savedNotice,
  publish: text.publishedNotice,
  takeDown: text.takenDownNotice,
};

export function useWork(document: Document) {
  const [draft] = useState(() => new Draft(document));
  const state = useSyncExternalStore(draft.subscribe, draft.getSnapshot);
  const session = useSession();
  /** Waits for the login; `again` goes on after it. */
  const [waiting, setWaiting] = useState<{ again?: () => void } | null>(null);
  const [autosave] = useState(() => new Autosave(draft, () => setWaiting({})));
  const keeper = useRef<ReturnType<typeof keepUnsaved>>(null);

  useEffect(() => autosave.start(), [autosave]);
  useEffect(() => {
    const own = keepUnsaved(draft);
    keeper.current = own;
    return () => {
      // The screen may go because it broke.
      own.write();
      own.stop();
    };
  }, [draft]);
  const token = session?.token;
  useEffect(() => {
    // Logged in again, here or in another tab.
    if (token) autosave.now();
  }, [autosave, token]);

  const tell = useCallback((act: Act, outcome: Outcome, again?: () => void) => {
    if (outcome === "session") setWaiting((now) => (again ? { again } : (now ?? {})));
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

  return {
    draft,
    state,
    tell,
    act,
    login: {
      open: waiting !== null,
      close: () => setWaiting(null),
      done: () => {
        setWaiting(null);
        waiting?.again?.();
      },
      ask: () => setWaiting({}),
    },
    /** Keeps in the browser, at once, what is unsaved. */
    keep: () => keeper.current?.write(),
    /** The writer lets go what is unsaved. */
    letGo: () => {
      keeper.current?.stop();
      dropKept(document.id, draft.editing);
    },
  };
}
