// The list of books. The address has its search and its length (?naita=), for Back and links.
import { api } from "storefront/api/client.ts";
import type { BookList } from "#app/api/types.ts";
import { searchOf } from "#app/kit/search-of.ts";

export const SHOWN = "naita";

const PAGE_SIZE = 50;
const MOST_AT_ONCE = 100;
/** Beyond this the search is the better way. */
const MOST = 1000;

export function shownOf(query: URLSearchParams): number {
  const asked = Math.trunc(Number(query.get(SHOWN)));
  return asked > PAGE_SIZE ? Math.min(asked, MOST) : PAGE_SIZE;
}

type Query = { q: string; cursor?: string | null; limit?: number };

export const listBooks = ({ q, cursor, limit = PAGE_SIZE }: Query, signal?: AbortSignal) =>
  api("GET /desk/books", {
    query: { limit: Math.min(limit, MOST_AT_ONCE), q: q || undefined, cursor: cursor ?? undefined },
    signal,
  });

export async function loadBooks(request: Request): Promise<BookList> {
  const { signal } = request;
  const q = searchOf(request);
  let rest = shownOf(new URL(request.url).searchParams);
  let list = await listBooks({ q, limit: rest }, signal);
  for (rest -= MOST_AT_ONCE; rest > 0 && list.nextCursor; rest -= MOST_AT_ONCE) {
    const next = await listBooks({ q, limit: rest, cursor: list.nextCursor }, signal);
    list = { ...next, books: [...list.books, ...next.books] };
  }
  return list;
}
