import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import type { Order, PaidPayment } from "#app/api/types.ts";
import { date, euro } from "#app/et/format.ts";
import { accountStrings as text } from "#app/et/screens/account.ts";
import { LoadFailure } from "#app/layout/screen/screen.tsx";

const PERCENT = new Intl.NumberFormat("et-EE", { maximumFractionDigits: 1 });
const LOOKS = {
  open: "warning",
  paid: "success",
  failed: "danger",
  cancelled: "none",
  expired: "none",
  refunded: "none",
};

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 className="panel__title" id={id}>
        {title}
      </h2>
      {children}
    </section>
  );
}

const Status = ({ status }: { status: Order["status"] }) => (
  <span className={`badge badge--${LOOKS[status]}`}>{text.orderStatus[status]}</span>
);

/** The link to the withdrawal while the right runs, and the day of a withdrawal. */
function Withdrawal({
  purchase: { number, withdrawableUntil, withdrawnAt },
}: {
  purchase: Pick<Order, "number" | "withdrawableUntil" | "withdrawnAt">;
}) {
  if (withdrawnAt) return <span className="note">{text.withdrawn(date(withdrawnAt))}</span>;
  if (!withdrawableUntil) return null;
  return (
    <span className="note">
      {text.withdrawUntil(date(withdrawableUntil))}{" "}
      <Link to={paths.withdrawalOf(number)} aria-label={text.withdrawFrom(number)}>
        {text.withdraw}
      </Link>
    </span>
  );
}

function Line({ details, amount, children }: Record<"details" | "amount" | "children", ReactNode>) {
  return (
    <li>
      <span>
        {children}
        <span className="order__details note">{details}</span>
      </span>
      <span className="amount">{amount}</span>
    </li>
  );
}

export function OrderList({ orders }: { orders: Order[] | null }) {
  return (
    <Section id="account-orders" title={text.orders}>
      {orders === null && <LoadFailure>{text.ordersFailed}</LoadFailure>}
      {orders?.length === 0 && <p className="muted">{text.noOrders}</p>}
      {orders && orders.length > 0 && (
        <ul className="stack">
          {orders.map((order) => (
            <OrderItem key={order.id} order={order} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function OrderItem({ order }: { order: Order }) {
  return (
    <li className="panel">
      <div className="button-group">
        <h3 className="order__number">{text.orderNumber(order.number)}</h3>
        <Status status={order.status} />
        <time className="order__date amount note" dateTime={order.createdAt}>
          {date(order.createdAt)}
        </time>
      </div>
      <ul className="line-items">
        {order.lines.map(({ bookId, author, title, vatRate, price }) => (
          <Line key={bookId} details={text.vat(PERCENT.format(vatRate))} amount={euro(price)}>
            {author} - {title}
          </Line>
        ))}
      </ul>
      <p className="line-total">
        <span className="note">{order.discountCode && text.discountCode(order.discountCode)}</span>
        <span>
          {text.total} <strong className="amount">{euro(order.total)}</strong>
        </span>
      </p>
      <Withdrawal purchase={order} />
    </li>
  );
}

export function PaymentList({ payments }: { payments: PaidPayment[] }) {
  if (payments.length === 0) return null;
  return (
    <Section id="account-payments" title={text.payments}>
      <ul className="panel line-items">
        {payments.map((payment) => {
          const { number, purpose, status, paidAt, amount } = payment;
          return (
            <Line
              key={number}
              details={
                <>
                  {date(paidAt)} · {number}
                  <br />
                  <Withdrawal purchase={payment} />
                </>
              }
              amount={euro(amount)}
            >
              {text.purpose[purpose]} {status === "refunded" && <Status status={status} />}
            </Line>
          );
        })}
      </ul>
    </Section>
  );
}
