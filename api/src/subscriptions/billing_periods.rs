//! The chain of paid months: putting periods at its end.

use heliriiul_db::{DbError, GiftCardId, RecordId, SubscriptionPaymentId, Timestamp, Tx, UserId};

use super::{
    Plan,
    calendar::{add_days, add_months},
};

/// Days of the free trial (spec §9: two weeks).
const TRIAL_DAYS: i64 = 14;

/// Where a period comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Source {
    Trial(SubscriptionPaymentId),
    Payment(SubscriptionPaymentId),
    Gift(GiftCardId),
}

impl Source {
    const fn parts(self) -> (&'static str, Option<SubscriptionPaymentId>, Option<GiftCardId>) {
        match self {
            Self::Trial(payment) => ("trial", Some(payment), None),
            Self::Payment(payment) => ("payment", Some(payment), None),
            Self::Gift(card) => ("gift", None, Some(card)),
        }
    }
}

/// Puts the trial's days after all that is paid; answers their end.
pub async fn add_trial(
    tx: &mut Tx,
    user_id: UserId,
    kind: Plan,
    payment: SubscriptionPaymentId,
    now: Timestamp,
) -> Result<Timestamp, DbError> {
    let (starts_at, _) = start(tx, user_id, false, now).await?;
    let ends_at = add_days(starts_at, TRIAL_DAYS);
    insert(tx, user_id, kind, Source::Trial(payment), starts_at, ends_at, now).await?;
    // The paid months that follow are counted from the trial's end.
    set_anchor(tx, user_id, ends_at, now).await?;
    Ok(ends_at)
}

/// Puts `months` paid months after all that is paid, or after now when that is over. The subscription's row must be
/// there; a chain that had ended gets a new anchor. Answers the end of the last of them.
pub async fn add_months_of(
    tx: &mut Tx,
    user_id: UserId,
    kind: Plan,
    months: i64,
    source: Source,
    now: Timestamp,
) -> Result<Timestamp, DbError> {
    let counts_grace = matches!(source, Source::Payment(_));
    let (starts_at, continues) = start(tx, user_id, counts_grace, now).await?;
    let anchor = if continues {
        tx.scalar("SELECT anchor_at FROM subscriptions WHERE user_id = $1", (user_id,)).await?
    } else {
        set_anchor(tx, user_id, starts_at, now).await?;
        starts_at
    };
    let mut from = starts_at;
    for _ in 0..months {
        let to = super::calendar::next_end(anchor, from);
        insert(tx, user_id, kind, source, from, to, now).await?;
        from = to;
    }
    Ok(from)
}

/// Where the next period begins, and whether it continues the chain. A charge that was tried again pays for the
/// month in whose days of grace it went through; a gift begins when it is given.
async fn start(
    tx: &mut Tx,
    user_id: UserId,
    counts_grace: bool,
    now: Timestamp,
) -> Result<(Timestamp, bool), DbError> {
    let row: Option<(Timestamp, Option<Timestamp>)> = tx
        .optional(
            "SELECT p.ends_at, m.grace_until FROM billing_periods p \
             JOIN subscriptions m ON m.user_id = p.user_id WHERE p.user_id = $1 ORDER BY p.ends_at DESC \
             LIMIT 1",
            (user_id,),
        )
        .await?;
    Ok(match row {
        Some((end, grace)) if end > now || (counts_grace && grace.is_some_and(|grace| grace > now)) => {
            (end, true)
        }
        _ => (now, false),
    })
}

async fn set_anchor(tx: &mut Tx, user_id: UserId, anchor: Timestamp, now: Timestamp) -> Result<(), DbError> {
    tx.execute(
        "UPDATE subscriptions SET anchor_at = $2, updated_at = $3 WHERE user_id = $1",
        (user_id, anchor, now),
    )
    .await?;
    Ok(())
}

async fn insert(
    tx: &mut Tx,
    user_id: UserId,
    kind: Plan,
    source: Source,
    starts_at: Timestamp,
    ends_at: Timestamp,
    now: Timestamp,
) -> Result<(), DbError> {
    let (source, payment, gift_card) = source.parts();
    tx.execute(
        "INSERT INTO billing_periods (id, user_id, kind, source, starts_at, ends_at, payment_id, \
         gift_card_id, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        (RecordId::new(), user_id, kind, source, starts_at, ends_at, payment, gift_card, now),
    )
    .await?;
    Ok(())
}

/// Gives a user a package from `now` to `expires_at` that nobody pays for, in place of the present one.
pub async fn grant(
    tx: &mut Tx,
    user_id: UserId,
    kind: Plan,
    expires_at: Timestamp,
    now: Timestamp,
) -> Result<(), DbError> {
    open(tx, user_id, kind, now).await?;
    tx.execute("DELETE FROM billing_periods WHERE user_id = $1 AND source = 'grant'", (user_id,)).await?;
    let mut from = now;
    while from < expires_at {
        let to = add_months(from, 1).min(expires_at);
        tx.execute(
            "INSERT INTO billing_periods (id, user_id, kind, source, starts_at, ends_at, created_at) \
             VALUES ($1, $2, $3, 'grant', $4, $5, $6)",
            (RecordId::new(), user_id, kind, from, to, now),
        )
        .await?;
        from = to;
    }
    Ok(())
}

/// Sees to it that the user has a subscription's row; a new one does not renew.
pub async fn open(tx: &mut Tx, user_id: UserId, plan: Plan, now: Timestamp) -> Result<(), DbError> {
    tx.execute(
        "INSERT INTO subscriptions (user_id, plan, anchor_at, renews, created_at, updated_at) \
         VALUES ($1, $2, $3, FALSE, $3, $3) ON CONFLICT (user_id) DO NOTHING",
        (user_id, plan, now),
    )
    .await?;
    Ok(())
}
