import { useEffect, useRef, useState } from "react";
import { Link, useLoaderData, useLocation, useNavigation, useSearchParams } from "react-router";
import { Button } from "storefront/kit/button.tsx";
import { Cover } from "storefront/kit/cover.tsx";
import { toast } from "storefront/kit/toast.tsx";
import type { BookList, BookRow } from "#app/api/types.ts";
import { bookStrings as text } from "#app/et/books.ts";
import { failureOf } from "#app/et/failure.ts";
import { euro } from "#app/et/money.ts";
import { strings } from "#app/et/strings.ts";
import { ScreenHead } from "#app/kit/screen-head.tsx";
import { SearchField } from "#app/kit/search-field.tsx";
import { withParameter } from "#app/kit/search-of.ts";
import { usePending } from "#app/kit/use-pending.ts";
import { paths } from "#app/paths.ts";
import { withLogin } from "#app/session/with-login.ts";
import { FROM_LIST } from "./back-link.tsx";
import { listBooks, SHOWN } from "./book-list.ts";

export function BooksScreen() {
  const first = useLoaderData<BookList>();
  const [query] = useSearchParams();
  return (
    <div className="column">
      <ScreenHead title={text.title} lead={text.lead} />
      <SearchField label={text.search} />
      <p className="desk-note desk-gap-3" role="status">
        {first.total > 0 ? text.found(first.total) : text.nothing}
      </p>
      <Rows key={`${query.get("q")}`} first={first} search={query.get("q") ?? ""} />
    </div>
  );
}

function Rows({ first, search }: { first: BookList; search: string }) {
  const [, setQuery] = useSearchParams();
  const [more, setMore] = useState<BookRow[]>([]);
  const [cursor, setCursor] = useState(first.nextCursor);
  const books = [...first.books, ...more];
  // A late answer must not cancel a navigation.
  const here = useLocation().pathname;
  const next = useNavigation().location?.pathname ?? here;
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = next === here;
    return () => {
      isMounted.current = false;
    };
  }, [next, here]);
  const [pending, load] = usePending(async () => {
    try {
      const page = await withLogin(() => listBooks({ q: search, cursor }));
      const known = new Set(books.map(({ id }) => id));
      const added = page.books.filter(({ id }) => !known.has(id));
      setMore((now) => [...now, ...added]);
      setCursor(page.nextCursor);
      if (!isMounted.current) return;
      const shown = String(books.length + added.length);
      setQuery(withParameter(SHOWN, shown), { replace: true, preventScrollReset: true });
      const [first] = page.books;
      if (!page.nextCursor && first) {
        // The button has disappeared: the focus moves to the first new row.
        requestAnimationFrame(() => document.getElementById(`book-${first.id}`)?.focus());
      }
    } catch (error) {
      toast(failureOf(error, text.moreFailed), { kind: "danger" });
    }
  });
  return (
    <>
      {books.length > 0 && (
        <ul className="desk-rows desk-gap-3">
          {books.map((book) => (
            <Row key={book.id} book={book} />
          ))}
        </ul>
      )}
      {cursor && (
        <div className="desk-gap-3">
          <Button pending={pending} onClick={load}>
            {pending ? strings.common.pending : text.more}
          </Button>
        </div>
      )}
    </>
  );
}

function Row({ book }: { book: BookRow }) {
  return (
    <li className="desk-row desk-book-row">
      <span className="desk-book-row__cover">
        <Cover cover={book.cover} title="" alt="" sizes="56px" />
      </span>
      <span className="desk-names">
        <Link
          className="desk-row__link desk-book-row__title"
          id={`book-${book.id}`}
          to={paths.book(book.id)}
          state={FROM_LIST}
        >
          {book.title}
        </Link>
        <span className="desk-muted">{book.author || text.noAuthor}</span>
      </span>
      <span className="desk-book-row__price">{priceOf(book.price)}</span>
      <span className="desk-muted desk-book-row__type">{text.paymentTypes[book.paymentType]}</span>
      <span className={`desk-status desk-status--${book.isVisible ? "published" : "draft"}`}>
        {book.isVisible ? text.visible : text.hidden}
      </span>
    </li>
  );
}

function priceOf(price: number | null): string {
  if (price === null) return text.noPrice;
  return price === 0 ? text.free : euro(price);
}
