//! Fulfilment of a paid order: adds the books to the library and sends a receipt, once. Money for which nothing can be
//! delivered becomes a payment incident with a planned refund.

use std::fmt::Display;

use heliriiul_db::{BookId, DbResult, DiscountId, OrderId, Timestamp, Tx, UserId};
use serde_json::json;

use super::{OrderStatus, discounts, receipt};
use crate::{
    config::Shop,
    email::Mailer,
    error::ApiResult,
    ledger::{Event, EventKind, IncidentKind, IncomingPayment, PaymentIncident},
    library::{self, Source},
    money::Cents,
    vat,
};

#[derive(sqlx::FromRow)]
struct OrderRow {
    id: OrderId,
    number: String,
    user_id: UserId,
    status: OrderStatus,
    discount_id: Option<DiscountId>,
}

/// Delivers an order for which money came in. The caller passes each transaction once. A second transaction of a paid
/// order is refunded.
pub async fn fulfil(
    shop: &Shop,
    mailer: &Mailer,
    tx: &mut Tx,
    order_id: OrderId,
    payment: IncomingPayment<'_>,
) -> ApiResult<()> {
    let now = payment.now;
    // The update locks the row, so that two transactions of one order come one after the other.
    let order: OrderRow = tx
        .one(
            "UPDATE orders SET updated_at = $2 WHERE id = $1 \
             RETURNING id, number, user_id, status, discount_id",
            (order_id, now),
        )
        .await?;
    if matches!(order.status, OrderStatus::Paid | OrderStatus::Refunded) {
        let detail = format!("Order {} was paid already; the whole amount is to be refunded.", order.number);
        let incident = undelivered(&order, payment, IncidentKind::PaidTwice, "whole", detail);
        incident.amount(payment.amount()).record_with_refund(tx, now).await?;
        return Ok(());
    }
    let late = order.status != OrderStatus::Open;
    if late
        && let Some(discount_id) = order.discount_id
        && !discounts::reserve_again(tx, discount_id, order_id, order.user_id, now).await?
    {
        let detail = format!(
            "Order {} was delivered at its reduced price, though others have used up the code meanwhile.",
            order.number
        );
        let incident = PaymentIncident::new(IncidentKind::LatePayment, order_id, detail);
        incident.order(order_id).payment(payment).record(tx, now).await?;
    }
    tx.execute("UPDATE orders SET status = 'paid', paid_at = $2 WHERE id = $1", (order_id, now)).await?;
    set_vat(shop, tx, order_id, now).await?;
    deliver(tx, &order, payment).await?;
    let detail = json!({ "number": order.number, "before": order.status });
    let event = Event::new(EventKind::OrderPaid, payment.cause, detail);
    event.user(order.user_id).order(order_id).transaction(payment.transaction_id()).append(tx, now).await?;
    metrics::counter!("orders_paid_total", "late" => if late { "yes" } else { "no" }).increment(1);
    receipt::queue(shop, mailer, tx, order_id, order.user_id, now).await
}

/// The VAT is that of the day of payment.
async fn set_vat(shop: &Shop, tx: &mut Tx, order_id: OrderId, now: Timestamp) -> ApiResult<()> {
    let rate = vat::rates(shop, now)?.books;
    let sql = "SELECT position, price_cents FROM order_lines WHERE order_id = $1 AND vat_basis_points <> $2";
    let lines: Vec<(i64, Cents)> = tx.all(sql, (order_id, rate)).await?;
    for (position, price) in lines {
        let sql = "UPDATE order_lines SET vat_basis_points = $3, vat_cents = $4 WHERE order_id = $1 AND position = $2";
        tx.execute(sql, (order_id, position, rate, price.vat_included(rate))).await?;
    }
    Ok(())
}

/// Adds the books to the library. A book that was deleted, or that the buyer has got in another way, is refunded.
async fn deliver(tx: &mut Tx, order: &OrderRow, payment: IncomingPayment<'_>) -> ApiResult<()> {
    let now = payment.now;
    let lines: Vec<(BookId, String, Cents, bool)> = tx
        .all(
            "SELECT book_id, title, price_cents, EXISTS (SELECT 1 FROM books WHERE id = book_id) \
             FROM order_lines WHERE order_id = $1 ORDER BY position",
            (order.id,),
        )
        .await?;
    for (book_id, title, price, exists) in lines {
        let refund = payment.transaction.map(|_| price).filter(|price| !price.is_zero());
        let (kind, detail) = if !exists {
            let detail = format!("{title:?} of order {} is no longer in the catalogue.", order.number);
            (IncidentKind::BookVanished, detail)
        } else if !library::grant(tx, order.user_id, book_id, Source::Purchase, Some(order.id), now).await?
            && refund.is_some()
        {
            let detail = format!("{title:?} of order {} was in the buyer's library already.", order.number);
            (IncidentKind::PaidTwice, detail)
        } else {
            continue;
        };
        let incident = undelivered(order, payment, kind, book_id, detail);
        incident.book(book_id).amount(refund).record_with_refund(tx, now).await?;
    }
    Ok(())
}

fn undelivered<'a>(
    order: &OrderRow,
    payment: IncomingPayment<'a>,
    kind: IncidentKind,
    what: impl Display,
    detail: String,
) -> PaymentIncident<'a> {
    let transaction_id = payment.transaction_id();
    let payment_id = transaction_id.map_or_else(|| order.id.to_string(), str::to_owned);
    let incident = PaymentIncident::new(kind, format!("{payment_id}:{what}"), detail);
    incident.order(order.id).transaction(transaction_id)
}

/// The provider has refunded a whole transaction. The order stays paid when another transaction has paid it.
pub async fn refund(tx: &mut Tx, order_id: OrderId, payment: IncomingPayment<'_>) -> DbResult<()> {
    let refunded: Option<UserId> = tx
        .optional_scalar(
            "UPDATE orders SET status = 'refunded', updated_at = $2 WHERE id = $1 AND status <> 'refunded' \
             AND NOT EXISTS (SELECT 1 FROM transactions WHERE order_id = $1 AND id <> $3 \
             AND status IN ('COMPLETED', 'PART_REFUNDED')) RETURNING user_id",
            (order_id, payment.now, payment.transaction_id()),
        )
        .await?;
    let Some(user_id) = refunded else { return Ok(()) };
    let event = Event::new(EventKind::OrderRefunded, payment.cause, json!({}));
    event.user(user_id).order(order_id).transaction(payment.transaction_id()).append(tx, payment.now).await
}
