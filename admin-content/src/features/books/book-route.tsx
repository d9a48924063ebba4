// The lazy route of a book.
import { useLoaderData } from "react-router";
import type { Category, DeskBook } from "#app/api/books.ts";
import { BookScreen } from "./book-screen.tsx";

export function Component() {
  const { book, categories } = useLoaderData<{ book: DeskBook; categories: Category[] }>();
  return <BookScreen key={book.id} book={book} categories={categories} />;
}
