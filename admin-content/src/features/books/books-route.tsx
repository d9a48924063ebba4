// The lazy route of the list of books. The address has the search and the length of the list, so that Back, a
// reload and a link find the same list.
import { type BookList, listBooks, MOST_AT_ONCE } from "#app/api/books.ts";
import { searchOf } from "#app/kit/search-of.ts";
import { guarded } from "#app/session/guard.ts";
import { shownOf } from "./shown.ts";

export const loader = guarded(async ({ request }): Promise<BookList> => {
  const { searchParams } = new URL(request.url);
  let rest = shownOf(searchParams);
  const search = searchOf(request);
  let list = await listBooks(search, { limit: rest, signal: request.signal });
  for (rest -= MOST_AT_ONCE; rest > 0 && list.nextCursor; rest -= MOST_AT_ONCE) {
    const { books } = list;
    const { nextCursor: cursor } = list;
    const next = await listBooks(search, { limit: rest, cursor, signal: request.signal });
    list = { ...next, books: [...books, ...next.books] };
  }
  return list;
});

export { BooksScreen as Component } from "./books-screen.tsx";
