import { replace } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { api } from "#app/api/client.ts";
import { isApiError } from "#app/api/errors.ts";
import type { LibraryBook } from "#app/api/types.ts";
import { endExpiredSession } from "#app/session/logout.ts";

/** `books` is null when the library could not be loaded. */
export type LibraryData = { books: LibraryBook[] | null };

/** A session that the server has ended is forgotten here too, and `onExpired` says what follows. */
async function fetchLibrary<T>(signal: AbortSignal, onExpired: () => T) {
  try {
    return { books: await api("GET /library", { signal }) };
  } catch (error) {
    if (signal.aborted) throw error;
    if (!isApiError(error, 401) && !isApiError(error, 403)) return { books: null };
    endExpiredSession();
    return onExpired();
  }
}

/** An empty library redirects to the catalogue unless `keepEmpty`, an expired session to "/". */
export async function loadLibrary(signal: AbortSignal, keepEmpty = false): Promise<LibraryData> {
  const data = await fetchLibrary(signal, (): never => {
    throw replace(paths.home);
  });
  if (data.books?.length === 0 && !keepEmpty) throw replace(paths.books);
  return data;
}

/** `entry` is null for a book outside the library; `failed` when the library could not be loaded. */
export type LibraryEntry = { entry: LibraryBook | null; failed: boolean };

/** For the loader of a book's page, only for logged-in users. After an expired session the user is a visitor. */
export async function loadLibraryEntry(slug: string, signal: AbortSignal): Promise<LibraryEntry> {
  const { books } = await fetchLibrary(signal, (): LibraryData => ({ books: [] }));
  return { entry: books?.find((book) => book.slug === slug) ?? null, failed: books === null };
}

/** Throws ApiError; 403 means that the book must be bought. */
export function addToLibrary(bookId: string): Promise<LibraryBook> {
  return api("POST /library", { body: { bookId } });
}
