//! Withdrawal from a paid order.

use heliriiul_db::{DbResult, OrderId, Timestamp, Tx, UserId};

use super::OrderStatus;
use crate::money::Cents;

/// A paid order of which the buyer knows the number and the email address.
#[derive(sqlx::FromRow)]
pub struct PaidOrder {
    pub id: OrderId,
    pub number: String,
    pub user_id: UserId,
    pub total_cents: Cents,
    pub paid_at: Timestamp,
    pub immediate_access_consent_at: Option<Timestamp>,
}

/// Finds a paid order by its number and the folded email address of its buyer.
pub async fn find_paid(tx: &mut Tx, number: &str, email_key: &str) -> DbResult<Option<PaidOrder>> {
    tx.optional(
        "SELECT o.id, o.number, o.user_id, o.total_cents, o.paid_at, o.immediate_access_consent_at \
         FROM orders o JOIN users u ON u.id = o.user_id WHERE o.number = $1 AND u.email_key = $2 \
         AND o.paid_at IS NOT NULL AND o.status IN ($3, $4)",
        (number, email_key, OrderStatus::Paid, OrderStatus::Refunded),
    )
    .await
}

/// The titles of an order's books, in their order.
pub async fn titles(tx: &mut Tx, order_id: OrderId) -> DbResult<Vec<String>> {
    tx.scalars("SELECT title FROM order_lines WHERE order_id = $1 ORDER BY position", (order_id,)).await
}

/// Takes the order's books out of the buyer's library.
pub async fn remove_books(tx: &mut Tx, order: &PaidOrder) -> DbResult<()> {
    let sql = "DELETE FROM library WHERE user_id = $1 AND order_id = $2";
    tx.execute(sql, (order.user_id, order.id)).await.map(drop)
}
