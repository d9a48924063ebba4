import type { ReactNode } from "react";
import { paths } from "#app/addresses/paths.ts";
import { plainText } from "#app/api/plain-text.ts";
import type { Book, Category, Config } from "#app/api/types.ts";
import { Breadcrumbs } from "#app/catalogue/breadcrumbs.tsx";
import { chainOf } from "#app/catalogue/category-tree.ts";
import { allowsSubscription, memberPrice, priceFor } from "#app/catalogue/price.ts";
import { duration, euro } from "#app/et/format.ts";
import { shared, strings } from "#app/et/strings.ts";
import { Cover } from "#app/kit/cover.tsx";
import { Icon } from "#app/kit/icon.tsx";
import { Price } from "#app/kit/price.tsx";
import { PageHead } from "#app/layout/page-head.tsx";
import { BookActions, type BookCalls, type Reader } from "./book-actions.tsx";
import { Description } from "./description.tsx";
import { Facts } from "./facts.tsx";

const SIZES = "(min-width: 1080px) 416px, (min-width: 800px) 40vw, 60vw";

export function BookScreen({
  book,
  categories,
  config,
  reader,
  calls,
  partnerUrl,
  sample,
}: {
  book: Book;
  categories: Category[];
  config: Config;
  reader: Reader;
  calls: BookCalls;
  partnerUrl: string | null;
  /** The sample player, for a book with a sample outside the reader's library. */
  sample: ReactNode;
}) {
  const own = book.categoryIds.flatMap((id) => categories.filter((each) => each.id === id));
  const first = own[0];
  return (
    <article className="book column">
      <PageHead
        title={`${book.title} - ${book.author}`}
        description={plainText(book.description)}
        canonical={config.publicUrl + paths.book(book.slug)}
      />
      <Breadcrumbs chain={first ? chainOf(categories, first) : []} current={book.title} />
      <div className="book__grid">
        <div className="book__cover">
          <Cover
            cover={book.cover}
            title={book.title}
            alt={`${book.title}, ${shared.coverAlt}`}
            sizes={SIZES}
            eager
          />
        </div>
        <header>
          <h1>{book.title}</h1>
          {book.subtitle && <p className="book__subtitle">{book.subtitle}</p>}
          <p className="book__people">{book.author}</p>
          <p className="book__reader">
            <Icon name="headphones" />
            {shared.readBy} {book.reader}
            {book.length !== null && ` · ${duration(book.length)}`}
          </p>
        </header>
        <div className="book__buy panel">
          <BookPrice book={book} config={config} reader={reader} />
          <BookActions book={book} reader={reader} calls={calls} partnerUrl={partnerUrl} />
        </div>
        {sample && <div>{sample}</div>}
        <div className="book__about">
          <Description html={book.description} key={book.id} />
          <Facts book={book} categories={own} />
        </div>
      </div>
    </article>
  );
}

function BookPrice({ book, config, reader }: { book: Book; config: Config; reader: Reader }) {
  if (reader.entry) {
    return (
      <p className="book__owned">
        <Icon name="check" />
        {reader.entry.subscriptionBook
          ? strings.catalogue.subscriptionBook
          : strings.catalogue.boughtBook}
      </p>
    );
  }
  const percent = reader.hasSubscription ? config.subscriberDiscount : 0;
  const shown = priceFor(book, percent);
  const member =
    !reader.hasSubscription && config.subscriberDiscount > 0 && shown && shown.price > 0;
  return (
    <div className="book__price">
      {shown && shown.price > 0 && (
        <Price
          text={euro(shown.price)}
          was={shown.was === null ? undefined : euro(shown.was)}
          wasLabel={strings.catalogue.ordinaryPrice}
        />
      )}
      {shown?.price === 0 && <span className="book__free">{shared.free}</span>}
      {book.lowestPrice30Days !== null && shown && shown.price > 0 && (
        <span className="note">
          {shared.lowestPrice} {euro(book.lowestPrice30Days)}
        </span>
      )}
      {allowsSubscription(book) && <span className="badge">{shared.inPackage}</span>}
      {member && (
        <span className="book__member">
          {shared.memberPrice} {euro(memberPrice(shown.price, config.subscriberDiscount))}
        </span>
      )}
    </div>
  );
}
