//! The jobs of a subscription: renewals, and reminders for a later day.

use heliriiul_db::{DbResult, SubscriptionPaymentId, Timestamp, Tx, UserId};
use serde::{Deserialize, Serialize};

use crate::{
    calendar::add_days,
    config::Shop,
    jobs::{self, JobKind},
};

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

/// Schedules the reminder of the first charge at `ends_at`.
pub async fn first_charge_reminder(
    shop: &Shop,
    tx: &mut Tx,
    user_id: UserId,
    ends_at: Timestamp,
    now: Timestamp,
) -> DbResult<()> {
    let run_at = add_days(ends_at, -shop.first_charge_notice_days);
    enqueue_reminder(tx, Reminder { user_id, kind: ReminderKind::FirstCharge, ends_at }, run_at, now).await
}

/// Schedules the reminder of the end of a subscription, which runs at the end.
pub async fn end_reminder(tx: &mut Tx, user_id: UserId, ends_at: Timestamp, now: Timestamp) -> DbResult<()> {
    enqueue_reminder(tx, Reminder { user_id, kind: ReminderKind::Ended, ends_at }, ends_at, now).await
}

/// Schedules the reminder of the end of a card, some days before.
pub async fn card_reminder(tx: &mut Tx, user_id: UserId, ends_at: Timestamp, now: Timestamp) -> DbResult<()> {
    let run_at = add_days(ends_at, -CARD_NOTICE_DAYS).max(now);
    enqueue_reminder(tx, Reminder { user_id, kind: ReminderKind::CardExpires, ends_at }, run_at, now).await
}

async fn enqueue_reminder(
    tx: &mut Tx,
    reminder: Reminder,
    run_at: Timestamp,
    now: Timestamp,
) -> DbResult<()> {
    let Reminder { user_id, kind, ends_at } = reminder;
    let key = format!("reminder:{user_id}:{kind:?}:{}", ends_at.millis());
    jobs::enqueue(tx, JobKind::SubscriptionReminder, &key, &reminder, run_at, now).await
}
