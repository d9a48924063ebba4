// The calls of books and categories. A stale save has the other book in `problem.current`.
import { request as api } from "storefront/api/client.ts";
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

export type CategoryValues = {
  parentId: string | null;
  slug: string;
  name: string;
  includeInMenu: boolean;
};

export type Category = CategoryValues & {
  id: string;
  /** The chain of slugs from the top. */
  path: string;
  position: number;
  bookCount: number;
};

/** In tree order. */
export const listCategories = (signal?: AbortSignal) =>
  api<Category[]>("/desk/categories", { signal });

export const createCategory = (values: CategoryValues) =>
  api<Category>("/desk/categories", { method: "POST", body: values });

export const saveCategory = (id: string, values: CategoryValues) =>
  api<Category>(`/desk/categories/${id}`, { method: "PUT", body: values });

export const orderCategories = (parentId: string | null, ids: string[]) =>
  api<Category[]>("/desk/categories/order", { method: "PUT", body: { parentId, ids } });

export const deleteCategory = (id: string) =>
  api<void>(`/desk/categories/${id}`, { method: "DELETE" });
