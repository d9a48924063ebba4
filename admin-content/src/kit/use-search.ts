// Searches while the editor types. Late responses are dropped.
import { useEffect, useState } from "react";
import { isApiError } from "storefront/api/errors.ts";
import { withLogin } from "#app/session/with-login.ts";

const PAUSE_MS = 250;

type State<T> = { state: "waiting" | "failed" } | { state: "found"; found: T[] };

/** `isCurrent`: the results belong to the current query. */
export type Search<T> = State<T> & { isCurrent: boolean };

/** `find` must be the same function each time. Fewer letters than `minLetters` find nothing. */
export function useSearch<T>(
  typed: string,
  find: (text: string, signal: AbortSignal) => Promise<T[]>,
  minLetters = 0,
): Search<T> {
  const [last, setLast] = useState<{ search: State<T>; of?: string }>({
    search: { state: "waiting" },
  });
  const of = typed.trim();
  useEffect(() => {
    if (of.length < minLetters) {
      setLast({ search: { state: "waiting" }, of });
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(
      async () => {
        try {
          const found = await withLogin(() => find(of, stop.signal));
          if (!stop.signal.aborted) setLast({ search: { state: "found", found }, of });
        } catch (error) {
          if (stop.signal.aborted) return;
          if (!isApiError(error)) throw error;
          setLast({ search: { state: "failed" }, of });
        }
      },
      of ? PAUSE_MS : 0,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [of, find, minLetters]);
  return { ...last.search, isCurrent: last.of === of };
}
