//! The job of a reminder. It checks on its day whether the reminder still applies.

use heliriiul_db::Tx;

use super::{
    discounts,
    emails::SubscriptionEmail,
    lifecycle,
    payment::Price,
    saved_card,
    schedule::{Reminder, ReminderKind},
    subscription::{find, lock_subscriber},
};
use crate::{error::ApiError, format::euro, state::AppState};

/// Runs [`crate::jobs::JobKind::SubscriptionReminder`].
pub async fn reminder_job(app: &AppState, reminder: &Reminder) -> Result<Tx, ApiError> {
    let now = app.clock.now();
    let Reminder { user_id, kind, ends_at } = *reminder;
    let mut tx = app.db.write().await?;
    lock_subscriber(&mut tx, user_id).await?;
    let Some(subscription) = find(&mut tx, user_id, now).await? else { return Ok(tx) };
    let key = format!("{user_id}:{}", ends_at.millis());
    let plan = subscription.next_plan;
    let email = match kind {
        ReminderKind::TrialEnds
            if subscription.trial
                && subscription.renews
                && subscription.period_end == ends_at
                && ends_at > now =>
        {
            let discount = discounts::active(&mut tx, user_id, now).await?;
            let mut email = SubscriptionEmail::new("subscription-trial-ends", key, plan, ends_at);
            email.amount = Some(euro(Price::of_month(plan, discount.as_ref()).amount));
            email
        }
        ReminderKind::CardExpires
            if subscription.renews && saved_card::expires_at(&mut tx, user_id).await? == Some(ends_at) =>
        {
            let mut email = SubscriptionEmail::new("subscription-card-expires", key, plan, ends_at);
            email.path = "/kaardimakse/change-card-details/web";
            email
        }
        ReminderKind::Ended
            if !subscription.renews && subscription.paid_until == ends_at && !subscription.is_active(now) =>
        {
            lifecycle::end(&app.mailer, &mut tx, user_id, &subscription, now).await?;
            return Ok(tx);
        }
        _ => return Ok(tx),
    };
    email.queue(&app.mailer, &mut tx, user_id, now).await?;
    Ok(tx)
}
