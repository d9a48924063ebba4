// The length of the list of books in the address (?naita=).
import { PAGE_SIZE } from "#app/api/books.ts";

export const SHOWN = "naita";

/** Beyond this the search is the better way. */
const MOST = 1000;

export function shownOf(query: URLSearchParams): number {
  const asked = Math.trunc(Number(query.get(SHOWN)));
  return asked > PAGE_SIZE ? Math.min(asked, MOST) : PAGE_SIZE;
}
