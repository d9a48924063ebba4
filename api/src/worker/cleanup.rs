//! Deletes expired rows: rate counters, one-time tokens, presence of editors, and finished jobs.

use std::time::Duration;

use heliriiul_db::Tx;

use crate::{error::ApiResult, jobs, state::AppState};

/// Longer than the window of any rate limit.
const COUNTER_LIFETIME: Duration = Duration::from_hours(2 * 24);

/// A week after it expires, so that support can tell an expired link from a wrong one.
const EXPIRED_TOKEN_LIFETIME: Duration = Duration::from_hours(7 * 24);

pub async fn cleanup_job(app: &AppState) -> ApiResult<Tx> {
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    tx.execute("DELETE FROM rate_counters WHERE window_start < $1", (now.minus(COUNTER_LIFETIME),)).await?;
    tx.execute("DELETE FROM one_time_tokens WHERE expires_at < $1", (now.minus(EXPIRED_TOKEN_LIFETIME),))
        .await?;
    heliriiul_cms::delete_stale_presence(&mut tx, now).await?;
    jobs::delete_finished(&mut tx, now).await?;
    Ok(tx)
}
