//! What a payment brings about: the books on the shelf and a receipt, once; and what is done with money for which
//! there is nothing to deliver.

use heliriiul_db::{BookId, OrderId, Timestamp, Tx, UserId};
use serde_json::json;

use super::{OrderStatus, discounts, receipt};
use crate::{
    error::ApiError,
    library::{self, Source},
    money::Cents,
    payments::ledger::{self, Cause, Event, IncidentKind, PaymentIncident},
    state::AppState,
};

/// Money that came in for an order; without a transaction when there was nothing to pay.
pub struct Payment<'a> {
    pub order_id: OrderId,
    pub transaction: Option<(&'a str, Cents)>,
    pub cause: Cause,
}

impl Payment<'_> {
    fn transaction_id(&self) -> Option<&str> {
        self.transaction.map(|(id, _)| id)
    }
}

#[derive(sqlx::FromRow)]
struct OrderRow {
    number: String,
    user_id: UserId,
    status: OrderStatus,
    discount_id: Option<heliriiul_db::DiscountId>,
}

/// Delivers an order for which money came in. The caller sees to it that one transaction comes here once; a second
/// transaction of a paid order is given back.
pub async fn fulfil(
    app: &AppState,
    tx: &mut Tx,
    payment: &Payment<'_>,
    now: Timestamp,
) -> Result<(), ApiError> {
    let order_id = payment.order_id;
    // Takes the row's lock, so that two transactions of one order come one after the other.
    let order: OrderRow = tx
        .one(
            "UPDATE orders SET updated_at = $2 WHERE id = $1 RETURNING number, user_id, status, discount_id",
            (order_id, now),
        )
        .await?;
    if matches!(order.status, OrderStatus::Paid | OrderStatus::Refunded) {
        let detail = format!("Order {} was paid already; the whole amount goes back.", order.number);
        return give_back(tx, payment, IncidentKind::PaidTwice, "whole", payment.transaction, detail, now)
            .await;
    }
    let late = order.status != OrderStatus::Open;
    if late
        && let Some(discount_id) = order.discount_id
        && !discounts::retake(tx, discount_id, order_id, order.user_id, now).await?
    {
        let case = PaymentIncident {
            unique_key: format!("late:{order_id}"),
            trouble: IncidentKind::LatePayment,
            order_id: Some(order_id),
            transaction_id: payment.transaction_id(),
            amount: payment.transaction.map(|(_, amount)| amount),
            detail: format!(
                "Order {} was delivered at its reduced price, though others have used up the code meanwhile.",
                order.number
            ),
        };
        ledger::record_incident(tx, case, now).await?;
    }
    tx.execute("UPDATE orders SET status = 'paid', paid_at = $2 WHERE id = $1", (order_id, now)).await?;
    deliver(tx, payment, &order, now).await?;
    let event = Event {
        kind: "order-paid",
        user_id: Some(order.user_id),
        order_id: Some(order_id),
        transaction_id: payment.transaction_id(),
        cause: payment.cause,
        detail: json!({ "number": order.number, "before": order.status }),
    };
    ledger::append(tx, event, now).await?;
    metrics::counter!("orders_paid_total", "late" => if late { "yes" } else { "no" }).increment(1);
    receipt::queue(app, tx, order_id, now).await
}

/// Puts the books on the shelf. One that is gone, or that the buyer got in another way meanwhile, is given back.
async fn deliver(
    tx: &mut Tx,
    payment: &Payment<'_>,
    order: &OrderRow,
    now: Timestamp,
) -> Result<(), ApiError> {
    let lines: Vec<(BookId, String, Cents, bool)> = tx
        .all(
            "SELECT book_id, title, price_cents, EXISTS (SELECT 1 FROM books WHERE id = book_id) \
             FROM order_lines WHERE order_id = $1 ORDER BY position",
            (payment.order_id,),
        )
        .await?;
    for (book_id, title, price, exists) in lines {
        let to_return = payment.transaction.map(|(id, _)| (id, price)).filter(|_| !price.is_zero());
        if !exists {
            let detail = format!("{title:?} of order {} is no longer in the catalogue.", order.number);
            let key = book_id.to_string();
            give_back(tx, payment, IncidentKind::BookVanished, &key, to_return, detail, now).await?;
            continue;
        }
        let granted =
            library::grant(tx, order.user_id, book_id, Source::Purchase, Some(payment.order_id), now).await?;
        if !granted && to_return.is_some() {
            let detail = format!("{title:?} of order {} was on the buyer's shelf already.", order.number);
            let key = book_id.to_string();
            give_back(tx, payment, IncidentKind::PaidTwice, &key, to_return, detail, now).await?;
        }
    }
    Ok(())
}

/// A case for a person, with the refund planned.
async fn give_back(
    tx: &mut Tx,
    payment: &Payment<'_>,
    trouble: IncidentKind,
    what: &str,
    refund: Option<(&str, Cents)>,
    detail: String,
    now: Timestamp,
) -> Result<(), ApiError> {
    let subject = payment.transaction_id().map_or_else(|| payment.order_id.to_string(), str::to_owned);
    let case = PaymentIncident {
        unique_key: format!("{}:{subject}:{what}", trouble.name()),
        trouble,
        order_id: Some(payment.order_id),
        transaction_id: payment.transaction_id(),
        amount: refund.map(|(_, amount)| amount),
        detail: detail.clone(),
    };
    let is_new = ledger::record_incident(tx, case, now).await?;
    if let Some((transaction_id, amount)) = refund.filter(|_| is_new) {
        ledger::plan_refund(tx, transaction_id, amount, &detail, now).await?;
    }
    Ok(())
}

/// The provider gave all of a transaction back. The order stays paid when another transaction has paid it.
pub async fn refund(tx: &mut Tx, payment: &Payment<'_>, now: Timestamp) -> Result<(), ApiError> {
    let refunded: Option<UserId> = tx
        .optional_scalar(
            "UPDATE orders SET status = 'refunded', updated_at = $2 WHERE id = $1 AND status <> 'refunded' \
             AND NOT EXISTS (SELECT 1 FROM transactions WHERE order_id = $1 AND id <> $3 \
             AND status IN ('COMPLETED', 'PART_REFUNDED')) RETURNING user_id",
            (payment.order_id, now, payment.transaction_id()),
        )
        .await?;
    if let Some(user_id) = refunded {
        let event = Event {
            kind: "order-refunded",
            user_id: Some(user_id),
            order_id: Some(payment.order_id),
            transaction_id: payment.transaction_id(),
            cause: payment.cause,
            detail: json!({}),
        };
        ledger::append(tx, event, now).await?;
    }
    Ok(())
}
