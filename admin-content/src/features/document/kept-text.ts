// The unsaved text of a document as the browser keeps it.
import type { Document } from "#app/api/types.ts";
import { findKept, type Kept } from "#app/features/kept/kept.ts";
import type { Own } from "./draft-state.ts";
import { bodyOf, fieldsOf } from "./fields.ts";

/** A text and the revision that it began with. */
export type UnsavedText = Own & { basedOn: number };

export function findKeptText(document: Document): Promise<Kept<UnsavedText> | null> {
  return findKept(document.id, read, (kept) => isSame(kept, document));
}

function read(value: object): UnsavedText | null {
  const { basedOn, body, books } = value as Partial<UnsavedText>;
  const isText =
    typeof basedOn === "number" && typeof body?.title === "string" && Array.isArray(books);
  return isText ? { basedOn, body, books } : null;
}

/** The server has it after all: only its answer did not come. */
function isSame(kept: UnsavedText, { kind, body, books }: Document): boolean {
  const written = (from: Pick<Document, "body" | "books">) =>
    JSON.stringify(bodyOf(kind, fieldsOf(from), from.body.content ?? ""));
  return written(kept) === written({ body, books });
}
