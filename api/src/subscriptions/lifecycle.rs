//! The life of a subscription: renewal, change of plan, retries after a declined charge, end.
//!
//! The callers have locked the subscriber's row and, where there is one, the payment's row.

use heliriiul_db::{DbResult, SubscriptionPaymentId, Timestamp, Tx, UserId};
use minijinja::context;
use serde_json::json;

use super::{
    PaymentPurpose, PaymentStatus, Plan, Subscription, SubscriptionPayment, billing_periods, discounts,
    payment::{self, set_status},
    saved_card, schedule,
    subscription::{self, lock_subscriber},
};
use crate::{
    calendar::add_days,
    config::Shop,
    email::Mailer,
    error::ApiResult,
    format::{date, euro},
    ledger::{Cause, Event, EventKind},
};

/// How long access lasts after the paid period until the first charge is decided. The two retries come within three
/// days; the fourth day is for a store that was down.
pub const GRACE_DAYS: i64 = 4;

/// Longer than the pause before any next attempt of a charge without an outcome.
const ATTEMPT_DAYS: i64 = 2;

/// Days from the first declined charge to the first retry, and from there to the last one.
const RETRY_AFTER_DAYS: [i64; 2] = [1, 2];

/// Continues the subscription after `paid_until`, if there is a card for it.
pub async fn continue_from(
    tx: &mut Tx,
    user_id: UserId,
    next_plan: Plan,
    paid_until: Timestamp,
    has_card: bool,
    now: Timestamp,
) -> DbResult<()> {
    tx.execute(
        "UPDATE subscriptions SET next_plan = $2, renews = $3, stopped_at = NULL, failed_attempts = 0, \
         grace_until = $4, trial_used_at = COALESCE(trial_used_at, $5), updated_at = $5 \
         WHERE user_id = $1",
        (user_id, next_plan, has_card, has_card.then(|| add_days(paid_until, GRACE_DAYS)), now),
    )
    .await?;
    if has_card {
        schedule::renewal(tx, user_id, paid_until, paid_until, now).await?;
    }
    schedule::end_reminder(tx, user_id, paid_until, now).await
}

/// Moves the renewal to the new end of the chain.
pub async fn extend(
    shop: &Shop,
    tx: &mut Tx,
    user_id: UserId,
    paid_until: Timestamp,
    now: Timestamp,
) -> DbResult<()> {
    let renews: bool = tx
        .scalar(
            "UPDATE subscriptions SET failed_attempts = 0, updated_at = $3, \
             grace_until = CASE WHEN renews THEN $2 ELSE NULL END WHERE user_id = $1 RETURNING renews",
            (user_id, add_days(paid_until, GRACE_DAYS), now),
        )
        .await?;
    if renews {
        schedule::renewal(tx, user_id, paid_until, paid_until, now).await?;
        if !billing_periods::has_paid_month(tx, user_id).await? {
            schedule::first_charge_reminder(shop, tx, user_id, paid_until, now).await?;
        }
    }
    schedule::end_reminder(tx, user_id, paid_until, now).await
}

/// Cancels a stop, so that the subscription renews again.
pub async fn resume(tx: &mut Tx, subscription: &Subscription, now: Timestamp) -> DbResult<()> {
    let Subscription { user_id, paid_until, .. } = *subscription;
    tx.execute(
        "UPDATE subscriptions SET renews = TRUE, stopped_at = NULL, failed_attempts = 0, grace_until = $2, \
         updated_at = $3 WHERE user_id = $1",
        (user_id, add_days(paid_until, GRACE_DAYS), now),
    )
    .await?;
    schedule::renewal(tx, user_id, paid_until, paid_until, now).await?;
    let detail = json!({ "renewsAt": paid_until });
    Event::new(EventKind::SubscriptionResumed, Cause::Subscriber, detail).user(user_id).append(tx, now).await
}

/// Changes the running period and the next ones to the unlimited plan.
pub async fn upgrade(tx: &mut Tx, subscription: &Subscription, now: Timestamp) -> DbResult<()> {
    let Subscription { user_id, period_start, .. } = *subscription;
    let sql = "UPDATE billing_periods SET plan = 'UNLIMITED' WHERE user_id = $1 AND starts_at = $2";
    tx.execute(sql, (user_id, period_start)).await?;
    set_next_plan(tx, user_id, Plan::Unlimited, now).await
}

/// Sets the plan of the next renewal.
pub async fn set_next_plan(tx: &mut Tx, user_id: UserId, plan: Plan, now: Timestamp) -> DbResult<()> {
    let sql = "UPDATE subscriptions SET next_plan = $2, updated_at = $3 WHERE user_id = $1";
    tx.execute(sql, (user_id, plan, now)).await.map(drop)
}

/// Lets access last until the attempt after this one, so that a fault of the store or the provider ends no access.
pub async fn extend_grace(tx: &mut Tx, user_id: UserId, now: Timestamp) -> DbResult<()> {
    let sql = "UPDATE subscriptions SET grace_until = $2 WHERE user_id = $1 AND grace_until < $2";
    tx.execute(sql, (user_id, add_days(now, ATTEMPT_DAYS))).await.map(drop)
}

pub async fn end_grace(tx: &mut Tx, user_id: UserId, now: Timestamp) -> DbResult<()> {
    tx.execute(
        "UPDATE subscriptions SET grace_until = NULL, failed_attempts = 0, updated_at = $2 WHERE user_id = $1",
        (user_id, now),
    )
    .await
    .map(drop)
}

