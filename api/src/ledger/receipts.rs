//! Receipt numbers. Orders and subscription payments share one series without gaps.

use heliriiul_db::{DbError, Tx};

/// Takes the next number. A rolled back transaction gives it back.
pub async fn next_receipt_number(tx: &mut Tx) -> Result<i64, DbError> {
    tx.scalar("UPDATE counters SET value = value + 1 WHERE name = 'receipt-number' RETURNING value", ()).await
}
