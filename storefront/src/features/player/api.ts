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

/** null before the first saving. Throws when the server does not answer. */
export async function getPosition(bookId: string): Promise<Saved | null> {
  try {
    return await api<Position>(`/positions/${enc(bookId)}`);
  } catch (error) {
    if (isApiError(error, 404)) return null;
    throw error;
  }
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
    if (!isApiError(error)) return { kind: "unreachable" };
    const current = error.problem.current as Position | undefined;
    if (error.status === 409 && current) return { kind: "stale", current };
    const later = error.status === 0 || error.status === 429 || error.status >= 500;
    return { kind: later ? "unreachable" : "refused" };
  }
}

export function postReport(report: Report, keepalive: boolean): Promise<unknown> {
  return api("/reading", { method: "POST", body: report, keepalive });
}
