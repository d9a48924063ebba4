// Books found as one types, by the store's own search. An answer that comes late is dropped.
import { useEffect, useState } from "react";
import { isApiError } from "storefront/api/errors.ts";
import { searchBooks } from "#app/api/documents.ts";
import type { BookCard } from "#app/api/types.ts";

/** The search finds nothing by fewer letters. */
const MIN_LETTERS = 3;
const PAUSE_MS = 250;

export type Found = { state: "idle" | "failed" } | { state: "found"; books: BookCard[] };

export function useBookSearch(typed: string): Found {
  const [found, setFound] = useState<Found>({ state: "idle" });
  const text = typed.trim();
  useEffect(() => {
    if (text.length < MIN_LETTERS) {
      setFound({ state: "idle" });
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        setFound({ state: "found", books: await searchBooks(text, stop.signal) });
      } catch (error) {
        if (stop.signal.aborted) return;
        if (!isApiError(error)) throw error;
        setFound({ state: "failed" });
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text]);
  return found;
}
