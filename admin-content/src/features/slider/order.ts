// A row of books: each once, at most a hundred.
import type { BookCard } from "#app/api/types.ts";

export const MAX_BOOKS = 100;

/** The list with one book moved by `by` places; the same list when it is at the end already. */
export function moved(books: BookCard[], id: string, by: -1 | 1): BookCard[] {
  const from = books.findIndex((book) => book.id === id);
  const to = from + by;
  const [a, b] = [books[from], books[to]];
  if (!a || !b) return books;
  return books.map((book, index) => (index === from ? b : index === to ? a : book));
}

/** The list with one book at the place `to`. */
export function placed(books: BookCard[], id: string, to: number): BookCard[] {
  const book = books.find((each) => each.id === id);
  if (!book) return books;
  const others = books.filter((each) => each !== book);
  return [...others.slice(0, to), book, ...others.slice(to)];
}

export function added(books: BookCard[], book: BookCard): BookCard[] {
  const has = books.some((each) => each.id === book.id);
  return has || books.length >= MAX_BOOKS ? books : [...books, book];
}

export function without(books: BookCard[], id: string): BookCard[] {
  return books.filter((book) => book.id !== id);
}
