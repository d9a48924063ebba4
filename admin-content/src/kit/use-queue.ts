// Runs saves one after another, so that the last request is the last one written.
import { useCallback, useRef } from "react";

export function useQueue(): (work: () => Promise<void>) => void {
  const last = useRef<Promise<void>>(Promise.resolve());
  return useCallback((work) => {
    // A failed save does not stop the next one.
    last.current = last.current.then(work, work);
  }, []);
}
