// What is unsaved on a screen is kept in the browser as long as the screen is there.
import { useCallback, useEffect, useRef } from "react";
import { dropKept, keepAside, keepUnsaved, type Source } from "./kept.ts";

/** `source` must be the same each time. */
export function useKept<Work extends object>(id: string, source: Source<Work>) {
  const keeper = useRef<ReturnType<typeof keepUnsaved>>(null);
  useEffect(() => {
    const own = keepUnsaved(id, source);
    keeper.current = own;
    return () => {
      // The screen may go because it broke.
      own.write();
      own.stop();
    };
  }, [id, source]);
  return {
    /** Keeps, at once, what is unsaved. */
    keep: useCallback(() => keeper.current?.write(), []),
    /** Keeps it apart from what comes in its place on the screen. */
    aside: useCallback(() => keepAside(id, source), [id, source]),
    /** The writer lets go what is unsaved. */
    letGo: useCallback(() => {
      keeper.current?.stop();
      dropKept(id, source.editing);
    }, [id, source]),
  };
}
