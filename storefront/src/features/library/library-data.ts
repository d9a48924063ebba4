// The shelf of the logged-in user, and what happens when it cannot be had.
import { replace } from "react-router";
import { api } from "#app/api/client.ts";
import { isApiError } from "#app/api/errors.ts";
import type { LibraryBook } from "#app/api/types.ts";
import { endExpiredSession } from "#app/features/auth/logout.ts";
import { paths } from "#app/paths.ts";

/** `books` is null when the shelf could not be loaded. */
export type LibraryData = { books: LibraryBook[] | null };

/**
 * For the loader of "/". Throws redirects: an empty shelf leads to the catalogue unless `keepEmpty`,
 * and a session that the server no longer takes ends here, back at "/".
 */
export async function loadLibrary(signal: AbortSignal, keepEmpty = false): Promise<LibraryData> {
  let books: LibraryBook[];
  try {
    books = await api<LibraryBook[]>("/library", { signal });
  } catch (error) {
    if (signal.aborted) throw error;
    if (isApiError(error, 401) || isApiError(error, 403)) {
      endExpiredSession();
      throw replace(paths.home);
    }
    return { books: null };
  }
  if (books.length === 0 && !keepEmpty) throw replace(paths.books);
  return { books };
}
