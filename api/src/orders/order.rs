//! The state of an order, and its end without a payment.

use heliriiul_db::{BookId, DbResult, OrderId, Timestamp, Tx, UserId};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::discounts;
use crate::{
    config::Shop,
    error::ApiResult,
    ledger::{Cause, Event, EventKind},
    money::Cents,
    state::AppState,
    withdrawal_right::consent_time,
};

/// How many orders one run of the expiry closes. The next run continues.
const EXPIRY_BATCH: i64 = 200;

/// State of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "lowercase")]
#[sqlx(rename_all = "lowercase", type_name = "text")]
pub enum OrderStatus {
    /// Waits for its payment.
    Open,
    Paid,
    /// The buyer cancelled at the bank.
    Cancelled,
    /// The bank declined.
    Failed,
    /// Not paid in time.
    Expired,
    /// Paid and refunded.
    Refunded,
}

pub async fn status(tx: &mut Tx, order_id: OrderId) -> DbResult<OrderStatus> {
    tx.scalar("SELECT status FROM orders WHERE id = $1", (order_id,)).await
}

/// The order with this number, and its total.
pub async fn find_by_number(tx: &mut Tx, number: &str) -> DbResult<Option<(OrderId, Cents)>> {
    tx.optional("SELECT id, total_cents FROM orders WHERE number = $1", (number,)).await
}

/// The price of a book in a paid order; `None` when there is no such line.
pub async fn price_of(tx: &mut Tx, order_id: OrderId, book_id: BookId) -> DbResult<Option<Cents>> {
    tx.optional_scalar(
        "SELECT l.price_cents FROM order_lines l JOIN orders o ON o.id = l.order_id \
         WHERE o.id = $1 AND l.book_id = $2 AND o.paid_at IS NOT NULL",
        (order_id, book_id),
    )
    .await
}

/// Takes a book that the order delivered out of the buyer's library. Returns whether it was there.
pub async fn remove_book(tx: &mut Tx, order_id: OrderId, book_id: BookId) -> DbResult<bool> {
    let sql = "DELETE FROM library WHERE order_id = $1 AND book_id = $2";
    Ok(tx.execute(sql, (order_id, book_id)).await? > 0)
}

/// Locks the order's row until the commit.
pub async fn lock(tx: &mut Tx, order_id: OrderId) -> DbResult<()> {
    tx.execute("UPDATE orders SET status = status WHERE id = $1", (order_id,)).await.map(drop)
}

/// Stores whether the buyer of an open order agrees to get access at once and to lose the right of withdrawal. The time
/// of the first of several equal answers counts.
pub async fn set_consent(
    shop: &Shop,
    tx: &mut Tx,
    order_id: OrderId,
    consent: bool,
    now: Timestamp,
) -> DbResult<()> {
    let consent_at = consent_time(shop, consent, now);
    let changed: Option<UserId> = tx
        .optional_scalar(
            "UPDATE orders SET immediate_access_consent_at = $2, updated_at = $3 WHERE id = $1 \
             AND status = 'open' AND (immediate_access_consent_at IS NULL) <> ($2 IS NULL) RETURNING user_id",
            (order_id, consent_at, now),
        )
        .await?;
    let Some(user_id) = changed else { return Ok(()) };
    let detail = json!({ "consent": consent_at.is_some() });
    let event = Event::new(EventKind::ConsentChanged, Cause::Checkout, detail);
    event.user(user_id).order(order_id).append(tx, now).await
}

/// Closes an open order after a failed attempt to pay it, unless another attempt is still open.
pub async fn close_after_attempt(
    tx: &mut Tx,
    order_id: OrderId,
    status: OrderStatus,
    cause: Cause,
    now: Timestamp,
) -> DbResult<()> {
    lock(tx, order_id).await?;
    let is_being_paid: bool = tx
        .scalar(
            "SELECT EXISTS (SELECT 1 FROM transactions WHERE order_id = $1 \
             AND status IN ('CREATED', 'PENDING', 'APPROVED'))",
            (order_id,),
        )
        .await?;
    if is_being_paid { Ok(()) } else { close(tx, order_id, status, cause, now).await }
}

/// Closes an open order without payment, even when an attempt to pay it is open.
pub async fn close(
    tx: &mut Tx,
    order_id: OrderId,
    status: OrderStatus,
    cause: Cause,
    now: Timestamp,
) -> DbResult<()> {
    let closed: Option<UserId> = tx
        .optional_scalar(
            "UPDATE orders SET status = $2, updated_at = $3 WHERE id = $1 AND status = 'open' \
             RETURNING user_id",
            (order_id, status, now),
        )
        .await?;
    let Some(user_id) = closed else { return Ok(()) };
    discounts::release(tx, order_id).await?;
    let event = Event::new(EventKind::OrderClosed, cause, json!({ "status": status }));
    event.user(user_id).order(order_id).append(tx, now).await
}

/// Closes the orders that were not paid in time. Each has its own transaction, so that each locks one order at a time.
pub async fn expire_job(app: &AppState) -> ApiResult<Tx> {
    let now = app.clock.now();
    let mut tx = app.db.read().await?;
    let due: Vec<OrderId> = tx
        .scalars(
            "SELECT id FROM orders WHERE status = 'open' AND expires_at <= $1 ORDER BY expires_at LIMIT $2",
            (now, EXPIRY_BATCH),
        )
        .await?;
    drop(tx);
    for order_id in due {
        let mut tx = app.db.write().await?;
        close(&mut tx, order_id, OrderStatus::Expired, Cause::Expiry, now).await?;
        tx.commit().await?;
    }
    Ok(app.db.write().await?)
}
