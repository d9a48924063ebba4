import { useState } from "react";
import { euro } from "storefront/et/format.ts";
import { Button } from "storefront/kit/button.tsx";
import { dayText } from "#app/et/day.ts";
import { personStrings } from "#app/et/operator/person.ts";
import { orderStatuses, word } from "#app/et/operator/words.ts";
import { moment } from "#app/et/time.ts";
import { focusSoon } from "#app/kit/focus.ts";
import { refundBook } from "#app/operator/calls.ts";
import { ReasonDialog } from "#app/operator/reason-dialog.tsx";
import { Status } from "#app/operator/status.tsx";
import type { Person, PersonOrder } from "#app/operator/types.ts";
import { Part, useFirst } from "./part.tsx";
import { isPaidOut, refundNotice } from "./refunds.ts";

const text = personStrings.orders;
const ORDERS = "op-orders";

type Line = PersonOrder["lines"][number];

export function Orders({ person: { orders, transactions } }: { person: Person }) {
  const [asking, setAsking] = useState<{ order: PersonOrder; line: Line } | null>(null);
  const [shown, more] = useFirst(orders, 10);
  const isRefunded = (order: PersonOrder, { bookId }: Line) =>
    transactions.some(
      ({ number, refunds }) =>
        number === order.number &&
        refunds.some((refund) => refund.bookId === bookId && isPaidOut(refund.status)),
    );
  return (
    <Part title={text.title} id={ORDERS}>
      {orders.length === 0 && <p className="desk-note">{text.none}</p>}
      {shown.map((order) => (
        <article className="op-card" key={order.id}>
          <Head order={order} />
          <ul className="op-lines">
            {order.lines.map((line) => (
              <li key={line.bookId}>
                <span className="op-lines__main">
                  {line.title}
                  <span className="desk-muted">
                    {euro(line.price)}
                    {order.paidAt && `, ${stateOf(line, isRefunded(order, line))}`}
                  </span>
                </span>
                {order.status === "paid" && !isRefunded(order, line) && canRefund(line) && (
                  <Button
                    size="small"
                    aria-label={text.refundOf(line.title)}
                    onClick={() => setAsking({ order, line })}
                  >
                    {text.refund}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </article>
      ))}
      {more}
      {asking && (
        <ReasonDialog
          title={text.refund}
          submit={text.refund}
          lead={
            asking.line.price > 0
              ? text.refundText(asking.line.title, euro(asking.line.price))
              : text.freeText(asking.line.title)
          }
          reason={text.reason}
          send={(reason) => refundBook(asking.order.id, asking.line.bookId, reason)}
          done={refundNotice}
          onDone={() => focusSoon(ORDERS)}
          onClose={() => setAsking(null)}
        />
      )}
    </Part>
  );
}

/** A free book can only leave the library. */
const canRefund = ({ price, inLibrary }: Line): boolean => price > 0 || inLibrary;

function stateOf({ inLibrary }: Line, isRefunded: boolean): string {
  const place = inLibrary ? text.inLibrary : text.notInLibrary;
  return (isRefunded ? `${text.refunded}, ${place}` : place).toLowerCase();
}

function Head({ order }: { order: PersonOrder }) {
  const { number, status, total, createdAt, discountCode, withdrawnAt } = order;
  const notes = [
    moment(createdAt),
    discountCode && text.discount(discountCode),
    withdrawnAt && text.withdrawn(dayText(withdrawnAt)),
  ];
  return (
    <>
      <h3 className="op-card__head">
        <span className="op-number">{number}</span>
        <span>{euro(total)}</span>
        <Status state={status} label={word(orderStatuses, status)} />
      </h3>
      <p className="desk-muted">{notes.filter(Boolean).join(", ")}</p>
    </>
  );
}
