import { api } from "#app/api/client.ts";
import type { BookPage } from "#app/api/types.ts";

export const PAGE_SIZE = 24;
export const SEARCH_MIN = 3;
export const SEARCH_DEBOUNCE_MS = 300;

export const SORTS = ["title", "author", "newest", "popular"] as const;
export type Sort = (typeof SORTS)[number];

/** `category` is a slug path, null for all books; `search` is "" unless it is long enough. */
export type ListQuery = { category: string | null; sort: Sort; search: string };

export function readQuery(category: string | null, params: URLSearchParams): ListQuery {
  const sort = SORTS.find((each) => each === params.get("sort")) ?? "title";
  const search = (params.get("q") ?? "").trim();
  return { category, sort, search: search.length >= SEARCH_MIN && !category ? search : "" };
}

/** The address' query for `query`, "" for the plain list. */
export function writeQuery({ sort, search }: ListQuery): string {
  const params = new URLSearchParams();
  if (search) params.set("q", search);
  if (sort !== "title") params.set("sort", sort);
  const text = params.toString();
  return text && `?${text}`;
}

/** One page of the list. The parameters have the same order as in the server's seeds. */
export function loadPage(
  { category, sort }: ListQuery,
  cursor: string | null,
  signal?: AbortSignal,
): Promise<BookPage> {
  const query = {
    limit: PAGE_SIZE,
    sort,
    category: category ?? undefined,
    cursor: cursor ?? undefined,
  };
  return api("GET /books", { query, signal }) as Promise<BookPage>;
}
