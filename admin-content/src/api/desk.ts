// The calls of the desk. Each throws ApiError; a stale save has the other text in `problem.current`.
import { request as api } from "storefront/api/client.ts";
import type {
  Body,
  BookCard,
  DeskAudit,
  DeskPresence,
  DeskPreview,
  DeskRef,
  Document,
  Item,
  Kind,
  Revision,
  RevisionBody,
  Role,
} from "./types.ts";

type Account = {
  email: string;
  firstName: string;
  lastName: string;
  apiToken: string;
  role: Role;
};

export const logIn = (email: string, password: string) =>
  api<Account>("/login", { method: "POST", body: { email, password } });

export const logOut = (token: string) =>
  api<void>("/logout", { method: "POST", token, keepalive: true });

export const listItems = (signal?: AbortSignal) => api<Item[]>("/desk/items", { signal });

export const findItem = (id: string, signal?: AbortSignal) =>
  api<Document>(`/desk/items/${encodeURIComponent(id)}`, { signal });

export const createItem = (kind: Kind, identifier: string, body: Body) =>
  api<Document>("/desk/items", { method: "POST", body: { kind, identifier, body } });

/** `editing` names one opening of a text: what it saved itself since `basedOn` is no conflict to it. */
export type Save = { basedOn: number; body: Body; editing: string; autosave?: true };

export const saveItem = (id: string, save: Save) =>
  api<Document>(`/desk/items/${id}`, { method: "PUT", body: save });

export const publishItem = (id: string, revision: number) =>
  api<Document>(`/desk/items/${id}/publish`, { method: "POST", body: { revision } });

export const takeDownItem = (id: string, revision: number) =>
  api<Document>(`/desk/items/${id}/take-down`, { method: "POST", body: { revision } });

/** Out of the lists; its text and its history stay. */
export const archiveItem = (id: string) =>
  api<Document>(`/desk/items/${id}/archive`, { method: "POST" });

export const unarchiveItem = (id: string) =>
  api<Document>(`/desk/items/${id}/unarchive`, { method: "POST" });

/** Those that are not named follow, as they stood. */
export const orderItems = (kind: "slider" | "page", ids: string[]) =>
  api<Item[]>(`/desk/order/${kind}`, { method: "PUT", body: { ids } });

/** Both null: the plan is dropped. */
export const scheduleItem = (
  id: string,
  plan: { revision: number; publishAt: string | null; takeDownAt: string | null },
) => api<Document>(`/desk/items/${id}/schedule`, { method: "POST", body: plan });

/** `leftOut` names what the old text showed and the store has no more. */
export const restoreItem = (id: string, revision: number, from: number) =>
  api<Document & { leftOut: string[] }>(`/desk/items/${id}/restore`, {
    method: "POST",
    body: { revision, from },
  });

export const renameItem = (id: string, revision: number, identifier: string) =>
  api<Document>(`/desk/items/${id}/identifier`, { method: "PUT", body: { revision, identifier } });

export const tellPresence = (id: string, editing: string, signal?: AbortSignal) =>
  api<DeskPresence>(`/desk/items/${id}/presence`, { method: "POST", body: { editing }, signal });

/** Without a revision: whatever draft is the newest when one looks. */
export const previewItem = (id: string, revision: number | null = null) =>
  api<DeskPreview>(`/desk/items/${id}/preview`, { method: "POST", body: { revision } });

export const listAudit = (id: string, signal?: AbortSignal) =>
  api<DeskAudit[]>(`/desk/items/${encodeURIComponent(id)}/audit`, { signal });

/** Pages, books and categories, best first; the pages when nothing is asked. */
export const findTargets = (text: string, signal?: AbortSignal) =>
  api<DeskRef[]>(`/desk/targets?q=${encodeURIComponent(text)}`, { signal });

/** 200 at most, the newest first; `before`: those of lower numbers. */
export const listRevisions = (id: string, signal?: AbortSignal, before?: number) =>
  api<Revision[]>(
    `/desk/items/${encodeURIComponent(id)}/revisions${before ? `?before=${before}` : ""}`,
    { signal },
  );

export const findRevision = (id: string, revision: number, signal?: AbortSignal) =>
  api<RevisionBody>(`/desk/items/${encodeURIComponent(id)}/revisions/${revision}`, { signal });

/** By the store's own search; visible books, best first. */
export const searchBooks = (text: string, signal?: AbortSignal) =>
  api<BookCard[]>(`/books/search?q=${encodeURIComponent(text)}`, { signal });
