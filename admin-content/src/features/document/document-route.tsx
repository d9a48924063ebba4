// The lazy route of a document. Its chunk includes the editor.

import { useLoaderData } from "react-router";
import type { Category, Document, DocumentSummary } from "#app/api/types.ts";
import { DocumentScreen } from "./document-screen.tsx";

export function Component() {
  const { document, pages, categories } = useLoaderData<{
    document: Document;
    pages: DocumentSummary[];
    categories: Category[];
  }>();
  return (
    <DocumentScreen key={document.id} document={document} pages={pages} categories={categories} />
  );
}
