// The lazy route of a document; the editor comes with it.
import { useLoaderData } from "react-router";
import type { Category } from "#app/api/books.ts";
import type { Document, Item } from "#app/api/types.ts";
import { DocumentScreen } from "./document-screen.tsx";

export function Component() {
  const { document, pages, categories } = useLoaderData<{
    document: Document;
    pages: Item[];
    categories: Category[];
  }>();
  return (
    <DocumentScreen key={document.id} document={document} pages={pages} categories={categories} />
  );
}
