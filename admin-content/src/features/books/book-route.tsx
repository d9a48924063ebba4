// The lazy route of a book.

import { useLoaderData } from "react-router";
import { api } from "storefront/api/client.ts";
import { listCategories } from "#app/api/calls.ts";
import type { Category, DeskBook } from "#app/api/types.ts";
import { guarded } from "#app/session/guard.ts";
import { BookScreen } from "./book-screen.tsx";

export const loader = guarded(async ({ params: { id = "" }, request: { signal } }) => {
  const [book, categories] = await Promise.all([
    api("GET /desk/books/{id}", { path: { id }, signal }),
    listCategories(signal),
  ]);
  return { book, categories };
});

export function Component() {
  const { book, categories } = useLoaderData<{ book: DeskBook; categories: Category[] }>();
  return <BookScreen key={book.id} book={book} categories={categories} />;
}
