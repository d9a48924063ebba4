// The calls of books. A stale save finds the current book in `problem.current`.
import { api } from "storefront/api/client.ts";
import { isApiError } from "storefront/api/errors.ts";
import type { CoverImage, PaymentType } from "storefront/api/types.ts";
import type { DeskAudit } from "./types.ts";
import { type OnSent, sendFile } from "./upload.ts";

export type { CoverImage, PaymentType };

export type Person = { firstName: string; lastName: string };

export type BookRow = {
  id: string;
  slug: string;
  title: string;
  author: string;
  isVisible: boolean;
  /** Euro; 0 is a free book, null one without a price. */
  price: number | null;
  paymentType: PaymentType;
  cover: CoverImage | null;
  updatedAt: string;
};

/** What one can change of a book. `description` is HTML. */
export type BookValues = {
  slug: string;
  isbn: string | null;
  title: string;
  subtitle: string | null;
  publisher: string | null;
  description: string;
  publishYear: number | null;
  language: string;
  price: number | null;
  paymentType: PaymentType;
  isVisible: boolean;
  authors: Person[];
  readers: Person[];
  categoryIds: string[];
};

export type DeskBook = BookValues & {
  id: string;
  /** A save names it. */
  version: number;
  cover: CoverImage | null;
  sample: { name: string; durationSeconds: number } | null;
  durationSeconds: number | null;
  chapterCount: number;
  updatedAt: string;
};

export type BookList = { books: BookRow[]; total: number; nextCursor: string | null };

export const PAGE_SIZE = 50;
export const MOST_AT_ONCE = 100;

export function listBooks(
  search: string,
  {
    cursor,
    limit = PAGE_SIZE,
    signal,
  }: { cursor?: string | null; limit?: number; signal?: AbortSignal } = {},
) {
  const query = new URLSearchParams({ limit: String(Math.min(limit, MOST_AT_ONCE)) });
  if (search) query.set("q", search);
  if (cursor) query.set("cursor", cursor);
  return api<BookList>(`/desk/books?${query}`, { signal });
}

export const findBook = (id: string, signal?: AbortSignal) =>
  api<DeskBook>(`/desk/books/${encodeURIComponent(id)}`, { signal });

export const listBookAudit = (id: string, signal?: AbortSignal) =>
  api<DeskAudit[]>(`/desk/books/${encodeURIComponent(id)}/audit`, { signal });

export const saveBook = (id: string, basedOn: number, values: BookValues) =>
  api<DeskBook>(`/desk/books/${id}`, { method: "PUT", body: { basedOn, ...values } });

export const replaceCover = (id: string, file: File, onSent?: OnSent) =>
  sendFile<DeskBook>("PUT", `/desk/books/${id}/cover`, file, onSent);

export const replaceSample = (id: string, file: File, onSent?: OnSent) =>
  sendFile<DeskBook>(
    "PUT",
    `/desk/books/${id}/sample?name=${encodeURIComponent(file.name)}`,
    file,
    onSent,
  );

export type BookDraft = { basedOn: number; values: object; base: object; savedAt: string };

/** The editor's own unsaved work on the book, or null. */
export async function findBookDraft(id: string): Promise<BookDraft | null> {
  try {
    return await api<BookDraft>(`/desk/books/${id}/draft`);
  } catch (error) {
    if (isApiError(error, 404)) return null;
    throw error;
  }
}

export const saveBookDraft = (id: string, draft: Omit<BookDraft, "savedAt">) =>
  api<void>(`/desk/books/${id}/draft`, { method: "PUT", body: draft });

export const deleteBookDraft = (id: string) =>
  api<void>(`/desk/books/${id}/draft`, { method: "DELETE" });
