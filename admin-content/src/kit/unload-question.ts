// The browser's own question before a page goes with something that is not saved.
import { useEffect } from "react";

/** Asked as long as there is something to lose. */
export function useUnloadQuestion(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isOpen]);
}
