//! What a listener's subscription allows at a given moment.

use heliriiul_db::{DbError, Timestamp, Tx, UserId};

use super::Plan;

/// The subscription that a listener has or had, seen at one moment; it may have run out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscription {
    /// Of the period that runs, or of the last one.
    pub kind: Plan,
    /// Whether the period that runs now is the free trial.
    pub trial: bool,
    /// The paid month that runs now, or the days of grace after the last; else the last one.
    pub period_start: Timestamp,
    pub period_end: Timestamp,
    /// The end of all that is paid.
    pub paid_until: Timestamp,
    /// The end of access: `paid_until`, or later while a declined charge is tried again.
    pub expires_at: Timestamp,
    /// What the next renewal pays for; another than `kind` when a change is booked.
    pub plan: Plan,
    /// Whether it goes on by itself after `paid_until`.
    pub renews: bool,
    pub stopped_at: Option<Timestamp>,
    /// Charges declined for the period that has begun without payment.
    pub failed_attempts: i64,
    pub anchor_at: Timestamp,
    pub trial_used_at: Option<Timestamp>,
}

impl Subscription {
    pub fn is_active(&self, now: Timestamp) -> bool {
        self.expires_at > now
    }

    /// Whether access goes on though the last paid month is over.
    pub fn is_in_grace(&self, now: Timestamp) -> bool {
        self.paid_until <= now && self.is_active(now)
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    plan: Plan,
    anchor_at: Timestamp,
    renews: bool,
    stopped_at: Option<Timestamp>,
    trial_used_at: Option<Timestamp>,
    grace_until: Option<Timestamp>,
    failed_attempts: i64,
}

#[derive(sqlx::FromRow)]
struct Period {
    kind: Plan,
    trial: bool,
    starts_at: Timestamp,
    ends_at: Timestamp,
}

/// The subscription of a user at `now`, `None` when there never was one.
pub async fn subscription(
    tx: &mut Tx,
    user_id: UserId,
    now: Timestamp,
) -> Result<Option<Subscription>, DbError> {
    let row: Option<Row> = tx
        .optional(
            "SELECT plan, anchor_at, renews, stopped_at, trial_used_at, grace_until, failed_attempts \
             FROM subscriptions WHERE user_id = $1",
            (user_id,),
        )
        .await?;
    let Some(row) = row else { return Ok(None) };
    // The period that runs, and those that follow it; when all are over, the last one.
    let periods: Vec<Period> = tx
        .all(
            "SELECT kind, source = 'trial' AS trial, starts_at, ends_at FROM billing_periods \
             WHERE user_id = $1 AND (ends_at > $2 OR ends_at = (SELECT MAX(ends_at) FROM billing_periods \
             WHERE user_id = $1)) ORDER BY starts_at, ends_at",
            (user_id, now),
        )
        .await?;
    Ok(at_moment(&row, &periods, now))
}

fn at_moment(row: &Row, periods: &[Period], now: Timestamp) -> Option<Subscription> {
    let (first, last) = (periods.first()?, periods.last()?);
    let paid_until = last.ends_at;
    let grace = row.grace_until.filter(|&grace| row.renews && grace > paid_until);
    let in_grace = paid_until <= now && grace.is_some_and(|grace| grace > now);
    let expires_at = if in_grace { grace.unwrap_or(paid_until) } else { paid_until };
    let (kind, trial, period_start, period_end) = if in_grace {
        (row.plan, false, paid_until, expires_at)
    } else {
        (first.kind, first.trial, first.starts_at, first.ends_at)
    };
    Some(Subscription {
        kind,
        trial,
        period_start,
        period_end,
        paid_until,
        expires_at,
        plan: row.plan,
        renews: row.renews,
        stopped_at: row.stopped_at,
        failed_attempts: row.failed_attempts,
        anchor_at: row.anchor_at,
        trial_used_at: row.trial_used_at,
    })
}

/// Makes what happens to one person's subscription come one after the other, whatever node does it.
pub async fn lock(tx: &mut Tx, user_id: UserId) -> Result<(), DbError> {
    tx.execute("UPDATE users SET role = role WHERE id = $1", (user_id,)).await?;
    Ok(())
}
