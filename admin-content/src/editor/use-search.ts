// What is found as one types. An answer that comes late is dropped.
import { useEffect, useState } from "react";
import { isApiError } from "storefront/api/errors.ts";
import { ask } from "#app/features/session/ask.ts";

const PAUSE_MS = 250;

export type Search<T> = { state: "waiting" | "failed" } | { state: "found"; found: T[] };

/** `find` must be the same function each time. */
export function useSearch<T>(
  typed: string,
  find: (text: string, signal: AbortSignal) => Promise<T[]>,
): Search<T> {
  const [search, setSearch] = useState<Search<T>>({ state: "waiting" });
  const text = typed.trim();
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(
      async () => {
        try {
          const found = await ask(() => find(text, stop.signal));
          if (!stop.signal.aborted) setSearch({ state: "found", found });
        } catch (error) {
          if (stop.signal.aborted) return;
          if (!isApiError(error)) throw error;
          setSearch({ state: "failed" });
        }
      },
      text ? PAUSE_MS : 0,
    );
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, find]);
  return search;
}
