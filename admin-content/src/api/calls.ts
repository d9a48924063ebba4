// Calls that several screens make. All other calls are at their place of use.
import { api } from "storefront/api/client.ts";

export const listDocuments = (signal?: AbortSignal) => api("GET /desk/items", { signal });

export const findDocument = (id: string, signal?: AbortSignal) =>
  api("GET /desk/items/{id}", { path: { id }, signal });

/** Without a revision the preview shows the newest draft. */
export const previewDocument = (id: string) =>
  api("POST /desk/items/{id}/preview", { path: { id }, body: {} });

/** At most 200, newest first. With `before`, only revisions with lower numbers. */
export const listRevisions = (id: string, query: { before?: number }, signal?: AbortSignal) =>
  api("GET /desk/items/{id}/revisions", { path: { id }, query, signal });

export const findRevision = (id: string, revision: number, signal?: AbortSignal) =>
  api("GET /desk/items/{id}/revisions/{revision}", { path: { id, revision }, signal });

/** In tree order. */
export const listCategories = (signal?: AbortSignal) => api("GET /desk/categories", { signal });

/** Newest first, at most 200. */
export const listImages = (q: string, signal?: AbortSignal) =>
  api("GET /desk/images", { query: { q }, signal });

export const findImage = (id: string, signal?: AbortSignal) =>
  api("GET /desk/images/{id}", { path: { id }, signal });
