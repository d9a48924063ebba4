// The calls of books. A stale save finds the current book in `problem.current`.
import { request as api } from "storefront/api/client.ts";
import { isApiError } from "storefront/api/errors.ts";
import type { Answer, PaymentType, Schemas } from "storefront/api/types.ts";
import type { DeskAudit } from "./types.ts";
import { type OnSent, sendFile } from "./upload.ts";

export type { PaymentType };

export type Person = Schemas["DeskPerson"];

/** `price` is in euro: 0 for a free book, null for one without a price. */
export type BookRow = Answer<Schemas["DeskBookItem"]>;
export type BookList = Answer<Schemas["DeskBookPage"]>;

/** The editable fields of a book. `description` is HTML. */
export type BookValues = Omit<Answer<Schemas["DeskBookSave"]>, "basedOn">;

/** A save sends `version` back as its base. */
export type DeskBook = Answer<Schemas["DeskBook"]>;

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
