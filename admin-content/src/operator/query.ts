// The address holds the page (?leht=) and the filter (?olek=) of a list.

export const PAGE = "leht";
export const FILTER = "olek";

/** Addresses that people have edited give the first page. */
export function pageOf(query: URLSearchParams): number {
  const page = Number(query.get(PAGE));
  return Number.isInteger(page) && page >= 1 && page <= 1000 ? page : 1;
}

/** The filter of the address, or the first of the known ones. */
export function filterOf<Value extends string>(
  query: URLSearchParams,
  known: readonly Value[],
): Value | undefined {
  const wanted = query.get(FILTER);
  return known.find((each) => each === wanted) ?? known[0];
}

export const queryOf = (request: Request): URLSearchParams => new URL(request.url).searchParams;

/** The filter and the page of a list's call; no filter for the known one that is "". */
export function listQuery<Value extends string>(request: Request, known: readonly Value[]) {
  const status = filterOf(queryOf(request), known);
  return {
    status: status === "" ? undefined : (status as Exclude<Value, ""> | undefined),
    page: pageOf(queryOf(request)),
  };
}
