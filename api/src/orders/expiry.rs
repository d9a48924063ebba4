//! Closes the orders that were not paid in time.

use heliriiul_db::{OrderId, Tx};

use super::order::{OrderStatus, close};
use crate::{error::ApiError, ledger::Cause, state::AppState};

/// How many orders one run closes. The next run continues.
const BATCH: i64 = 200;

/// The work of the expiring job. Each order has its own transaction, so that each locks one order at a time.
pub async fn expire_job(app: &AppState) -> Result<Tx, ApiError> {
    let now = app.clock.now();
    let mut tx = app.db.read().await?;
    let due: Vec<OrderId> = tx
        .scalars(
            "SELECT id FROM orders WHERE status = 'open' AND expires_at <= $1 ORDER BY expires_at LIMIT $2",
            (now, BATCH),
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
