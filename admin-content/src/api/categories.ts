// The calls of categories. A stale save finds the current category in `problem.current`.
import { api } from "storefront/api/client.ts";

export type CategoryValues = {
  parentId: string | null;
  slug: string;
  name: string;
  includeInMenu: boolean;
};

export type Category = CategoryValues & {
  id: string;
  /** A save names it. */
  version: number;
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

export const saveCategory = (id: string, basedOn: number, values: CategoryValues) =>
  api<Category>(`/desk/categories/${id}`, { method: "PUT", body: { basedOn, ...values } });

export const orderCategories = (parentId: string | null, ids: string[]) =>
  api<Category[]>("/desk/categories/order", { method: "PUT", body: { parentId, ids } });

export const deleteCategory = (id: string) =>
  api<void>(`/desk/categories/${id}`, { method: "DELETE" });
