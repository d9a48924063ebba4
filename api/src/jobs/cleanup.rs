//! Deletes what has served its time: old counters, dead tokens, who was at a text, and the traces of done jobs.

use std::time::Duration;

use heliriiul_db::Tx;

use super::RECURRING;
use crate::{error::ApiError, state::AppState};

const DAY: Duration = Duration::from_hours(24);

/// No rate limit looks back further than this.
const COUNTERS_KEPT: Duration = DAY.saturating_mul(2);

/// A week beyond their end, so that support can tell an expired link from a wrong one.
const TOKENS_KEPT: Duration = DAY.saturating_mul(7);

/// A unique key does its duty for this long after the work.
const JOBS_KEPT: Duration = DAY.saturating_mul(30);

pub async fn cleanup_job(app: &AppState) -> Result<Tx, ApiError> {
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    tx.execute("DELETE FROM rate_counters WHERE window_start < $1", (now.minus(COUNTERS_KEPT),)).await?;
    tx.execute("DELETE FROM one_time_tokens WHERE expires_at < $1", (now.minus(TOKENS_KEPT),)).await?;
    tx.execute("DELETE FROM jobs WHERE done_at < $1", (now.minus(JOBS_KEPT),)).await?;
    heliriiul_cms::delete_stale_presence(&mut tx, now).await?;
    for &(kind, every) in RECURRING {
        // Of recurring work the present period must stay, or it would be done again.
        tx.execute(
            "DELETE FROM jobs WHERE kind = $1 AND (done_at < $2 OR failed_at < $2)",
            (kind, now.minus(DAY.max(every * 2))),
        )
        .await?;
    }
    Ok(tx)
}
