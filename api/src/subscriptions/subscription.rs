//! A user's subscription at a given time: its plan, its access and its renewal.

use heliriiul_db::{DbResult, Timestamp, Tx, UserId};

use super::{
    plans::{Plan, upgrade_price},
    prices::{AcceptedPrices, prices_for},
};
use crate::{
    config::Shop,
    error::{ApiError, ApiResult, Code},
    money::Cents,
};

/// A user's subscription at one moment. It may have ended.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Subscription {
    pub user_id: UserId,
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
    grace_until: Option<Timestamp>,
    /// The number of declined charges for the current, unpaid period.
    pub failed_attempts: i64,
    pub next_attempt_at: Option<Timestamp>,
    pub trial_used_at: Option<Timestamp>,
    #[sqlx(flatten)]
    pub accepted_prices: AcceptedPrices,
}

impl Subscription {
    pub fn is_active(&self, now: Timestamp) -> bool {
        self.expires_at > now
    }

    /// Whether access continues after the last paid period.
    pub fn is_in_grace(&self, now: Timestamp) -> bool {
        self.paid_until <= now && self.is_active(now)
    }

    /// The price of an upgrade of the running period to the unlimited plan, at the prices of its start. A trial is
    /// upgraded for free.
    pub fn upgrade_price(&self, shop: &Shop, now: Timestamp) -> Cents {
        if self.trial {
            return Cents::ZERO;
        }
        let prices = prices_for(shop, &self.accepted_prices, self.period_start);
        upgrade_price(prices, self.period_start, self.period_end, now)
    }

    /// During grace the subscription has its next plan.
    fn with_grace(self, now: Timestamp) -> Self {
        let Self { next_plan: plan, paid_until: period_start, .. } = self;
        match self.grace_until.filter(|&end| period_start <= now && now < end) {
            Some(end) => Self { plan, trial: false, period_start, period_end: end, expires_at: end, ..self },
            None => self,
        }
    }
}

/// The subscription of a user at `now`; `None` when there never was one.
pub async fn find(tx: &mut Tx, user_id: UserId, now: Timestamp) -> DbResult<Option<Subscription>> {
    // The first period that has not ended is the running one. When all have ended, the last one counts.
    let found: Option<Subscription> = tx
        .optional(
            "SELECT s.user_id, p.plan, p.source = 'trial' AS trial, p.starts_at AS period_start, \
             p.ends_at AS period_end, FIRST_VALUE(p.ends_at) OVER latest AS paid_until, \
             FIRST_VALUE(p.ends_at) OVER latest AS expires_at, s.next_plan, s.renews, s.stopped_at, \
             s.grace_until, s.failed_attempts, s.next_attempt_at, s.trial_used_at, \
             s.prices_from, s.price_notice_from, s.price_notice_at \
             FROM subscriptions s JOIN billing_periods p ON p.user_id = s.user_id \
             WHERE s.user_id = $1 AND (p.ends_at > $2 \
             OR p.ends_at = (SELECT MAX(ends_at) FROM billing_periods WHERE user_id = $1)) \
             WINDOW latest AS (ORDER BY p.starts_at DESC, p.ends_at DESC) \
             ORDER BY p.starts_at, p.ends_at LIMIT 1",
            (user_id, now),
        )
        .await?;
    Ok(found.map(|subscription| subscription.with_grace(now)))
}

/// Locks the user's row until the commit, so that changes of one subscription come one after the other on any number of
/// nodes.
pub async fn lock_subscriber(tx: &mut Tx, user_id: UserId) -> DbResult<()> {
    tx.execute("UPDATE users SET role = role WHERE id = $1", (user_id,)).await.map(drop)
}

/// Locks the subscriber and returns the subscription.
pub async fn lock(tx: &mut Tx, user_id: UserId, now: Timestamp) -> DbResult<Option<Subscription>> {
    lock_subscriber(tx, user_id).await?;
    find(tx, user_id, now).await
}

/// Locks the subscriber and returns the active subscription, or 403.
pub async fn lock_active(tx: &mut Tx, user_id: UserId, now: Timestamp) -> ApiResult<Subscription> {
    let subscription = lock(tx, user_id, now).await?.filter(|subscription| subscription.is_active(now));
    subscription.ok_or_else(|| ApiError::new(Code::SubscriptionRequired, "There is no active subscription."))
}
