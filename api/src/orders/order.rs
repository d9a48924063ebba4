//! The state of an order, and its end without a payment.

use heliriiul_db::{DbError, OrderId, Timestamp, Tx, UserId};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::discounts;
use crate::{
    ledger::{Cause, Event, EventKind},
    money::Cents,
};

/// State of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema, sqlx::Type)]
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

pub async fn status(tx: &mut Tx, order_id: OrderId) -> Result<OrderStatus, DbError> {
    tx.scalar("SELECT status FROM orders WHERE id = $1", (order_id,)).await
}

/// The order with this number, and its total.
pub async fn find_by_number(tx: &mut Tx, number: &str) -> Result<Option<(OrderId, Cents)>, DbError> {
    tx.optional("SELECT id, total_cents FROM orders WHERE number = $1", (number,)).await
}

/// Locks the order's row until the commit.
pub async fn lock(tx: &mut Tx, order_id: OrderId) -> Result<(), DbError> {
    tx.execute("UPDATE orders SET status = status WHERE id = $1", (order_id,)).await?;
    Ok(())
}

/// Closes an open order after a failed attempt to pay it, unless another attempt is still open.
pub async fn close_after_attempt(
    tx: &mut Tx,
    order_id: OrderId,
    status: OrderStatus,
    cause: Cause,
    now: Timestamp,
) -> Result<(), DbError> {
    close_if(tx, order_id, false, status, cause, now).await
}

/// Closes an open order without payment, even when an attempt to pay it is open.
pub async fn close(
    tx: &mut Tx,
    order_id: OrderId,
    status: OrderStatus,
    cause: Cause,
    now: Timestamp,
) -> Result<(), DbError> {
    close_if(tx, order_id, true, status, cause, now).await
}

async fn close_if(
    tx: &mut Tx,
    order_id: OrderId,
    while_paying: bool,
    status: OrderStatus,
    cause: Cause,
    now: Timestamp,
) -> Result<(), DbError> {
    let closed: Option<UserId> = tx
        .optional_scalar(
            "UPDATE orders SET status = $2, updated_at = $3 WHERE id = $1 AND status = 'open' \
             AND ($4 OR NOT EXISTS (SELECT 1 FROM transactions WHERE order_id = $1 \
             AND status IN ('CREATED', 'PENDING', 'APPROVED'))) RETURNING user_id",
            (order_id, status, now, while_paying),
        )
        .await?;
    let Some(user_id) = closed else { return Ok(()) };
    discounts::release(tx, order_id).await?;
    let event = Event::new(EventKind::OrderClosed, cause, json!({ "status": status }));
    event.user(user_id).order(order_id).append(tx, now).await
}
