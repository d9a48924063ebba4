//! The log of listening, which only grows, and its sums by billing period and day, which are kept in step with it.

use std::time::Duration;

use heliriiul_db::{BookId, DbResult, Timestamp, Tx, UserId};

use serde::Deserialize;
use utoipa::ToSchema;

use super::intervals::{MAX_MILLIS, Span};
use crate::subscriptions::{self, Subscription};

const DAY: Duration = Duration::from_hours(24);

/// The period of the statistics without an active subscription.
const WITHOUT_SUBSCRIPTION: Duration = DAY.saturating_mul(30);

/// Where a report comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema, sqlx::Type)]
#[serde(rename_all = "UPPERCASE")]
#[sqlx(rename_all = "UPPERCASE", type_name = "text")]
pub enum ReadingSource {
    Web,
}

/// A reported range of listening.
pub struct Listening {
    pub user_id: UserId,
    pub book_id: BookId,
    pub span: Span,
    pub speed_percent: i64,
    pub source: ReadingSource,
}

/// Adds the part of a range that is not in the log yet. The caller has locked the book in the listener's library.
pub async fn add(tx: &mut Tx, listening: &Listening, now: Timestamp) -> DbResult<()> {
    let Listening { user_id, book_id, span, .. } = *listening;
    // No row is longer than a report.
    let since = Timestamp::from_millis(span.from.millis() - MAX_MILLIS);
    let known: Vec<Span> = tx
        .all(
            "SELECT started_at, ended_at FROM reading_logs WHERE user_id = $1 AND book_id = $2 \
             AND started_at >= $3 AND started_at < $4 AND ended_at > $5 ORDER BY started_at",
            (user_id, book_id, since, span.to, span.from),
        )
        .await?;
    for part in span.without(&known) {
        append(tx, listening, part, now).await?;
        add_to_periods(tx, listening, part).await?;
        add_to_days(tx, user_id, part).await?;
    }
    Ok(())
}

/// Extends the row that ends where the part begins, or inserts a row.
async fn append(tx: &mut Tx, listening: &Listening, part: Span, now: Timestamp) -> DbResult<()> {
    let Listening { user_id, book_id, speed_percent, source, .. } = *listening;
    let extended = tx
        .execute(
            "UPDATE reading_logs SET ended_at = $4, recorded_at = $6 WHERE user_id = $1 AND book_id = $2 \
             AND ended_at = $3 AND speed_percent = $5 AND source = $7 AND started_at >= $8",
            (
                user_id,
                book_id,
                part.from,
                part.to,
                speed_percent,
                now,
                source,
                Timestamp::from_millis(part.to.millis() - MAX_MILLIS),
            ),
        )
        .await?;
    if extended == 0 {
        tx.execute(
            "INSERT INTO reading_logs (user_id, book_id, started_at, ended_at, speed_percent, source, recorded_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7)",
            (user_id, book_id, part.from, part.to, speed_percent, source, now),
        )
        .await?;
    }
    Ok(())
}

async fn add_to_periods(tx: &mut Tx, listening: &Listening, part: Span) -> DbResult<()> {
    let Listening { user_id, speed_percent, .. } = *listening;
    let mut from = part.from;
    while from < part.to {
        let Some(period) = active_period(tx, user_id, from).await? else {
            let next: Option<Timestamp> = tx
                .scalar(
                    "SELECT MIN(starts_at) FROM billing_periods WHERE user_id = $1 AND starts_at > $2",
                    (user_id, from),
                )
                .await?;
            let Some(next) = next else { return Ok(()) };
            from = next;
            continue;
        };
        let to = part.to.min(period.to);
        let listened_ms = to.since(from);
        let book_ms = (listened_ms * speed_percent + 50).div_euclid(100);
        tx.execute(
            "INSERT INTO reading_periods (user_id, period_start, listened_ms, book_ms) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (user_id, period_start) DO UPDATE SET \
             listened_ms = reading_periods.listened_ms + excluded.listened_ms, \
             book_ms = reading_periods.book_ms + excluded.book_ms",
            (user_id, period.from, listened_ms, book_ms),
        )
        .await?;
        from = to;
    }
    Ok(())
}

/// Returns the billing period at a time.
pub async fn active_period(tx: &mut Tx, user_id: UserId, at: Timestamp) -> DbResult<Option<Span>> {
    let subscription = subscriptions::find(tx, user_id, at).await?;
    let active = subscription.filter(|subscription| subscription.is_active(at));
    Ok(active
        .map(|active| Span { from: active.period_start, to: active.period_end })
        .filter(|period| period.from <= at))
}

async fn add_to_days(tx: &mut Tx, user_id: UserId, part: Span) -> DbResult<()> {
    let mut from = part.from;
    while from < part.to {
        let day = from.floor(DAY);
        let to = part.to.min(day.plus(DAY));
        tx.execute(
            "INSERT INTO reading_days (user_id, day, listened_ms) VALUES ($1, $2, $3) \
             ON CONFLICT (user_id, day) DO UPDATE SET listened_ms = reading_days.listened_ms + excluded.listened_ms",
            (user_id, day, to.since(from)),
        )
        .await?;
        from = to;
    }
    Ok(())
}

/// What was listened to in a billing period.
#[derive(Clone, Copy, Debug, Default, sqlx::FromRow)]
pub struct PeriodTotal {
    /// Milliseconds by the clock.
    pub listened_ms: i64,
    /// Milliseconds of the recording.
    pub book_ms: i64,
}

pub async fn period_total(tx: &mut Tx, user_id: UserId, period_start: Timestamp) -> DbResult<PeriodTotal> {
    let sql = "SELECT listened_ms, book_ms FROM reading_periods WHERE user_id = $1 AND period_start = $2";
    Ok(tx.optional(sql, (user_id, period_start)).await?.unwrap_or_default())
}

/// Returns the milliseconds listened in the present billing period, or in the last 30 days without a subscription.
pub async fn listened_ms(
    tx: &mut Tx,
    user_id: UserId,
    subscription: Option<&Subscription>,
    now: Timestamp,
) -> DbResult<i64> {
    match subscription.filter(|subscription| subscription.is_active(now)) {
        Some(active) => Ok(period_total(tx, user_id, active.period_start).await?.listened_ms),
        None => {
            tx.scalar(
                "SELECT CAST(COALESCE(SUM(listened_ms), 0) AS bigint) FROM reading_days \
                 WHERE user_id = $1 AND day >= $2",
                (user_id, now.minus(WITHOUT_SUBSCRIPTION).floor(DAY)),
            )
            .await
        }
    }
}
