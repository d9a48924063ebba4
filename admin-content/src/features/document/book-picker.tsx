import { useRef, useState } from "react";
import { api } from "storefront/api/client.ts";
import { Button } from "storefront/kit/button.tsx";
import { Cover } from "storefront/kit/cover.tsx";
import { Field } from "storefront/kit/form/field.tsx";
import type { BookCard } from "#app/api/types.ts";
import { strings } from "#app/et/strings.ts";
import { MoveButton, useNextFocus } from "#app/kit/move-button.tsx";
import { SortableList } from "#app/kit/sortable-list.tsx";
import { useSearch } from "#app/kit/use-search.ts";

const text = strings.slider;

export const MAX_BOOKS = 100;

const MIN_LETTERS = 3;

/** The store's search: visible books, best first. */
const searchBooks = (q: string, signal: AbortSignal) =>
  api("GET /books/search", { query: { q }, signal });

type BookPickerProps = {
  id: string;
  books: BookCard[];
  error?: string | undefined;
  onChange: (books: BookCard[]) => void;
};

export function BookPicker({ id, books, error, onChange }: BookPickerProps) {
  const [announcement, setAnnouncement] = useState("");
  const box = useRef<HTMLElement>(null);
  const setNext = useNextFocus(box);

  const remove = (book: BookCard) => {
    const at = books.indexOf(book);
    const neighbour = books[at + 1] ?? books[at - 1];
    onChange(books.filter((each) => each !== book));
    setAnnouncement(text.wasRemoved(book.title));
    setNext(neighbour ? `remove-${neighbour.id}` : "search");
  };
  const add = (book: BookCard, next: string) => {
    if (books.length >= MAX_BOOKS) {
      setAnnouncement(text.full);
      return;
    }
    onChange(added(books, book));
    setAnnouncement(text.wasAdded(book.title));
    setNext(next);
  };

  return (
    <section
      className="desk-picker"
      id={id}
      tabIndex={-1}
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-error` : undefined}
      ref={box}
    >
      <h2 className="desk-title-3" id={`${id}-label`}>
        {text.books}
      </h2>
      <p className="field__hint">{books.length > 0 ? text.hint : text.none}</p>
      <p className="field__error" id={`${id}-error`}>
        {error}
      </p>
      <SortableList
        box={box}
        list={id}
        items={books}
        strings={text}
        onOrder={onChange}
        buttons={(book) => (
          <MoveButton
            icon="remove"
            name={`remove-${book.id}`}
            label={text.remove(book.title)}
            onClick={() => remove(book)}
          />
        )}
      >
        {(book) => <Book book={book} />}
      </SortableList>
      <p className="visually-hidden" aria-live="polite">
        {announcement}
      </p>
      <Finder books={books} onAdd={add} />
    </section>
  );
}

export function added(books: BookCard[], book: BookCard): BookCard[] {
  const has = books.some((each) => each.id === book.id);
  return has || books.length >= MAX_BOOKS ? books : [...books, book];
}

function Book({ book }: { book: BookCard }) {
  return (
    <>
      <span className="desk-picked__cover">
        <Cover cover={book.cover} title="" alt="" sizes="48px" />
      </span>
      <span className="desk-names">
        <span className="desk-strong">{book.title}</span>
        <span className="desk-muted">{book.author}</span>
      </span>
      {!book.isVisible && <span className="desk-status">{text.hidden}</span>}
    </>
  );
}

type FinderProps = {
  books: BookCard[];
  /** Moves the focus to `next`, because the button of the added book disappears. */
  onAdd: (book: BookCard, next: string) => void;
};

function Finder({ books, onAdd }: FinderProps) {
  const [typed, setTyped] = useState("");
  const search = useSearch(typed, searchBooks, MIN_LETTERS);
  const found = search.state === "found" ? search.found : [];
  const chosen = new Set(books.map((book) => book.id));
  const nextOf = (list: BookCard[], at: number) => {
    const isFree = ({ id }: BookCard) => !chosen.has(id);
    const next = list.slice(at + 1).find(isFree) ?? list.slice(0, at).findLast(isFree);
    return next ? `add-${next.id}` : "search";
  };
  return (
    <div className="desk-finder">
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
        {search.state === "failed" && <p className="desk-note">{text.failed}</p>}
        {search.state === "found" && found.length === 0 && (
          <p className="desk-note">{text.nothing}</p>
        )}
      </div>
      {found.length > 0 && (
        <ul className="desk-rows" aria-label={text.results}>
          {found.map((book, index) => (
            <li key={book.id} className="desk-row desk-picked">
              <span className="desk-picked__book">
                <Book book={book} />
              </span>
              {chosen.has(book.id) ? (
                <span className="desk-note">{text.added}</span>
              ) : (
                <Button
                  size="small"
                  icon="plus"
                  data-name={`add-${book.id}`}
                  aria-label={text.add(book.title)}
                  onClick={() => onAdd(book, nextOf(found, index))}
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
