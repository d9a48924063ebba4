// The list itself: how many, in which order, the books, and more of them.
import { useState } from "react";
import { Link } from "react-router";
import { api } from "#app/api/client.ts";
import type { BookCard as Book, BookPage } from "#app/api/types.ts";
import { shared, strings } from "#app/et/strings.ts";
import { toast } from "#app/kit/toast.tsx";
import { BookCard } from "./book-card.tsx";

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

/** A list whose pages come as they are asked for. Give it a new `key` when the query changes. */
export function PagedGrid({
  first,
  percent,
  pathOf,
  hrefOf,
}: {
  first: BookPage;
  percent: number;
  /** The API path of the page after `cursor`. */
  pathOf: (cursor: string) => string;
  /** The same as an address, for a browser without JavaScript. */
  hrefOf: (cursor: string) => string;
}) {
  const [more, setMore] = useState<BookPage[]>([]);
  const [pending, setPending] = useState(false);
  const books = [first, ...more].flatMap((page) => page.books);
  const cursor = (more.at(-1) ?? first).nextCursor;

  const load = async (from: string) => {
    setPending(true);
    try {
      const page = await api<BookPage>(pathOf(from));
      setMore((pages) => [...pages, page]);
      // The reader goes on where the list went on.
      const next = page.books[0];
      if (next) requestAnimationFrame(() => focusBook(next.slug));
    } catch {
      toast(strings.common.loadError, { kind: "danger" });
    } finally {
      setPending(false);
    }
  };
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
