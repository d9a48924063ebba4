import type { ReactNode } from "react";
import { Link } from "react-router";
import { paths } from "#app/addresses/paths.ts";
import type { Order, PaidPayment, ReceiptItem } from "#app/api/types.ts";
import { date, euro } from "#app/et/format.ts";
import { accountStrings as text } from "#app/et/screens/account.ts";
import { receiptName } from "#app/et/screens/receipt.ts";
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

/** Links to the receipt and the credit notes of an order or a payment, the oldest first. */
function Receipts({ receipts, reference }: { receipts: ReceiptItem[]; reference: string }) {
  const own = receipts.filter((receipt) => receipt.reference === reference).reverse();
  if (own.length === 0) return null;
  return (
    <span className="order__receipts note">
      {own.map((receipt) => (
        <span key={receipt.id}>
          <Link to={paths.receipt(receipt.id)}>{receiptName(receipt)}</Link>
          {receipt.cancelledAt && ` (${text.receiptCancelled})`}
        </span>
      ))}
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

export function OrderList({
  orders,
  receipts,
}: {
  orders: Order[] | null;
  receipts: ReceiptItem[];
}) {
  return (
    <Section id="account-orders" title={text.orders}>
      {orders === null && <LoadFailure>{text.ordersFailed}</LoadFailure>}
      {orders?.length === 0 && <p className="muted">{text.noOrders}</p>}
      {orders && orders.length > 0 && (
        <ul className="stack">
          {orders.map((order) => (
            <OrderItem key={order.id} order={order} receipts={receipts} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function OrderItem({ order, receipts }: { order: Order; receipts: ReceiptItem[] }) {
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
      <Receipts receipts={receipts} reference={order.number} />
    </li>
  );
}

export function PaymentList({
  payments,
  receipts,
}: {
  payments: PaidPayment[];
  receipts: ReceiptItem[];
}) {
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
                  <Receipts receipts={receipts} reference={number} />
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
