// The books of a row: each once, at most a hundred.

import type { BookCard } from "#app/api/types.ts";
export const MAX_BOOKS = 100;

export function added(books: BookCard[], book: BookCard): BookCard[] {
  const has = books.some((each) => each.id === book.id);
  return has || books.length >= MAX_BOOKS ? books : [...books, book];
}

export function without(books: BookCard[], id: string): BookCard[] {
  return books.filter((book) => book.id !== id);
}
