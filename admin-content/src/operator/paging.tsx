import { Link, useSearchParams } from "react-router";
import { operatorStrings as text } from "#app/et/operator/common.ts";
import { FILTER, PAGE, pageOf } from "./query.ts";

/** The ways to the pages before and after this one. */
export function Paging({ hasMore }: { hasMore: boolean }) {
  const [query] = useSearchParams();
  const page = pageOf(query);
  if (page === 1 && !hasMore) return null;
  return (
    <nav className="op-paging" aria-label={text.paging}>
      {page > 1 && (
        <Link className="button" rel="prev" to={addressWith(query, PAGE, page - 1)}>
          {text.previous}
        </Link>
      )}
      <span className="desk-note">{text.page(page)}</span>
      {hasMore && (
        <Link className="button" rel="next" to={addressWith(query, PAGE, page + 1)}>
          {text.next}
        </Link>
      )}
    </nav>
  );
}

/** The lists that a screen can show; the first one is shown without a filter. */
export function FilterLinks({ options }: { options: { value: string; label: string }[] }) {
  const [query] = useSearchParams();
  const wanted = query.get(FILTER) ?? "";
  const current = options.some(({ value }) => value === wanted) ? wanted : options[0]?.value;
  return (
    <nav className="op-filter" aria-label={text.filter}>
      {options.map(({ value, label }) => (
        <Link
          key={value}
          className="op-filter__link"
          to={addressWith(new URLSearchParams(), FILTER, value === options[0]?.value ? "" : value)}
          aria-current={value === current || undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

function addressWith(query: URLSearchParams, name: string, value: string | number): string {
  const next = new URLSearchParams(query);
  if (value === "") next.delete(name);
  else next.set(name, String(value));
  return `?${next}`;
}
