//! Listening reports, and the hours of the plan that they use. The reports include the speed, since publishers are paid
//! by book time and listeners' hours are clock time.

use std::time::Duration;

use axum::extract::State;
use heliriiul_db::{BookId, DbResult, Timestamp, Tx, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    intervals::{Report, Span, listened_millis},
    seconds::Seconds,
};
use crate::{
    auth::{CurrentUser, Now},
    error::{ApiError, ApiResult, responses::SessionRequired},
    extract::Json,
    library,
    state::AppState,
    subscriptions::{self, Plan, Subscription},
};

/// The period of the statistics without an active subscription.
const WITHOUT_SUBSCRIPTION: Duration = Duration::from_hours(30 * 24);

const MINUTE_MILLIS: i64 = 60_000;

/// Where a report comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "UPPERCASE")]
#[sqlx(rename_all = "UPPERCASE", type_name = "text")]
enum ReadingSource {
    Web,
}

/// A range of listening. It replaces an earlier report with the same book and start.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReadingReport {
    book_id: BookId,
    #[schema(minimum = 0.5, maximum = 2.5)]
    playback_speed: f64,
    /// Seconds since 1970.
    #[schema(value_type = f64, minimum = 0, maximum = 1e10, example = 1_795_828_894.5)]
    started_at_epoch: Seconds,
    /// Seconds since 1970. A range is cut to ten minutes, and to two minutes from now.
    #[schema(value_type = f64, minimum = 0, maximum = 1e10, example = 1_795_828_954.5)]
    ended_at_epoch: Seconds,
    source: ReadingSource,
}

/// The listening time in the present billing period, or in the last 30 days without a subscription.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReadingStats {
    /// Whole minutes by the clock.
    reading_total_duration_minutes: i64,
    subscription_type: Option<Plan>,
}

/// Returns the minutes listened in the present billing period.
#[utoipa::path(
    get, path = "/reading", tag = "listening",
    responses((status = 200, body = ReadingStats), SessionRequired),
)]
pub async fn get_reading(
    State(app): State<AppState>,
    Now(now): Now,
    user: CurrentUser,
) -> ApiResult<Json<ReadingStats>> {
    let mut tx = app.db.read().await?;
    Ok(Json(stats(&mut tx, user.id, now).await?))
}

/// Reports a range of listening to a book of the library.
#[utoipa::path(
    post, path = "/reading", tag = "listening",
    responses(
        (status = 200, body = ReadingStats), SessionRequired,
        (status = 404, description = "The book is not in the library"),
    ),
)]
pub async fn post_reading(
    State(app): State<AppState>,
    Now(now): Now,
    user: CurrentUser,
    Json(report): Json<ReadingReport>,
) -> ApiResult<Json<ReadingStats>> {
    let speed_percent = speed_percent(report.playback_speed)?;
    let started_at = Timestamp::from_millis(report.started_at_epoch.0);
    let ended_at = Timestamp::from_millis(report.ended_at_epoch.0);
    let span = Span::limited(started_at, ended_at, now).ok_or_else(|| {
        let field = if ended_at <= started_at { "endedAtEpoch" } else { "startedAtEpoch" };
        ApiError::field(field, "out-of-range")
    })?;
    let mut tx = app.db.write().await?;
    if library::find(&mut tx, user.id, report.book_id).await?.is_none() {
        return Err(ApiError::not_found("The book is not in the library."));
    }
    tx.execute(
        "INSERT INTO reading_logs (user_id, book_id, started_at, ended_at, speed_percent, source, \
         recorded_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7) \
         ON CONFLICT (user_id, book_id, started_at) DO UPDATE SET ended_at = excluded.ended_at, \
         speed_percent = excluded.speed_percent, source = excluded.source, recorded_at = \
         excluded.recorded_at",
        (user.id, report.book_id, span.from, span.to, speed_percent, report.source, now),
    )
    .await?;
    let stats = stats(&mut tx, user.id, now).await?;
    tx.commit().await?;
    Ok(Json(stats))
}

/// Returns the speed in percent; 100 is the speed of the recording.
#[expect(
    clippy::float_arithmetic,
    clippy::cast_possible_truncation,
    reason = "a speed, checked to be in range"
)]
fn speed_percent(speed: f64) -> ApiResult<i64> {
    let percent = (speed * 100.0).round();
    if (50.0..=250.0).contains(&percent) {
        Ok(percent as i64)
    } else {
        Err(ApiError::field("playbackSpeed", "out-of-range"))
    }
}

async fn stats(tx: &mut Tx, user_id: UserId, now: Timestamp) -> DbResult<ReadingStats> {
    let subscription = subscriptions::find(tx, user_id, now).await?;
    let listened = listened(tx, user_id, subscription.as_ref(), now).await?;
    Ok(ReadingStats {
        reading_total_duration_minutes: listened / MINUTE_MILLIS,
        subscription_type: subscription.map(|subscription| subscription.plan),
    })
}

/// Returns whether the hours of an active subscription are used up.
pub async fn quota_is_full(
    tx: &mut Tx,
    user_id: UserId,
    subscription: &Subscription,
    now: Timestamp,
) -> DbResult<bool> {
    let Some(hours) = subscription.plan.listening_hours() else { return Ok(false) };
    let listened = listened(tx, user_id, Some(subscription), now).await?;
    Ok(listened >= hours * 60 * MINUTE_MILLIS)
}

async fn listened(
    tx: &mut Tx,
    user_id: UserId,
    subscription: Option<&Subscription>,
    now: Timestamp,
) -> DbResult<i64> {
    let period = match subscription.filter(|subscription| subscription.is_active(now)) {
        Some(active) => Span { from: active.period_start, to: active.period_end },
        None => Span { from: now.minus(WITHOUT_SUBSCRIPTION), to: now },
    };
    let reports: Vec<Report> = tx
        .all(
            "SELECT book_id, started_at, ended_at FROM reading_logs \
             WHERE user_id = $1 AND ended_at > $2 AND started_at < $3",
            (user_id, period.from, period.to),
        )
        .await?;
    Ok(listened_millis(reports, period))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_speeds_of_the_player_are_accepted() {
        for (speed, percent) in [(0.5, 50), (1.0, 100), (1.1, 110), (2.500_000_000_4, 250)] {
            assert_eq!(speed_percent(speed).unwrap(), percent);
        }
        for speed in [0.0, -1.0, 0.49, 2.51, f64::MAX, f64::NAN] {
            assert!(speed_percent(speed).is_err(), "{speed}");
        }
    }
}
