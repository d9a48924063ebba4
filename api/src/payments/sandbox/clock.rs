//! `POST /_sandbox/clock`: moves the store's clock, so that what takes a month can be seen today.

use std::time::Duration;

use axum::extract::State;
use heliriiul_db::{Db, DbError, Timestamp};
use serde::{Deserialize, Serialize};

use crate::{
    clock::Clock,
    error::{ApiError, ApiResult},
    extract::Json,
    state::AppState,
    worker,
};

/// Ten years; the clock only ever goes forward.
const FURTHEST: Duration = Duration::from_hours(10 * 365 * 24);

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Advance {
    advance_seconds: u64,
}

#[derive(Serialize)]
pub struct Moved {
    now: Timestamp,
}

/// Answers when all that is due by then has been done.
pub async fn advance(State(app): State<AppState>, Json(body): Json<Advance>) -> ApiResult<Json<Moved>> {
    let by = Duration::from_secs(body.advance_seconds);
    if by > FURTHEST {
        return Err(ApiError::field("advanceSeconds", "out-of-range"));
    }
    let mut tx = app.db.write().await?;
    tx.execute(
        "INSERT INTO counters (name, value) VALUES ('sandbox-clock', $1) \
         ON CONFLICT (name) DO UPDATE SET value = counters.value + excluded.value",
        (i64::try_from(by.as_millis()).unwrap_or(i64::MAX),),
    )
    .await?;
    tx.commit().await?;
    app.clock.advance(by);
    worker::run_due(&app).await?;
    Ok(Json(Moved { now: app.clock.now() }))
}

/// After a restart the clock goes on from where it was, as the data does.
pub async fn restore(db: &Db, clock: &Clock) -> Result<(), DbError> {
    let mut tx = db.read().await?;
    let millis: Option<i64> =
        tx.optional_scalar("SELECT value FROM counters WHERE name = 'sandbox-clock'", ()).await?;
    clock.advance(Duration::from_millis(millis.unwrap_or(0).unsigned_abs()));
    Ok(())
}
