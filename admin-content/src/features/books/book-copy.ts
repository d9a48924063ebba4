import { api } from "storefront/api/client.ts";
import { isApiError } from "storefront/api/errors.ts";
import type { Schemas } from "storefront/api/types.ts";
import type { DeskBook } from "#app/api/types.ts";
import { controlId } from "#app/working-copy/fields.ts";
import { ServerDraft } from "#app/working-copy/server-draft.ts";
import type { Kind, WorkingState } from "#app/working-copy/types.ts";
import { WorkingCopy } from "#app/working-copy/working-copy.ts";
import { type BookFormValues, bookFields, bookValuesOf, formValuesOf } from "./book-fields.ts";

export type FilePart = "cover" | "sample";
export type BookCopy = WorkingCopy<BookFormValues, DeskBook, FilePart>;
export type BookState = WorkingState<BookFormValues, DeskBook, FilePart>;

const bookKind: Kind<BookFormValues, DeskBook> = {
  prefix: "book",
  fields: bookFields,
  richText: "description",
  valuesOf: formValuesOf,
  versionOf: ({ version }) => version,
  save: async ({ id }, values, { basedOn }) => {
    const body = { basedOn, ...bookValuesOf(values) };
    const call = () => api("PUT /desk/books/{id}", { path: { id }, body });
    try {
      return await call();
    } catch (error) {
      if (!isApiError(error) || error.code !== "conflict") throw error;
      // Another book took the address or the ISBN at the same moment. The next response says which.
      return call();
    }
  },
  onConflict: "ask",
};

export const fieldId = (name: keyof BookFormValues) => controlId(bookKind.prefix, name);

export const newBookCopy = (book: DeskBook): BookCopy => new WorkingCopy(bookKind, book);

export const serverDraftOf = (id: string, copy: BookCopy) =>
  new ServerDraft(
    {
      find: () => api("GET /desk/books/{id}/draft", { path: { id } }),
      put: (draft) => {
        // The schema does not list the members of the values.
        const body = draft as Schemas["DeskBookDraftSave"];
        return api("PUT /desk/books/{id}/draft", { path: { id }, body });
      },
      remove: () => api("DELETE /desk/books/{id}/draft", { path: { id } }),
    },
    copy,
  );
