//! The end of the time in which a reduction of a price is announced.

use heliriiul_db::{ChangeKind, Tx, append_change};

use super::book::PriceReduction;
use crate::{error::ApiResult, state::AppState};

/// Makes every node read the book again.
pub async fn end_price_reduction_job(app: &AppState, reduction: &PriceReduction) -> ApiResult<Tx> {
    let mut tx = app.db.write().await?;
    append_change(&mut tx, ChangeKind::Book, reduction.book_id.uuid(), app.clock.now()).await?;
    Ok(tx)
}