/// Locks the subscriber's row and then the payment's row, in the order of all callers.
pub async fn lock_payment(tx: &mut Tx, id: SubscriptionPaymentId) -> DbResult<SubscriptionPayment> {
    let user_id = tx.scalar("SELECT user_id FROM subscription_payments WHERE id = $1", (id,)).await?;
    lock_subscriber(tx, user_id).await?;
    payment::lock(tx, id).await
}

/// Closes a payment whose last attempt has ended without money. A declined renewal is retried.
pub async fn close_payment(
    mailer: &Mailer,
    tx: &mut Tx,
    id: SubscriptionPaymentId,
    status: PaymentStatus,
    cause: Cause,
    now: Timestamp,
) -> ApiResult<()> {
    let payment = lock_payment(tx, id).await?;
    match (payment.purpose, payment.status) {
        (PaymentPurpose::Renewal, PaymentStatus::Charging) => decline(mailer, tx, &payment, cause, now).await,
        (PaymentPurpose::Renewal, _) => Ok(()),
        (_, PaymentStatus::Open | PaymentStatus::Charging) if payment.paid_at.is_none() => {
            let from = [PaymentStatus::Open, PaymentStatus::Charging];
            set_status(tx, id, &from, status, now).await?;
            let event = Event::new(EventKind::SubscriptionPaymentClosed, cause, json!({ "status": status }));
            event.user(payment.user_id).append(tx, now).await?;
            Ok(discounts::release_unused(tx, payment.user_id).await?)
        }
        // A cancelled payment whose transaction has ended only now.
        _ => Ok(discounts::release_unused(tx, payment.user_id).await?),
    }
}

/// A declined renewal: schedules a retry, or ends the subscription after the last one.
pub async fn decline(
    mailer: &Mailer,
    tx: &mut Tx,
    payment: &SubscriptionPayment,
    cause: Cause,
    now: Timestamp,
) -> ApiResult<()> {
    let user_id = payment.user_id;
    let from = [PaymentStatus::Charging, PaymentStatus::Open];
    if !set_status(tx, payment.id, &from, PaymentStatus::Declined, now).await? {
        return Ok(());
    }
    let Some(subscription) = subscription::find(tx, user_id, now).await? else { return Ok(()) };
    let event = |detail| Event::new(EventKind::ChargeDeclined, cause, detail).user(user_id);
    if !subscription.renews {
        set_status(tx, payment.id, &[PaymentStatus::Declined], PaymentStatus::Cancelled, now).await?;
        event(json!({ "stopped": true })).append(tx, now).await?;
        return end_uncharged(mailer, tx, user_id, now).await;
    }
    let attempt = subscription.failed_attempts + 1;
    let detail = json!({ "attempt": attempt, "payment": payment.number, "amount": payment.amount_cents });
    event(detail).append(tx, now).await?;
    let wait = usize::try_from(attempt - 1).ok().and_then(|index| RETRY_AFTER_DAYS.get(index));
    let Some(&days) = wait else {
        set_status(tx, payment.id, &[PaymentStatus::Declined], PaymentStatus::Failed, now).await?;
        tx.execute(
            "UPDATE subscriptions SET renews = FALSE, grace_until = NULL, failed_attempts = $2, \
             updated_at = $3 WHERE user_id = $1",
            (user_id, attempt, now),
        )
        .await?;
        return end(mailer, tx, &subscription, now).await;
    };
    let next_try = add_days(now, days);
    // Access lasts until the outcome of the next attempt.
    tx.execute(
        "UPDATE subscriptions SET failed_attempts = $2, updated_at = $4, grace_until = $3 WHERE user_id = $1",
        (user_id, attempt, add_days(next_try, 1), now),
    )
    .await?;
    schedule::renewal(tx, user_id, subscription.paid_until, next_try, now).await?;
    let key = format!("{}:{attempt}", payment.id);
    let context = context! {
        plan => payment.plan.title(),
        amount => euro(payment.amount_cents),
        nextTry => date(next_try),
        hasCard => saved_card::valid_until(tx, user_id).await?.is_some(),
    };
    Ok(mailer.queue(tx, user_id, "subscription-charge-failed", key, context, now).await?)
}

/// Ends the access of a subscriber who stopped during a charge that took no money.
pub async fn end_uncharged(mailer: &Mailer, tx: &mut Tx, user_id: UserId, now: Timestamp) -> ApiResult<()> {
    end_grace(tx, user_id, now).await?;
    let subscription = subscription::find(tx, user_id, now).await?;
    match subscription.filter(|subscription| !subscription.renews && subscription.paid_until <= now) {
        Some(ended) => end(mailer, tx, &ended, now).await,
        None => Ok(()),
    }
}

/// Records the end of the subscription and queues the email about it, once for each end.
pub async fn end(mailer: &Mailer, tx: &mut Tx, subscription: &Subscription, now: Timestamp) -> ApiResult<()> {
    let user_id = subscription.user_id;
    let key = format!("{user_id}:{}", subscription.paid_until.millis());
    let context = context! { plan => subscription.plan.title() };
    mailer.queue(tx, user_id, "subscription-ended", key, context, now).await?;
    let detail = json!({ "paidUntil": subscription.paid_until, "attempts": subscription.failed_attempts });
    let event = Event::new(EventKind::SubscriptionEnded, Cause::Renewal, detail);
    Ok(event.user(user_id).append(tx, now).await?)
}
