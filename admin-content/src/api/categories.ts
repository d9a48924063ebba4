// The calls of categories. A stale save finds the current category in `problem.current`.
import { request as api } from "storefront/api/client.ts";
import type { Answer, Schemas } from "storefront/api/types.ts";

export type CategoryValues = Omit<Answer<Schemas["DeskCategorySave"]>, "basedOn">;

/** `path` is the chain of slugs from the top. A save names `version`. */
export type Category = Answer<Schemas["DeskCategory"]>;

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
