//! Withdrawal from a paid month or a trial: the unused part of what was paid, and the end of the period.

use heliriiul_db::{DbResult, RecordId, SubscriptionPaymentId, Timestamp, Tx, UserId};

use super::{
    PaymentPurpose, Plan, SubscriptionPayment, plans::unused_part, schedule, stop::end_renewal,
    subscription::find,
};
use crate::money::Cents;

/// The period that a payment has paid for, and all that was paid for it.
pub struct PaidPeriod {
    id: RecordId,
    user_id: UserId,
    starts_at: Timestamp,
    ends_at: Timestamp,
    /// Whether the period ends with the withdrawal. An upgrade of a gift gives back the upgrade only.
    ends: bool,
    /// The payments for the period, and the part of each that was not used.
    pub unused: Vec<(SubscriptionPaymentId, Cents)>,
}

/// Finds a paid payment by its number and the folded email address of its buyer.
pub async fn find_paid(tx: &mut Tx, number: &str, email_key: &str) -> DbResult<Option<SubscriptionPayment>> {
    let payment: Option<SubscriptionPayment> = tx
        .optional(
            "SELECT p.* FROM subscription_payments p JOIN users u ON u.id = p.user_id \
             WHERE p.number = $1 AND u.email_key = $2 AND p.status IN ('paid', 'refunded')",
            (number, email_key),
        )
        .await?;
    Ok(payment.filter(|payment| payment.purpose != PaymentPurpose::Card))
}

/// Returns the period that a payment has paid for; `None` when it has delivered none.
pub async fn paid_period(
    tx: &mut Tx,
    payment: &SubscriptionPayment,
    now: Timestamp,
) -> DbResult<Option<PaidPeriod>> {
    let is_upgrade = payment.purpose == PaymentPurpose::Upgrade;
    let found: Option<(RecordId, Timestamp, Timestamp, Option<SubscriptionPaymentId>)> = tx
        .optional(
            "SELECT id, starts_at, ends_at, payment_id FROM billing_periods WHERE user_id = $1 \
             AND (payment_id = $2 OR ($3 AND starts_at = $4)) ORDER BY starts_at LIMIT 1",
            (payment.user_id, payment.id, is_upgrade, payment.period_start),
        )
        .await?;
    let Some((id, starts_at, ends_at, paid_by)) = found else { return Ok(None) };
    let user_id = payment.user_id;
    let ends = paid_by.is_some();
    let payments: Vec<(SubscriptionPaymentId, PaymentPurpose, Cents, Timestamp)> = tx
        .all(
            "SELECT id, purpose, amount_cents, paid_at FROM subscription_payments WHERE status = 'paid' \
             AND user_id = $1 AND (id = $2 OR (purpose = 'upgrade' AND period_start = $3)) ORDER BY paid_at, id",
            (user_id, paid_by, starts_at),
        )
        .await?;
    let part = |(id, purpose, amount, paid_at)| {
        let from = if purpose == PaymentPurpose::Upgrade { paid_at } else { starts_at };
        (id, unused_part(amount, from, ends_at, now))
    };
    let unused = payments.into_iter().map(part).collect();
    Ok(Some(PaidPeriod { id, user_id, starts_at, ends_at, ends, unused }))
}

/// Ends the period now and the renewal with it. Periods of gifts that follow begin now. The caller has locked the
/// subscriber.
pub async fn end_period(tx: &mut Tx, period: &PaidPeriod, now: Timestamp) -> DbResult<()> {
    let PaidPeriod { id, user_id, starts_at, ends_at, .. } = *period;
    end_renewal(tx, user_id, false, now).await?;
    if ends_at <= now {
        return Ok(());
    }
    if !period.ends {
        let sql = "UPDATE billing_periods SET plan = $2 WHERE id = $1";
        tx.execute(sql, (id, Plan::Limited)).await?;
        let sql = "UPDATE subscriptions SET next_plan = $2 WHERE user_id = $1";
        return tx.execute(sql, (user_id, Plan::Limited)).await.map(drop);
    }
    let unused_millis = ends_at.since(now.max(starts_at));
    let sql = "UPDATE billing_periods SET starts_at = $2, ends_at = $3 WHERE id = $1";
    tx.execute(sql, (id, starts_at.min(now), now)).await?;
    tx.execute(
        "UPDATE billing_periods SET starts_at = starts_at - $3, ends_at = ends_at - $3 \
         WHERE user_id = $1 AND starts_at >= $2",
        (user_id, ends_at, unused_millis),
    )
    .await?;
    // Months paid later are counted from the new end.
    tx.execute(
        "UPDATE subscriptions SET anchor_at = (SELECT MAX(ends_at) FROM billing_periods WHERE user_id = $1) \
         WHERE user_id = $1",
        (user_id,),
    )
    .await?;
    if let Some(rest) = find(tx, user_id, now).await?.filter(|rest| rest.is_active(now)) {
        schedule::end_reminder(tx, user_id, rest.paid_until, now).await?;
    }
    Ok(())
}
