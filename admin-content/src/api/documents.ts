// The calls of documents. A stale save finds the current document in `problem.current`.
import { request as api } from "storefront/api/client.ts";
import type {
  Body,
  BookCard,
  DeskAudit,
  DeskPresence,
  DeskPreview,
  DeskRef,
  Document,
  DocumentSummary,
  Kind,
  Revision,
  RevisionBody,
} from "./types.ts";

export const listDocuments = (signal?: AbortSignal) =>
  api<DocumentSummary[]>("/desk/items", { signal });

export const findDocument = (id: string, signal?: AbortSignal) =>
  api<Document>(`/desk/items/${encodeURIComponent(id)}`, { signal });

export const createDocument = (kind: Kind, identifier: string, body: Body) =>
  api<Document>("/desk/items", { method: "POST", body: { kind, identifier, body } });

/** `editing` identifies an editing session. Its own revisions since `basedOn` are no conflict. */
export type Save = {
  basedOn: number;
  body: Body;
  editing: string;
  /** Counts the saves of a session. */
  step: number;
  autosave?: true;
};

export const saveDocument = (id: string, save: Save) =>
  api<Document>(`/desk/items/${id}`, { method: "PUT", body: save });

export const publishDocument = (id: string, revision: number) =>
  api<Document>(`/desk/items/${id}/publish`, { method: "POST", body: { revision } });

export const takeDownDocument = (id: string, revision: number) =>
  api<Document>(`/desk/items/${id}/take-down`, { method: "POST", body: { revision } });

export const archiveDocument = (id: string) =>
  api<Document>(`/desk/items/${id}/archive`, { method: "POST" });

export const unarchiveDocument = (id: string) =>
  api<Document>(`/desk/items/${id}/unarchive`, { method: "POST" });

/** Documents that are not in the list follow in their old order. */
export const orderDocuments = (kind: "slider" | "page", ids: string[]) =>
  api<DocumentSummary[]>(`/desk/order/${kind}`, { method: "PUT", body: { ids } });

/** If both are null, the schedule is deleted. */
export const scheduleDocument = (
  id: string,
  plan: { revision: number; publishAt: string | null; takeDownAt: string | null },
) => api<Document>(`/desk/items/${id}/schedule`, { method: "POST", body: plan });

/** `leftOut` lists references of the old text that no longer exist. */
export const restoreDocument = (id: string, revision: number, from: number) =>
  api<Document & { leftOut: string[] }>(`/desk/items/${id}/restore`, {
    method: "POST",
    body: { revision, from },
  });

export const renameDocument = (id: string, revision: number, identifier: string) =>
  api<Document>(`/desk/items/${id}/identifier`, { method: "PUT", body: { revision, identifier } });

export const reportPresence = (id: string, editing: string, signal?: AbortSignal) =>
  api<DeskPresence>(`/desk/items/${id}/presence`, { method: "POST", body: { editing }, signal });

/** Without a revision the preview shows the newest draft. */
export const previewDocument = (id: string, revision: number | null = null) =>
  api<DeskPreview>(`/desk/items/${id}/preview`, { method: "POST", body: { revision } });

export const listAudit = (id: string, signal?: AbortSignal) =>
  api<DeskAudit[]>(`/desk/items/${encodeURIComponent(id)}/audit`, { signal });

/** Pages, books and categories, best first. All pages for an empty search. */
export const findTargets = (text: string, signal?: AbortSignal) =>
  api<DeskRef[]>(`/desk/targets?q=${encodeURIComponent(text)}`, { signal });

/** At most 200, newest first. With `before`, only revisions with lower numbers. */
export const listRevisions = (id: string, signal?: AbortSignal, before?: number) =>
  api<Revision[]>(
    `/desk/items/${encodeURIComponent(id)}/revisions${before ? `?before=${before}` : ""}`,
    { signal },
  );

export const findRevision = (id: string, revision: number, signal?: AbortSignal) =>
  api<RevisionBody>(`/desk/items/${encodeURIComponent(id)}/revisions/${revision}`, { signal });

/** The store's search: visible books, best first. */
export const searchBooks = (text: string, signal?: AbortSignal) =>
  api<BookCard[]>(`/books/search?q=${encodeURIComponent(text)}`, { signal });
