// Whether one book is on the user's shelf, and putting it there.
import { api } from "#app/api/client.ts";
import { isApiError } from "#app/api/errors.ts";
import type { LibraryBook } from "#app/api/types.ts";
import { endExpiredSession } from "#app/features/auth/logout.ts";
import { getSession } from "#app/features/auth/session.ts";

/** `entry` is null for a book that is not on the shelf; `failed` when the shelf cannot be had. */
export type Membership = { entry: LibraryBook | null; failed: boolean };

const NONE: Membership = { entry: null, failed: false };

/** Visitors have no shelf. A session that the server no longer takes ends here. */
export async function membershipOf(slug: string, signal: AbortSignal): Promise<Membership> {
  if (!getSession()) return NONE;
  try {
    const books = await api<LibraryBook[]>("/library", { signal });
    return { entry: books.find((book) => book.slug === slug) ?? null, failed: false };
  } catch (error) {
    if (signal.aborted) throw error;
    if (isApiError(error, 401) || isApiError(error, 403)) {
      endExpiredSession();
      return NONE;
    }
    return { entry: null, failed: true };
  }
}

/** Throws ApiError; 403 is a book that must be bought. */
export function addToLibrary(bookId: string): Promise<LibraryBook> {
  return api<LibraryBook>("/library", { method: "POST", body: { bookId } });
}
