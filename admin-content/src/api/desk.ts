// The calls of the desk. Each throws ApiError; a stale save has the other text in `problem.current`.
import { api } from "storefront/api/client.ts";
import type {
  Body,
  BookCard,
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

export const saveItem = (id: string, basedOn: number, body: Body) =>
  api<Document>(`/desk/items/${id}`, { method: "PUT", body: { basedOn, body } });

export const publishItem = (id: string, revision: number) =>
  api<Document>(`/desk/items/${id}/publish`, { method: "POST", body: { revision } });

export const takeDownItem = (id: string, revision: number) =>
  api<Document>(`/desk/items/${id}/take-down`, { method: "POST", body: { revision } });

export const listRevisions = (id: string, signal?: AbortSignal) =>
  api<Revision[]>(`/desk/items/${encodeURIComponent(id)}/revisions`, { signal });

export const findRevision = (id: string, revision: number, signal?: AbortSignal) =>
  api<RevisionBody>(`/desk/items/${encodeURIComponent(id)}/revisions/${revision}`, { signal });

/** By the store's own search; visible books, best first. */
export const searchBooks = (text: string, signal?: AbortSignal) =>
  api<BookCard[]>(`/books/search?q=${encodeURIComponent(text)}`, { signal });
