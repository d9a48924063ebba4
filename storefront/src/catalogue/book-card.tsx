import { Link } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import { track } from "#app/api/track.ts";
import type { BookCard as Book } from "#app/api/types.ts";
import { euro } from "#app/et/format.ts";
import { shared } from "#app/et/strings.ts";
import { Cover } from "#app/kit/cover.tsx";
import { priceFor } from "./price.ts";

/** The price line; `percent` is the member's discount, 0 for others. */
export function CardPrice({ book, percent }: { book: Book; percent: number }) {
  const shown = priceFor(book, percent);
  if (!shown) return <p className="book-card__price">{shared.inPackage}</p>;
  if (shown.price === 0) {
    return <p className="book-card__price book-card__price--free">{shared.free}</p>;
  }
  if (shown.was === null) return <p className="book-card__price">{euro(shown.price)}</p>;
  return <p className="book-card__price book-card__price--member">{euro(shown.price)}</p>;
}

export function BookCard({
  book,
  percent,
  level,
  sizes,
  eager = false,
}: {
  book: Book;
  percent: number;
  /** The heading's level: one below the list's heading. */
  level: 2 | 3;
  sizes: string;
  eager?: boolean;
}) {
  const Heading = `h${level}` as const;
  return (
    <li className="book-card">
      <Cover cover={book.cover} title={book.title} alt="" sizes={sizes} eager={eager} />
      <Heading className="book-card__title">
        <Link
          className="book-card__link"
          to={paths.book(book.slug)}
          onClick={() => track("book details click", { book: book.slug })}
        >
          {book.title}
        </Link>
      </Heading>
      <p className="note">{book.author}</p>
      <CardPrice book={book} percent={percent} />
    </li>
  );
}
