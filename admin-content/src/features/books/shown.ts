// How many books the list shows, as its address says (?naita=).
import { PAGE_SIZE } from "#app/api/books.ts";

export const SHOWN = "naita";

/** Whoever wants more than this is better served by the search. */
const MOST = 1000;

export function shownOf(query: URLSearchParams): number {
  const asked = Math.trunc(Number(query.get(SHOWN)));
  return asked > PAGE_SIZE ? Math.min(asked, MOST) : PAGE_SIZE;
}
