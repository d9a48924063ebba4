//! Listening reports, and the hours of the plan that they use. The reports include the speed, since publishers are paid
//! by book time and listeners' hours are clock time.

use axum::extract::State;
use heliriiul_db::{BookId, DbResult, Timestamp, Tx, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    intervals::Span,
    log::{self, Listening, ReadingSource},
    seconds::Seconds,
    served,
};
use crate::{
    auth::{CurrentUser, Now},
    error::{ApiError, ApiResult, responses::SessionRequired},
    extract::Json,
    library::{self, Source},
    media::TICKET_LIFETIME,
    state::AppState,
    subscriptions::{self, Plan, Subscription},
};

const MINUTE_MILLIS: i64 = 60_000;

/// A range of listening. The parts that were reported before are not counted again.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReadingReport {
    book_id: BookId,
    #[schema(minimum = 0.5, maximum = 2.5)]
    playback_speed: f64,
    /// Seconds since 1970: of the last 30 days, and not before the book came into the library.
    #[schema(value_type = f64, minimum = 0, maximum = 1e10, example = 1_795_828_894.5)]
    started_at_epoch: Seconds,
    /// Seconds since 1970. A range is cut to ten minutes, and to two minutes from now.
    #[schema(value_type = f64, minimum = 0, maximum = 1e10, example = 1_795_828_954.5)]
    ended_at_epoch: Seconds,
    /// When the report is sent, by the same clock. With it the error of the clock is corrected.
    #[schema(value_type = Option<f64>, minimum = 0, maximum = 1e10, example = 1_795_828_955.0)]
    sent_at_epoch: Option<Seconds>,
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
    let at = |seconds: Seconds| Timestamp::from_millis(seconds.0);
    let mut span = Span { from: at(report.started_at_epoch), to: at(report.ended_at_epoch) };
    if let Some(sent_at) = report.sent_at_epoch {
        span = span.corrected(at(sent_at), now);
    }
    let out_of_range = |field| ApiError::field(field, "out-of-range");
    let mut tx = app.db.write().await?;
    let Some((source, added_at)) = library::lock(&mut tx, user.id, report.book_id).await? else {
        return Err(ApiError::not_found("The book is not in the library."));
    };
    let field = if span.to <= span.from { "endedAtEpoch" } else { "startedAtEpoch" };
    let span = span.limited(added_at, now).ok_or_else(|| out_of_range(field))?;
    if !could_listen(&mut tx, user.id, source, span.from).await? {
        return Err(out_of_range("startedAtEpoch"));
    }
    let ReadingReport { book_id, source, .. } = report;
    let listening = Listening { user_id: user.id, book_id, span, speed_percent, source };
    log::add(&mut tx, &listening, now).await?;
    let stats = stats(&mut tx, user.id, now).await?;
    tx.commit().await?;
    Ok(Json(stats))
}

/// Whether the listener could open the book then: a subscription book needs a subscription, or one that ended while a
/// ticket was still valid.
async fn could_listen(tx: &mut Tx, user_id: UserId, source: Source, at: Timestamp) -> DbResult<bool> {
    if source != Source::Subscription {
        return Ok(true);
    }
    Ok(log::active_period(tx, user_id, at).await?.is_some()
        || log::active_period(tx, user_id, at.minus(TICKET_LIFETIME)).await?.is_some())
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
    let listened = log::listened_ms(tx, user_id, subscription.as_ref(), now).await?;
    Ok(ReadingStats {
        reading_total_duration_minutes: listened / MINUTE_MILLIS,
        subscription_type: subscription.map(|subscription| subscription.plan),
    })
}

/// Returns whether the hours of an active subscription are used up: by the reports, or by sound that the server has
/// sent and nobody has reported.
pub async fn quota_is_full(tx: &mut Tx, user_id: UserId, subscription: &Subscription) -> DbResult<bool> {
    let Some(hours) = subscription.plan.listening_hours() else { return Ok(false) };
    let limit_ms = hours * 60 * MINUTE_MILLIS;
    let total = log::period_total(tx, user_id, subscription.period_start).await?;
    if total.listened_ms >= limit_ms {
        return Ok(true);
    }
    let served = served::served_seconds(tx, user_id, subscription.period_start).await?;
    Ok(served * 1000 - total.book_ms >= limit_ms)
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
