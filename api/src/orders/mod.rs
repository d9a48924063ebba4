//! Cart checkout, orders with their frozen lines, discount codes and receipts.
//!
//! An order is made open, and is paid, cancelled, failed or expired by what the payments module tells. Money that
//! comes in is never refused: an order that was given up is delivered late, and what cannot be delivered goes to the
//! list of cases for a person, with a refund planned.

mod checkout;
pub mod cli;
pub mod discounts;
mod expiry;
mod fulfilment;
mod pricing;
mod quote;
mod receipt;
mod view;

use heliriiul_db::{DbError, OrderId, Timestamp, Tx, UserId};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

pub use self::{
    discounts::DiscountView,
    expiry::expire_job,
    fulfilment::{Payment, fulfil, refund},
    pricing::vat_rate,
    receipt::{next_number as next_receipt_number, percent as vat_percent},
};
use crate::{
    error::ApiError,
    money::Cents,
    payments::ledger::{self, Cause, Event},
    state::AppState,
};

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(checkout::checkout_cart))
        .routes(routes!(quote::get_cart_quote))
        .routes(routes!(view::list_orders))
        .routes(routes!(view::get_order))
        .routes(routes!(discounts::get_discount))
}

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
    /// Paid and given back.
    Refunded,
}

/// The state of an order, `None` when there is no such order.
pub async fn status(app: &AppState, order_id: OrderId) -> Result<Option<OrderStatus>, DbError> {
    let mut tx = app.db.read().await?;
    tx.optional_scalar("SELECT status FROM orders WHERE id = $1", (order_id,)).await
}

/// The order with this number, and its total.
pub async fn by_number(tx: &mut Tx, number: &str) -> Result<Option<(OrderId, Cents)>, DbError> {
    tx.optional("SELECT id, total_cents FROM orders WHERE number = $1", (number,)).await
}

/// Ends an open order without payment and gives its discount back, unless another attempt to pay is still open.
pub async fn close(
    tx: &mut Tx,
    order_id: OrderId,
    status: OrderStatus,
    cause: Cause,
    now: Timestamp,
) -> Result<(), ApiError> {
    let closed: Option<UserId> = tx
        .optional_scalar(
            "UPDATE orders SET status = $2, updated_at = $3 WHERE id = $1 AND status = 'open' \
             AND NOT EXISTS (SELECT 1 FROM transactions WHERE order_id = $1 \
             AND status IN ('CREATED', 'PENDING', 'APPROVED')) RETURNING user_id",
            (order_id, status, now),
        )
        .await?;
    if let Some(user_id) = closed {
        after_close(tx, order_id, user_id, status, cause, now).await?;
    }
    Ok(())
}

/// Ends an open order whatever the attempts to pay it.
async fn give_up(
    tx: &mut Tx,
    order_id: OrderId,
    status: OrderStatus,
    cause: Cause,
    now: Timestamp,
) -> Result<(), ApiError> {
    let closed: Option<UserId> = tx
        .optional_scalar(
            "UPDATE orders SET status = $2, updated_at = $3 WHERE id = $1 AND status = 'open' \
             RETURNING user_id",
            (order_id, status, now),
        )
        .await?;
    if let Some(user_id) = closed {
        after_close(tx, order_id, user_id, status, cause, now).await?;
    }
    Ok(())
}

async fn after_close(
    tx: &mut Tx,
    order_id: OrderId,
    user_id: UserId,
    status: OrderStatus,
    cause: Cause,
    now: Timestamp,
) -> Result<(), ApiError> {
    discounts::release(tx, order_id).await?;
    let event = Event {
        kind: "order-closed",
        user_id: Some(user_id),
        order_id: Some(order_id),
        transaction_id: None,
        cause,
        detail: json!({ "status": status }),
    };
    Ok(ledger::append(tx, event, now).await?)
}
