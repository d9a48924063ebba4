// The lazy route of a book.
import { useLoaderData } from "react-router";
import { type DeskBook, findBook } from "#app/api/books.ts";
import { type Category, listCategories } from "#app/api/categories.ts";
import { guarded } from "#app/session/guard.ts";
import { BookScreen } from "./book-screen.tsx";

export const loader = guarded(async ({ params: { id = "" }, request: { signal } }) => {
  const [book, categories] = await Promise.all([findBook(id, signal), listCategories(signal)]);
  return { book, categories };
});

export function Component() {
  const { book, categories } = useLoaderData<{ book: DeskBook; categories: Category[] }>();
  return <BookScreen key={book.id} book={book} categories={categories} />;
}
