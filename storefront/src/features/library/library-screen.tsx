// "/" of a logged-in user: the library, 'Minu raamatud'.
import { Link, useRevalidator } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import type { LibraryBook } from "#app/api/types.ts";
import { duration } from "#app/et/format.ts";
import { libraryStrings } from "#app/et/screens/library.ts";
import { shared, strings } from "#app/et/strings.ts";
import { Button, LinkButton } from "#app/kit/button.tsx";
import { Cover } from "#app/kit/cover.tsx";
import { Icon } from "#app/kit/icon.tsx";
import { PageHead } from "#app/kit/page-head.tsx";
import { isAwaiting, useSession } from "#app/session/session.ts";
import { useAwaitedUser } from "#app/session/verification/await-user.ts";
import { VerifyNotice } from "#app/session/verification/verify-notice.tsx";
import type { LibraryData } from "./library-data.ts";

const text = libraryStrings;
const SIZES = "(min-width: 1080px) 200px, (min-width: 660px) 22vw, 44vw";
/** Covers of the first row at 360 px are loaded at once. */
const EAGER = 2;

export function LibraryScreen({ data }: { data: LibraryData }) {
  const user = useSession()?.user;
  useAwaitedUser(user !== undefined && isAwaiting(user));
  const { books } = data;
  return (
    <>
      <PageHead title={`${text.title} | ${shared.productName}`} noindex />
      <div className="library column">
        <div className="library__top">
          <h1 className="library__title">{text.title}</h1>
          {books && <p className="library__count">{text.count(books.length)}</p>}
          <LinkButton to={paths.books} icon="plus" className="library__more">
            {text.findMore}
          </LinkButton>
        </div>
        {user && !user.emailVerifiedAt && <VerifyNotice email={user.email} />}
        {books ? <LibraryGrid books={books} /> : <LoadError />}
      </div>
    </>
  );
}

export function LibraryGrid({ books }: { books: LibraryBook[] }) {
  return (
    <ul className="library__grid">
      {books.map((book, index) => (
        <LibraryCard key={book.id} book={book} eager={index < EAGER} />
      ))}
    </ul>
  );
}

function LibraryCard({ book, eager }: { book: LibraryBook; eager: boolean }) {
  return (
    <li className="library-card">
      <Link
        to={paths.player(book.id)}
        className="library-card__play"
        aria-label={text.listen(book.title)}
      >
        <Cover cover={book.cover} title={book.title} alt="" sizes={SIZES} eager={eager} />
        <span className="library-card__badge">
          <Icon name="play" />
        </span>
      </Link>
      <h2 className="library-card__title">
        <Link to={paths.book(book.slug)}>{book.title}</Link>
      </h2>
      <p className="library-card__author">{book.author}</p>
      <p className="library-card__facts">
        <span
          className={`library-card__label library-card__label--${book.subscriptionBook ? "package" : "bought"}`}
        >
          {book.subscriptionBook
            ? strings.catalogue.subscriptionBook
            : strings.catalogue.boughtBook}
        </span>
        {book.length !== null && <span>{duration(book.length)}</span>}
      </p>
    </li>
  );
}

function LoadError() {
  const { revalidate, state } = useRevalidator();
  return (
    <div className="library__error" role="alert">
      <p>{strings.common.loadError}</p>
      <Button pending={state === "loading"} onClick={() => revalidate()}>
        {strings.common.retry}
      </Button>
    </div>
  );
}
