// The account's orders with their lines, newest first.
import { useRevalidator } from "react-router";
import type { Order, PaidPayment } from "#app/api/types.ts";
import { date, euro } from "#app/et/format.ts";
import { accountStrings } from "#app/et/screens/account.ts";
import { strings } from "#app/et/strings.ts";
import { Button } from "#app/kit/button.tsx";

const text = accountStrings;
const PERCENT = new Intl.NumberFormat("et-EE", { maximumFractionDigits: 1 });

export function OrderList({ orders }: { orders: Order[] | null }) {
  const { revalidate, state } = useRevalidator();
  return (
    <section className="account__orders" aria-labelledby="account-orders">
      <h2 className="panel__title" id="account-orders">
        {text.orders}
      </h2>
      {orders === null ? (
        <div className="library__error" role="alert">
          <p>{text.ordersFailed}</p>
          <Button pending={state === "loading"} onClick={() => revalidate()}>
            {strings.common.retry}
          </Button>
        </div>
      ) : orders.length === 0 ? (
        <p className="account__none">{text.noOrders}</p>
      ) : (
        <ul className="orders">
          {orders.map((order) => (
            <OrderItem key={order.id} order={order} />
          ))}
        </ul>
      )}
    </section>
  );
}

function OrderItem({ order }: { order: Order }) {
  return (
    <li className="order">
      <div className="order__top">
        <h3 className="order__number">{text.orderNumber(order.number)}</h3>
        <span className={`status status--${order.status}`}>{text.orderStatus[order.status]}</span>
        <time className="order__date" dateTime={order.createdAt}>
          {date(order.createdAt)}
        </time>
      </div>
      <ul className="order__lines">
        {order.lines.map((line) => (
          <li key={line.bookId} className="order__line">
            <span>
              {line.author} - {line.title}
              <span className="order__vat">{text.vat(PERCENT.format(line.vatRate))}</span>
            </span>
            <span className="order__price">{euro(line.price)}</span>
          </li>
        ))}
      </ul>
      <p className="order__total">
        {order.discountCode && (
          <span className="order__code">{text.discountCode(order.discountCode)}</span>
        )}
        <span className="order__sum">
          {text.orderTotal} <strong>{euro(order.total)}</strong>
        </span>
      </p>
    </li>
  );
}

/** The payments for the subscription, if there are any. */
export function PaymentList({ payments }: { payments: PaidPayment[] }) {
  if (payments.length === 0) return null;
  return (
    <section className="account__orders" aria-labelledby="account-payments">
      <h2 className="panel__title" id="account-payments">
        {text.payments}
      </h2>
      <ul className="order order__lines">
        {payments.map((payment) => (
          <li key={payment.number} className="order__line">
            <span>
              {text.purpose[payment.purpose]}
              {payment.status === "refunded" && (
                <span className="status">{text.orderStatus.refunded}</span>
              )}
              <span className="order__vat">
                {date(payment.paidAt)} · {payment.number}
              </span>
            </span>
            <span className="order__price">{euro(payment.amount)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
