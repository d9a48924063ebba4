import { useEffect, useState, useSyncExternalStore } from "react";
import { Backups } from "./backups.ts";
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
