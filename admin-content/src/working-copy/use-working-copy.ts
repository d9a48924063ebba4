import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { toast } from "storefront/kit/toast.tsx";
import { failureOf } from "#app/et/failure.ts";
import { strings } from "#app/et/strings.ts";
import { Backups } from "./backups.ts";
import { errorsOf } from "./fields.ts";
import type { ServerDraft } from "./server-draft.ts";
import type { WorkingCopy } from "./working-copy.ts";

type Observable = { subscribe(listener: () => void): () => void; getSnapshot(): unknown };

export function useWorkingCopy<Copy extends Observable>(create: () => Copy) {
  const [copy] = useState(create);
  const state = useSyncExternalStore(copy.subscribe, copy.getSnapshot);
  return { copy, state: state as ReturnType<Copy["getSnapshot"]> };
}

export function useBackups<Values extends object, Remote>(
  id: string,
  copy: WorkingCopy<Values, Remote, string>,
  serverDraft?: () => ServerDraft,
): Backups<Values, Remote> {
  const [backups] = useState(() => new Backups(id, copy, serverDraft?.()));
  useEffect(() => backups.start(), [backups]);
  return backups;
}

/** Saves with a notice, unless the form shows the result. Resolves to whether all is saved. */
export function useSave<Values extends object, Remote, Action extends string>(
  copy: WorkingCopy<Values, Remote, Action>,
  doneText: (remote: Remote) => string,
  conflictText?: string,
): () => Promise<boolean> {
  return useCallback(async () => {
    const outcome = await copy.save();
    const { remote, invalid, error } = copy.getSnapshot();
    const isDone = outcome === "done" || outcome === "merged";
    const isShown = Object.keys(errorsOf(copy.kind.fields, invalid)).length > 0;
    if (isDone) toast(doneText(remote), { kind: "success" });
    else if (error && outcome !== "stale" && !isShown) {
      const failed = failureOf(error, strings.common.saveFailed);
      toast((outcome === "conflict" && conflictText) || failed, { kind: "danger", ms: 0 });
    }
    return isDone;
  }, [copy, doneText, conflictText]);
}

export function useSaveKey(save: () => unknown): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "s") return;
      event.preventDefault();
      if (!event.repeat) void save();
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [save]);
}
