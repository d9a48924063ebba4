//! The chain of billing periods, and how it is extended.

use std::ops::Range;

use heliriiul_db::{DbResult, GiftCardId, RecordId, SubscriptionPaymentId, Timestamp, Tx, UserId};

use super::Plan;
use crate::calendar::{add_days, add_months, next_end};

/// Days of the free trial (spec §9: two weeks).
pub const TRIAL_DAYS: i64 = 14;

/// The source of a period.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    Trial(SubscriptionPaymentId),
    Payment(SubscriptionPaymentId),
    Gift(GiftCardId),
    Grant,
}

/// Appends the trial's days to the chain. Returns their end.
pub async fn append_trial(
    tx: &mut Tx,
    user_id: UserId,
    plan: Plan,
    payment: SubscriptionPaymentId,
    now: Timestamp,
) -> DbResult<Timestamp> {
    let (starts_at, _) = next_start(tx, user_id, false, now).await?;
    let ends_at = add_days(starts_at, TRIAL_DAYS);
    insert(tx, user_id, plan, Source::Trial(payment), starts_at..ends_at, now).await?;
    // The paid months that follow are counted from the trial's end.
    set_anchor(tx, user_id, ends_at, now).await?;
    Ok(ends_at)
}

/// Appends `months` periods to the chain, or starts them now when it has ended; then it gets a new anchor. The
/// subscription's row must exist. Returns the end of the last period.
pub async fn append_months(
    tx: &mut Tx,
    user_id: UserId,
    plan: Plan,
    months: i64,
    source: Source,
    now: Timestamp,
) -> DbResult<Timestamp> {
    let counts_grace = matches!(source, Source::Payment(_));
    let (starts_at, continues) = next_start(tx, user_id, counts_grace, now).await?;
    let anchor = if continues {
        tx.scalar("SELECT anchor_at FROM subscriptions WHERE user_id = $1", (user_id,)).await?
    } else {
        set_anchor(tx, user_id, starts_at, now).await?;
        starts_at
    };
    let mut from = starts_at;
    for _ in 0..months {
        let to = next_end(anchor, from);
        insert(tx, user_id, plan, source, from..to, now).await?;
        from = to;
    }
    Ok(from)
}

/// Appends one free period that ends at `until`. The paid months that follow are counted from its end.
pub async fn append_days(
    tx: &mut Tx,
    user_id: UserId,
    plan: Plan,
    until: Timestamp,
    now: Timestamp,
) -> DbResult<()> {
    let (starts_at, _) = next_start(tx, user_id, false, now).await?;
    insert(tx, user_id, plan, Source::Grant, starts_at..until, now).await?;
    set_anchor(tx, user_id, until, now).await
}

/// Returns the start of the next period, and whether it continues the chain. A charge that is retried in the grace time
/// pays for the month that has begun; a gift starts when it is activated.
async fn next_start(
    tx: &mut Tx,
    user_id: UserId,
    counts_grace: bool,
    now: Timestamp,
) -> DbResult<(Timestamp, bool)> {
    let end: Option<Timestamp> = tx
        .optional_scalar(
            "SELECT p.ends_at FROM billing_periods p JOIN subscriptions s ON s.user_id = p.user_id \
             WHERE p.user_id = $1 AND (p.ends_at > $2 OR ($3 AND s.grace_until > $2)) \
             ORDER BY p.ends_at DESC LIMIT 1",
            (user_id, now, counts_grace),
        )
        .await?;
    Ok((end.unwrap_or(now), end.is_some()))
}

async fn set_anchor(tx: &mut Tx, user_id: UserId, anchor: Timestamp, now: Timestamp) -> DbResult<()> {
    let sql = "UPDATE subscriptions SET anchor_at = $2, updated_at = $3 WHERE user_id = $1";
    tx.execute(sql, (user_id, anchor, now)).await.map(drop)
}

async fn insert(
    tx: &mut Tx,
    user_id: UserId,
    plan: Plan,
    source: Source,
    period: Range<Timestamp>,
    now: Timestamp,
) -> DbResult<()> {
    let (source, payment, gift_card) = match source {
        Source::Trial(payment) => ("trial", Some(payment), None),
        Source::Payment(payment) => ("payment", Some(payment), None),
        Source::Gift(card) => ("gift", None, Some(card)),
        Source::Grant => ("grant", None, None),
    };
    tx.execute(
        "INSERT INTO billing_periods (id, user_id, plan, source, starts_at, ends_at, payment_id, \
         gift_card_id, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        (RecordId::new(), user_id, plan, source, period.start, period.end, payment, gift_card, now),
    )
    .await
    .map(drop)
}

/// Whether the user has ever paid for a month.
pub async fn has_paid_month(tx: &mut Tx, user_id: UserId) -> DbResult<bool> {
    tx.scalar(
        "SELECT EXISTS (SELECT 1 FROM billing_periods WHERE user_id = $1 AND source = 'payment')",
        (user_id,),
    )
    .await
}

/// Grants a user a free subscription from `now` to `expires_at`. It replaces the rest of an earlier grant.
pub async fn grant(
    tx: &mut Tx,
    user_id: UserId,
    plan: Plan,
    expires_at: Timestamp,
    now: Timestamp,
) -> DbResult<()> {
    ensure_subscription(tx, user_id, plan, now).await?;
    tx.execute(
        "DELETE FROM billing_periods WHERE user_id = $1 AND source = 'grant' AND starts_at >= $2",
        (user_id, now),
    )
    .await?;
    tx.execute(
        "UPDATE billing_periods SET ends_at = $2 WHERE user_id = $1 AND source = 'grant' AND ends_at > $2",
        (user_id, now),
    )
    .await?;
    let mut from = now;
    while from < expires_at {
        let to = add_months(from, 1).min(expires_at);
        insert(tx, user_id, plan, Source::Grant, from..to, now).await?;
        from = to;
    }
    Ok(())
}

/// Ensures that the user has a subscription's row. A new one does not renew.
pub async fn ensure_subscription(tx: &mut Tx, user_id: UserId, plan: Plan, now: Timestamp) -> DbResult<()> {
    tx.execute(
        "INSERT INTO subscriptions (user_id, next_plan, anchor_at, renews, created_at, updated_at) \
         VALUES ($1, $2, $3, FALSE, $3, $3) ON CONFLICT (user_id) DO NOTHING",
        (user_id, plan, now),
    )
    .await
    .map(drop)
}
