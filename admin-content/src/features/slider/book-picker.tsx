// The books of a row: found by the store's search, ordered by dragging or by buttons that keep the focus on what moves.
import { useCallback, useRef, useState } from "react";
import { Button } from "storefront/kit/button.tsx";
import { Cover } from "storefront/kit/cover.tsx";
import { Field } from "storefront/kit/form/field.tsx";
import type { BookCard } from "#app/api/types.ts";
import { strings } from "#app/et/strings.ts";
import { DragItem } from "#app/features/ordering/drag-item.tsx";
import { MoveButton, MoveButtons, useNextFocus } from "#app/features/ordering/move-button.tsx";
import { movedBy, placed } from "#app/features/ordering/places.ts";
import { added, MAX_BOOKS, without } from "./order.ts";
import { useBookSearch } from "./use-book-search.ts";

const text = strings.slider;

export function BookPicker({
  id,
  books,
  error,
  onChange,
}: {
  id: string;
  books: BookCard[];
  error?: string | undefined;
  onChange: (books: BookCard[]) => void;
}) {
  const [said, setSaid] = useState("");
  const box = useRef<HTMLElement>(null);
  const setNext = useNextFocus(box);

  const move = (book: BookCard, by: -1 | 1) => {
    const order = movedBy(books, book, by);
    if (order === books) return;
    onChange(order);
    setSaid(text.saidMoved(book.title, order.indexOf(book) + 1, order.length));
    setNext(`${by < 0 ? "up" : "down"}-${book.id}`);
  };
  const drag = useCallback(
    (dragged: string, to: number) => {
      const order = placed(books, dragged, to);
      onChange(order);
      setSaid(text.saidMoved(order[to]?.title ?? "", to + 1, order.length));
    },
    [books, onChange],
  );
  const remove = (book: BookCard) => {
    const at = books.indexOf(book);
    const neighbour = books[at + 1] ?? books[at - 1];
    onChange(without(books, book.id));
    setSaid(text.saidRemoved(book.title));
    setNext(neighbour ? `remove-${neighbour.id}` : "search");
  };
  const add = (book: BookCard, next: string) => {
    if (books.length >= MAX_BOOKS) {
      setSaid(text.full);
      return;
    }
    onChange(added(books, book));
    setSaid(text.saidAdded(book.title));
    setNext(next);
  };

  return (
    <section
      className="picker"
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-error` : undefined}
      ref={box}
    >
      <h2 className="picker__title" id={`${id}-label`}>
        {text.books}
      </h2>
      <p className="field__hint">{books.length > 0 ? text.hint : text.none}</p>
      <p className="field__error" id={`${id}-error`}>
        {error}
      </p>
      <ol className="picker__books">
        {books.map((book, index) => (
          <DragItem
            key={book.id}
            list={id}
            id={book.id}
            index={index}
            className="picked"
            onMove={drag}
          >
            <Book book={book} />
            <span className="picked__buttons">
              <MoveButtons
                id={book.id}
                up={text.up(book.title)}
                down={text.down(book.title)}
                isFirst={index === 0}
                isLast={index === books.length - 1}
                onMove={(by) => move(book, by)}
              />
              <MoveButton
                icon="remove"
                name={`remove-${book.id}`}
                label={text.remove(book.title)}
                onClick={() => remove(book)}
              />
            </span>
          </DragItem>
        ))}
      </ol>
      <p className="visually-hidden" aria-live="polite">
        {said}
      </p>
      <Finder books={books} onAdd={add} />
    </section>
  );
}

function Book({ book }: { book: BookCard }) {
  return (
    <span className="picked__book">
      <span className="picked__cover">
        <Cover cover={book.cover} title="" alt="" sizes="48px" />
      </span>
      <span className="picked__names">
        <span className="picked__title">{book.title}</span>
        <span className="picked__author">{book.author}</span>
      </span>
      {!book.isVisible && <span className="status status--draft">{text.hidden}</span>}
    </span>
  );
}

function Finder({
  books,
  onAdd,
}: {
  books: BookCard[];
  /** `next` takes the focus, for the button of what is added goes. */
  onAdd: (book: BookCard, next: string) => void;
}) {
  const [typed, setTyped] = useState("");
  const found = useBookSearch(typed);
  const chosen = new Set(books.map((book) => book.id));
  const nextOf = (list: BookCard[], at: number) => {
    const isFree = ({ id }: BookCard) => !chosen.has(id);
    const next = list.slice(at + 1).find(isFree) ?? list.slice(0, at).findLast(isFree);
    return next ? `add-${next.id}` : "search";
  };
  return (
    <div className="finder">
      <Field
        type="search"
        icon="search"
        label={text.search}
        hint={text.searchHint}
        data-name="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <div role="status">
        {found.state === "failed" && <p className="finder__note">{text.failed}</p>}
        {found.state === "found" && found.books.length === 0 && (
          <p className="finder__note">{text.nothing}</p>
        )}
      </div>
      {found.state === "found" && found.books.length > 0 && (
        <ul className="finder__books" aria-label={text.results}>
          {found.books.map((book, index) => (
            <li key={book.id} className="picked">
              <Book book={book} />
              {chosen.has(book.id) ? (
                <span className="finder__has">{text.added}</span>
              ) : (
                <Button
                  size="small"
                  icon="plus"
                  data-name={`add-${book.id}`}
                  aria-label={text.add(book.title)}
                  onClick={() => onAdd(book, nextOf(found.books, index))}
                >
                  {text.addShort}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
