//! `/_sandbox/…`, for development only: the simulator of the payment provider, the outbox of emails, and the control of
//! the store's clock.

use std::time::Duration;

use axum::{Router, extract::State, routing::post};
use heliriiul_db::{Db, DbResult, Timestamp};
use heliriiul_makecommerce::simulator::{self, Simulator};
use serde::{Deserialize, Serialize};

use crate::{
    clock::Clock,
    email,
    error::{ApiError, ApiResult},
    extract::Json,
    state::AppState,
    worker,
};

/// Ten years. The clock only moves forward.
const MAX_ADVANCE: Duration = Duration::from_hours(10 * 365 * 24);

/// Empty unless the payment provider is the simulator.
pub fn router(app: &AppState) -> Router<AppState> {
    let Some(settings) = &app.payments.simulator else { return Router::new() };
    let simulator = Simulator::new(app.db.clone(), app.clock.clone(), settings.clone());
    Router::new()
        .route("/_sandbox/clock", post(advance))
        .merge(simulator::router(simulator))
        .merge(email::sandbox::router(app))
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Advance {
    advance_seconds: u64,
}

#[derive(Serialize)]
struct Advanced {
    now: Timestamp,
}

/// Moves the clock forward, so that a month passes in a moment. Responds after all jobs that are due by then.
///
/// The offset is stored, and 0 seconds takes over the stored one: several nodes move together when it is sent to each
/// node after the first.
async fn advance(State(app): State<AppState>, Json(body): Json<Advance>) -> ApiResult<Json<Advanced>> {
    let by = Duration::from_secs(body.advance_seconds);
    if by > MAX_ADVANCE {
        return Err(ApiError::field("advanceSeconds", "out-of-range"));
    }
    let sql = "INSERT INTO counters (name, value) VALUES ('sandbox-clock', $1) \
               ON CONFLICT (name) DO UPDATE SET value = counters.value + excluded.value RETURNING value";
    let mut tx = app.db.write().await?;
    let stored: i64 = tx.scalar(sql, (i64::try_from(by.as_millis()).unwrap_or(i64::MAX),)).await?;
    tx.commit().await?;
    app.clock.advance(by);
    app.clock.advance_to(Duration::from_millis(stored.unsigned_abs()));
    worker::run_due(&app).await?;
    Ok(Json(Advanced { now: app.clock.now() }))
}

/// Restores the clock's offset after a restart, since the stored times depend on it.
pub async fn restore_clock(db: &Db, clock: &Clock) -> DbResult<()> {
    let millis: Option<i64> =
        db.optional_scalar("SELECT value FROM counters WHERE name = 'sandbox-clock'", ()).await?;
    clock.advance_to(Duration::from_millis(millis.unwrap_or(0).unsigned_abs()));
    Ok(())
}
