import { useRef } from "react";
import type { BookCard as Book } from "#app/api/types.ts";
import { BookCard } from "#app/catalogue/book-card.tsx";
import { shared } from "#app/et/strings.ts";
import { IconButton } from "#app/kit/button.tsx";

const SIZES = "(min-width: 1080px) 196px, (min-width: 660px) 24vw, 40vw";
/** Covers on the first screen at 360 px. */
const EAGER = 2;

export function BookRow({
  id,
  label,
  books,
  percent,
  first = false,
}: {
  id: string;
  label: string;
  books: Book[];
  percent: number;
  /** The first row of the page loads its first covers at once. */
  first?: boolean;
}) {
  const row = useRef<HTMLUListElement>(null);
  const turn = (way: 1 | -1) => {
    const list = row.current;
    list?.scrollBy({ left: way * list.clientWidth * 0.8, behavior: "smooth" });
  };
  return (
    <section className="shelf" aria-labelledby={`riiul-${id}`}>
      <div className="shelf__top">
        <h2 id={`riiul-${id}`}>{label}</h2>
        <div className="shelf__arrows">
          <IconButton icon="chevron-left" label={shared.shelfPrevious} onClick={() => turn(-1)} />
          <IconButton icon="chevron-right" label={shared.shelfNext} onClick={() => turn(1)} />
        </div>
      </div>
      <ul className="shelf__row" ref={row} data-keep-scroll="">
        {books.map((book, index) => (
          <BookCard
            key={book.id}
            book={book}
            percent={percent}
            level={3}
            sizes={SIZES}
            eager={first && index < EAGER}
          />
        ))}
      </ul>
    </section>
  );
}
