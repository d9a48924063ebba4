import { Link } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import type { LibraryBook } from "#app/api/types.ts";
import { duration } from "#app/et/format.ts";
import { libraryStrings as text } from "#app/et/screens/library.ts";
import { shared, strings } from "#app/et/strings.ts";
import { LinkButton } from "#app/kit/button.tsx";
import { Cover } from "#app/kit/cover.tsx";
import { Icon } from "#app/kit/icon.tsx";
import { LoadFailure, Screen } from "#app/layout/screen/screen.tsx";
import { isAwaiting, useSession } from "#app/session/session.ts";
import { useAwaitedUser } from "#app/session/verification/await-user.ts";
import { VerifyNotice } from "#app/session/verification/verify-notice.tsx";
import type { LibraryData } from "./library-data.ts";

const SIZES = "(min-width: 1080px) 200px, (min-width: 660px) 22vw, 44vw";
/** Covers of the first row at 360 px are loaded at once. */
const EAGER = 2;

export function LibraryScreen({ data }: { data: LibraryData }) {
  const user = useSession()?.user;
  useAwaitedUser(user !== undefined && isAwaiting(user));
  const { books } = data;
  return (
    <Screen title={shared.myBooks}>
      <div className="screen__top">
        <h1>{shared.myBooks}</h1>
        {books && <p className="library__count muted">{text.count(books.length)}</p>}
        <LinkButton to={paths.books} icon="plus">
          {text.findMore}
        </LinkButton>
      </div>
      {user && !user.emailVerifiedAt && <VerifyNotice email={user.email} />}
      {books ? <LibraryGrid books={books} /> : <LoadFailure />}
    </Screen>
  );
}

export function LibraryGrid({ books }: { books: LibraryBook[] }) {
  return (
    <ul className="book-grid">
      {books.map((book, index) => (
        <LibraryCard key={book.id} book={book} eager={index < EAGER} />
      ))}
    </ul>
  );
}

function LibraryCard({ book, eager }: { book: LibraryBook; eager: boolean }) {
  return (
    <li className="book-card">
      <Link
        to={paths.player(book.id)}
        className="library-card__play"
        aria-label={text.listen(book.title)}
      >
        <Cover cover={book.cover} title={book.title} alt="" sizes={SIZES} eager={eager} />
        <span className="library-card__play-mark round">
          <Icon name="play" />
        </span>
      </Link>
      <h2 className="book-card__title">
        <Link className="title-link" to={paths.book(book.slug)}>
          {book.title}
        </Link>
      </h2>
      <p className="note">{book.author}</p>
      <p className="library-card__facts note">
        <span className={book.subscriptionBook ? "badge" : "badge badge--success"}>
          {book.subscriptionBook
            ? strings.catalogue.subscriptionBook
            : strings.catalogue.boughtBook}
        </span>
        {book.length !== null && <span>{duration(book.length)}</span>}
      </p>
    </li>
  );
}
