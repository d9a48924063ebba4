//! The jobs of a subscription: renewals, and reminders for a later day.

use heliriiul_db::{DbResult, SubscriptionPaymentId, Timestamp, Tx, UserId};
use serde::{Deserialize, Serialize};

use crate::{
    calendar::add_days,
    jobs::{self, JobKind},
};

/// Days before the first charge after the trial.
const FIRST_CHARGE_NOTICE_DAYS: i64 = 7;

/// Days before the card's last day.
const CARD_NOTICE_DAYS: i64 = 30;

/// The payload of [`JobKind::RenewSubscription`].
#[derive(Serialize, Deserialize)]
pub struct Renewal {
    pub user_id: UserId,
    /// The start of the period to pay for, which is the end of the chain.
    pub period_start: Timestamp,
}

/// The payload of [`JobKind::SubscriptionReminder`].
#[derive(Serialize, Deserialize)]
pub struct Reminder {
    pub user_id: UserId,
    pub kind: ReminderKind,
    /// The end that the reminder is about.
    pub ends_at: Timestamp,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub enum ReminderKind {
    FirstCharge,
    Ended,
    CardExpires,
}

/// Schedules the charge for the period from `period_start`.
pub async fn renewal(
    tx: &mut Tx,
    user_id: UserId,
    period_start: Timestamp,
    run_at: Timestamp,
    now: Timestamp,
) -> DbResult<()> {
    // The key holds the time of the run, because an earlier job of the same period may still exist.
    let sql = "UPDATE subscriptions SET next_attempt_at = $2 WHERE user_id = $1";
    tx.execute(sql, (user_id, run_at)).await?;
    let key = format!("renewal:{user_id}:{}:{}", period_start.millis(), run_at.millis());
    jobs::enqueue(tx, JobKind::RenewSubscription, &key, &Renewal { user_id, period_start }, run_at, now).await
}

/// Schedules a retry at once after the payment `by` has replaced the card.
pub async fn renewal_with_new_card(
    tx: &mut Tx,
    user_id: UserId,
    period_start: Timestamp,
    by: SubscriptionPaymentId,
    now: Timestamp,
) -> DbResult<()> {
    let key = format!("renewal:{user_id}:{}:card:{by}", period_start.millis());
    jobs::enqueue(tx, JobKind::RenewSubscription, &key, &Renewal { user_id, period_start }, now, now).await
}

/// Schedules a reminder. The one about the end of the subscription runs at the end, the others some days before.
pub async fn reminder(
    tx: &mut Tx,
    user_id: UserId,
    kind: ReminderKind,
    ends_at: Timestamp,
    now: Timestamp,
) -> DbResult<()> {
    let run_at = match kind {
        ReminderKind::FirstCharge => add_days(ends_at, -FIRST_CHARGE_NOTICE_DAYS),
        ReminderKind::Ended => ends_at,
        ReminderKind::CardExpires => add_days(ends_at, -CARD_NOTICE_DAYS).max(now),
    };
    let key = format!("reminder:{user_id}:{kind:?}:{}", ends_at.millis());
    let payload = Reminder { user_id, kind, ends_at };
    jobs::enqueue(tx, JobKind::SubscriptionReminder, &key, &payload, run_at, now).await
}
