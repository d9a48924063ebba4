// Writes of an order that is changed again while the last change is on its way.
import { useCallback, useRef } from "react";

/** Work goes one after another, so that the last move that is made is the last one written. */
export function useQueue(): (work: () => Promise<void>) => void {
  const last = useRef<Promise<void>>(Promise.resolve());
  return useCallback((work) => {
    // One that broke keeps no other from its turn.
    last.current = last.current.then(work, work);
  }, []);
}
