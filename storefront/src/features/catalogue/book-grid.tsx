import { useState, useTransition } from "react";
import { Link } from "react-router";
import type { BookCard as Book, BookPage } from "#app/api/types.ts";
import { BookCard } from "#app/catalogue/book-card.tsx";
import { shared, strings } from "#app/et/strings.ts";
import { toast } from "#app/kit/toast.tsx";

const SIZES = "(min-width: 1280px) 196px, (min-width: 1080px) 17vw, (min-width: 660px) 22vw, 44vw";
/** Covers of the first row at 360 px. */
const EAGER = 2;

export function BookGrid({ books, percent }: { books: Book[]; percent: number }) {
  return (
    <ul className="book-grid">
      {books.map((book, index) => (
        <BookCard
          key={book.id}
          book={book}
          percent={percent}
          level={2}
          sizes={SIZES}
          eager={index < EAGER}
        />
      ))}
    </ul>
  );
}

/** A list that loads more pages on request. Give it a new `key` when the query changes. */
export function PagedGrid({
  first,
  percent,
  loadPage,
  hrefOf,
}: {
  first: BookPage;
  percent: number;
  loadPage: (cursor: string) => Promise<BookPage>;
  /** The address of the page after `cursor`, for browsers without JavaScript. */
  hrefOf: (cursor: string) => string;
}) {
  const [more, setMore] = useState<BookPage[]>([]);
  const [pending, startTransition] = useTransition();
  const books = [first, ...more].flatMap((page) => page.books);
  const cursor = (more.at(-1) ?? first).nextCursor;

  const load = (from: string) =>
    startTransition(async () => {
      try {
        const page = await loadPage(from);
        setMore((pages) => [...pages, page]);
        // Focus moves to the first new book.
        const next = page.books[0];
        if (next) requestAnimationFrame(() => focusBook(next.slug));
      } catch {
        toast(strings.common.loadError, { kind: "danger" });
      }
    });
  return (
    <>
      <BookGrid books={books} percent={percent} />
      {cursor !== null && (
        <div className="list__more">
          <Link
            className="button"
            to={hrefOf(cursor)}
            rel="next"
            data-pending={pending || undefined}
            onClick={(event) => {
              event.preventDefault();
              if (!pending) load(cursor);
            }}
          >
            {shared.showMore}
          </Link>
        </div>
      )}
    </>
  );
}

function focusBook(slug: string) {
  document.querySelector<HTMLElement>(`.book-grid a[href$="/${slug}"]`)?.focus();
}
