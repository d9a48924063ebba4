//! A person's subscription at a given time: its plan, its access and its renewal.

use heliriiul_db::{DbError, Timestamp, Tx, UserId};

use super::plans::{Plan, upgrade_price};
use crate::{
    error::{ApiError, ApiResult, Code},
    money::Cents,
};

/// A person's subscription at one moment. It may have ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subscription {
    /// The plan of the running period, or of the last one.
    pub plan: Plan,
    /// Whether the running period is the free trial.
    pub trial: bool,
    /// The running period, or the grace time after the last one; otherwise the last period.
    pub period_start: Timestamp,
    pub period_end: Timestamp,
    /// The end of the chain of periods.
    pub paid_until: Timestamp,
    /// The end of access: `paid_until`, or later while a declined charge is retried.
    pub expires_at: Timestamp,
    /// The plan of the next renewal. It differs from `plan` when a change is scheduled.
    pub next_plan: Plan,
    /// Whether it is renewed at `paid_until`.
    pub renews: bool,
    pub stopped_at: Option<Timestamp>,
    /// The number of declined charges for the current, unpaid period.
    pub failed_attempts: i64,
    pub anchor_at: Timestamp,
    pub trial_used_at: Option<Timestamp>,
}

impl Subscription {
    pub fn is_active(&self, now: Timestamp) -> bool {
        self.expires_at > now
    }

    /// Whether access continues after the last paid period.
    pub fn is_in_grace(&self, now: Timestamp) -> bool {
        self.paid_until <= now && self.is_active(now)
    }

    /// The price of an upgrade of the running period to the unlimited plan. A trial is upgraded for free.
    pub fn upgrade_price(&self, now: Timestamp) -> Cents {
        if self.trial { Cents::ZERO } else { upgrade_price(self.period_start, self.period_end, now) }
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    next_plan: Plan,
    anchor_at: Timestamp,
    renews: bool,
    stopped_at: Option<Timestamp>,
    trial_used_at: Option<Timestamp>,
    grace_until: Option<Timestamp>,
    failed_attempts: i64,
}

#[derive(sqlx::FromRow)]
struct Period {
    plan: Plan,
    trial: bool,
    starts_at: Timestamp,
    ends_at: Timestamp,
}

/// The subscription of a user at `now`; `None` when there never was one.
pub async fn find(tx: &mut Tx, user_id: UserId, now: Timestamp) -> Result<Option<Subscription>, DbError> {
    let row: Option<Row> = tx
        .optional(
            "SELECT next_plan, anchor_at, renews, stopped_at, trial_used_at, grace_until, failed_attempts \
             FROM subscriptions WHERE user_id = $1",
            (user_id,),
        )
        .await?;
    let Some(row) = row else { return Ok(None) };
    // The running period and those after it; when all have ended, the last one.
    let periods: Vec<Period> = tx
        .all(
            "SELECT plan, source = 'trial' AS trial, starts_at, ends_at FROM billing_periods \
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
    let (plan, trial, period_start, period_end) = if in_grace {
        (row.next_plan, false, paid_until, expires_at)
    } else {
        (first.plan, first.trial, first.starts_at, first.ends_at)
    };
    Some(Subscription {
        plan,
        trial,
        period_start,
        period_end,
        paid_until,
        expires_at,
        next_plan: row.next_plan,
        renews: row.renews,
        stopped_at: row.stopped_at,
        failed_attempts: row.failed_attempts,
        anchor_at: row.anchor_at,
        trial_used_at: row.trial_used_at,
    })
}

/// The active subscription of a user, or 403.
pub async fn require_active(tx: &mut Tx, user_id: UserId, now: Timestamp) -> ApiResult<Subscription> {
    let subscription = find(tx, user_id, now).await?.filter(|subscription| subscription.is_active(now));
    subscription.ok_or_else(|| ApiError::new(Code::SubscriptionRequired, "There is no active subscription."))
}

/// Locks the person's row until the commit, so that changes of one subscription come one after the other on any number
/// of nodes.
pub async fn lock_subscriber(tx: &mut Tx, user_id: UserId) -> Result<(), DbError> {
    tx.execute("UPDATE users SET role = role WHERE id = $1", (user_id,)).await?;
    Ok(())
}
