import { api } from "#app/api/client.ts";
import { isApiError } from "#app/api/errors.ts";
import type { LibraryBook, Position } from "#app/api/types.ts";
import { wallClock } from "./clock.ts";
import type { PutResult, SavedPosition } from "./positions.ts";
import type { Report } from "./reporter.ts";
import type { Source } from "./tickets.ts";

const enc = encodeURIComponent;

/** Throws ApiError: 401, 402 quota-full, 403 package-required, 404. */
export async function getSource(id: string, mediaUrl: string): Promise<Source> {
  const { chapters, ...files } = await api("GET /books/{id}/files", { path: { id } });
  if (chapters.length === 0) throw new Error(`no chapters in ${id}`);
  const ticket = enc(files.ticket);
  return {
    chapters,
    url: (file) => `${mediaUrl}/books/${enc(id)}/${enc(file)}?ticket=${ticket}`,
    expiresAt: Date.parse(files.ticketExpiresAt),
  };
}

/** Null for a book outside the listener's library. */
export async function getLibraryBook(bookId: string): Promise<LibraryBook | null> {
  const books = await api("GET /library");
  return books.find((book) => book.id === bookId) ?? null;
}

/**
 * Null before the first save. Read from the list of all positions: the call for one book returns 404 for
 * a new book, which browsers print as an error. Throws ApiError.
 */
export async function getPosition(bookId: string): Promise<SavedPosition | null> {
  const positions = await api("GET /positions");
  return positions.find((each) => each.bookId === bookId) ?? null;
}

export async function putPosition(
  bookId: string,
  { index, position, revision }: SavedPosition,
  keepalive: boolean,
): Promise<PutResult> {
  const body = { index, position: Math.round(position * 1000) / 1000, revision };
  try {
    const path = { book_id: bookId };
    const saved = await api("PUT /positions/{book_id}", { path, body, keepalive });
    return { kind: "saved", revision: saved.revision };
  } catch (error) {
    const current = isApiError(error, 409) ? (error.problem.current as Position | undefined) : null;
    return current ? { kind: "stale", current } : { kind: "failed" };
  }
}

/** With the time of sending, by which the server corrects the clock of this device. */
export const postReport = (report: Report, keepalive: boolean) =>
  api("POST /reading", {
    body: { ...report, sentAtEpoch: wallClock.now() / 1000 },
    keepalive,
  });
