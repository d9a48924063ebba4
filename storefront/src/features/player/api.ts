// The player's calls.
import { api } from "#app/api/client.ts";
import { isApiError } from "#app/api/errors.ts";
import type { BookFiles, LibraryBook, Position } from "#app/api/types.ts";
import type { PutAnswer, Saved } from "./positions.ts";
import type { Report } from "./reporter.ts";
import type { Source } from "./tickets.ts";

const enc = encodeURIComponent;

/** Throws ApiError: 401, 402 quota-full, 403 package-required, 404. */
export async function getSource(bookId: string, mediaUrl: string): Promise<Source> {
  const files = await api<BookFiles>(`/books/${enc(bookId)}/files`);
  if (files.chapters.length === 0) throw new Error(`no chapters in ${bookId}`);
  const ticket = enc(files.ticket);
  return {
    chapters: files.chapters,
    url: (file) => `${mediaUrl}/books/${enc(bookId)}/${enc(file)}?ticket=${ticket}`,
    expiresAt: Date.parse(files.ticketExpiresAt),
  };
}

/** The book as it stands on the listener's shelf; null when it does not. */
export async function getShelfBook(bookId: string): Promise<LibraryBook | null> {
  const books = await api<LibraryBook[]>("/library");
  return books.find((book) => book.id === bookId) ?? null;
}

/**
 * null before the first saving; throws when the server does not answer. Taken out of the list of all:
 * the call for one book answers 404 for a new one, which browsers print as an error.
 */
export async function getPosition(bookId: string): Promise<Saved | null> {
  const all = await api<Position[]>("/positions");
  return all.find((each) => each.bookId === bookId) ?? null;
}

export async function putPosition(
  bookId: string,
  { index, position, revision }: Saved,
  keepalive: boolean,
): Promise<PutAnswer> {
  const body = { index, position: Math.round(position * 1000) / 1000, revision };
  try {
    const saved = await api<Position>(`/positions/${enc(bookId)}`, {
      method: "PUT",
      body,
      keepalive,
    });
    return { kind: "saved", revision: saved.revision };
  } catch (error) {
    const current = isApiError(error, 409) ? (error.problem.current as Position | undefined) : null;
    return current ? { kind: "stale", current } : { kind: "failed" };
  }
}

export function postReport(report: Report, keepalive: boolean): Promise<unknown> {
  return api("/reading", { method: "POST", body: report, keepalive });
}
