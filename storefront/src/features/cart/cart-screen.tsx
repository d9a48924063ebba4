import { useEffect, useRef, useState } from "react";
import { Link, useFetcher, useRevalidator } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import type { Quote } from "#app/api/types.ts";
import { removeFromCart, useCart } from "#app/cart/cart.ts";
import { euro } from "#app/et/format.ts";
import { cartStrings as text } from "#app/et/screens/cart.ts";
import { shared, strings } from "#app/et/strings.ts";
import { Button, LinkButton } from "#app/kit/button.tsx";
import { Cover } from "#app/kit/cover.tsx";
import type { CodeResult } from "#app/kit/form/code-form.tsx";
import { Price } from "#app/kit/price.tsx";
import { LoadFailure, Screen } from "#app/layout/screen/screen.tsx";
import { useSession } from "#app/session/session.ts";
import { type CartNotice, CartNoticeBox } from "./cart-notice.tsx";
import { DiscountField } from "./discount-field.tsx";
import { cartKey, type Quoted } from "./quote.ts";

export type CartData = {
  /** Null when the cart was empty or the prices could not be loaded. */
  quoted: Quoted | null;
  /** The cart (as `cartKey`) whose prices could not be loaded. */
  failedOf: string | null;
  notice: CartNotice | null;
};

type Line = Quote["lines"][number];

export function CartScreen({ data }: { data: CartData }) {
  const cart = useCart();
  const loggedIn = useSession() !== null;
  const heading = useRef<HTMLHeadingElement>(null);
  const [removed, setRemoved] = useState("");
  const { revalidate, state } = useRevalidator();
  const fetcher = useFetcher<CodeResult>();
  const idle = fetcher.state === "idle" && state === "idle";
  const { quoted, failedOf, notice } = data;

  // The cart has changed here, in another tab or by a code: load its price again.
  const key = cartKey(cart);
  const fresh = quoted?.of === key;
  const failed = failedOf === key;
  const stale = cart.books.length > 0 && !fresh && !failed;
  useEffect(() => {
    if (stale && idle) revalidate();
  }, [stale, idle, revalidate]);

  const lines = new Map(quoted?.quote.lines.map((line) => [line.bookId, line]));
  const remove = (id: string) => {
    removeFromCart(id);
    setRemoved(text.removed(lines.get(id)?.title ?? text.unknownBook));
    heading.current?.focus();
  };

  return (
    <Screen title={shared.cart}>
      <h1 className="cart__title" ref={heading} tabIndex={-1}>
        {shared.cart}
      </h1>
      <p className="visually-hidden" role="status">
        {removed}
      </p>
      {notice && <CartNoticeBox notice={notice} />}
      {cart.books.length === 0 ? (
        <EmptyCart />
      ) : (
        <div className="cart__columns">
          <ul className="cart__items" aria-label={text.items}>
            {cart.books.map((id) => (
              <CartItem
                key={id}
                id={id}
                line={lines.get(id)}
                known={fresh}
                onRemove={() => remove(id)}
              />
            ))}
          </ul>
          <section className="cart__summary panel" aria-label={text.summary}>
            <DiscountField
              fetcher={fetcher}
              code={cart.discountCode}
              percentage={fresh && quoted ? quoted.quote.discountPercentage : null}
              loggedIn={loggedIn}
            />
            {failed ? (
              <LoadFailure>{text.quoteFailed}</LoadFailure>
            ) : (
              <Totals quote={quoted?.quote} pending={!fresh} />
            )}
          </section>
        </div>
      )}
    </Screen>
  );
}

function CartItem({
  id,
  line,
  known,
  onRemove,
}: {
  id: string;
  line: Line | undefined;
  /** Whether the quote is of this cart. Then a book without a line cannot be bought. */
  known: boolean;
  onRemove: () => void;
}) {
  const name = line ? `${line.author} - ${line.title}` : known ? text.unknownBook : "";
  const cheaper = line && line.price < line.listPrice;
  return (
    <li className="cart-item" data-book={id}>
      <div>
        {line ? (
          <Cover cover={line.cover} title={line.title} alt="" sizes="88px" />
        ) : (
          <span className="cover" />
        )}
      </div>
      <div className="cart-item__text">
        <p className="cart-item__name">
          {line ? (
            <Link className="title-link" to={paths.book(line.slug)}>
              {name}
            </Link>
          ) : (
            name
          )}
        </p>
        {!line && known && <p className="cart-item__problem">{text.unavailable}</p>}
        <Button
          look="quiet"
          size="small"
          icon="trash"
          className="cart-item__remove"
          aria-label={name ? text.removeBook(line?.title ?? name) : undefined}
          onClick={onRemove}
        >
          {text.remove}
        </Button>
      </div>
      {line && (
        <Price
          text={euro(line.price)}
          was={cheaper ? euro(line.listPrice) : undefined}
          wasLabel={strings.catalogue.ordinaryPrice}
        />
      )}
    </li>
  );
}

function Totals({ quote, pending }: { quote: Quote | undefined; pending: boolean }) {
  const saving = quote ? quote.listTotal - quote.total : 0;
  const payable = quote !== undefined && quote.lines.length > 0;
  return (
    <>
      <dl className="cart__totals line-items" data-pending={pending || undefined}>
        <div>
          <dt>{text.listTotal(quote?.lines.length ?? 0)}</dt>
          <dd className="amount">{quote ? euro(quote.listTotal) : ""}</dd>
        </div>
        {quote && saving > 0 && (
          <div className="cart__saving">
            <dt>
              {text.saving}
              {quote.memberPercentage > 0 && (
                <span className="cart__member">{text.memberDiscount(quote.memberPercentage)}</span>
              )}
            </dt>
            <dd className="amount">{euro(-saving)}</dd>
          </div>
        )}
        <div className="cart__total line-total">
          <dt>{text.total}</dt>
          <dd className="amount">{quote ? euro(quote.total) : ""}</dd>
        </div>
      </dl>
      {payable && quote.unavailable.length === 0 ? (
        <LinkButton to={paths.payment} look="primary" size="large" wide>
          {text.pay}
        </LinkButton>
      ) : (
        <Button look="primary" size="large" wide disabled>
          {text.pay}
        </Button>
      )}
      <p className="cart__vat note">{text.vatIncluded}</p>
    </>
  );
}

function EmptyCart() {
  return (
    <div className="cart__empty">
      <p className="cart__empty-title">{text.empty}</p>
      <p>{text.emptyText}</p>
      <LinkButton to={paths.books} look="primary" size="large">
        {shared.notFoundBooks}
      </LinkButton>
    </div>
  );
}
