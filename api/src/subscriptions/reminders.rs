//! The job of a reminder. It checks on its day whether the reminder still applies.

use heliriiul_db::Tx;
use minijinja::context;

use super::{
    billing_periods, lifecycle,
    next_charge::next_charge,
    saved_card,
    schedule::{Reminder, ReminderKind},
    subscription::lock,
};
use crate::{
    error::ApiResult,
    format::{date, euro},
    state::AppState,
};

/// Runs [`crate::jobs::JobKind::SubscriptionReminder`].
pub async fn reminder_job(app: &AppState, reminder: &Reminder) -> ApiResult<Tx> {
    let now = app.clock.now();
    let Reminder { user_id, kind, ends_at } = *reminder;
    let mut tx = app.db.write().await?;
    let Some(subscription) = lock(&mut tx, user_id, now).await? else { return Ok(tx) };
    let plan = subscription.next_plan;
    let (template, context) = match kind {
        ReminderKind::FirstCharge
            if subscription.renews
                && subscription.paid_until == ends_at
                && ends_at > now
                && !billing_periods::has_paid_month(&mut tx, user_id).await? =>
        {
            let amount = euro(next_charge(&app.config.shop, &mut tx, &subscription).await?.price.amount);
            let is_trial = subscription.trial && subscription.period_end == ends_at;
            (
                "subscription-first-charge",
                context! { plan => plan.title(), day => date(ends_at), amount, isTrial => is_trial },
            )
        }
        ReminderKind::CardExpires
            if subscription.renews && saved_card::expires_at(&mut tx, user_id).await? == Some(ends_at) =>
        {
            ("subscription-card-expires", context! { plan => plan.title() })
        }
        ReminderKind::Ended
            if !subscription.renews && subscription.paid_until == ends_at && !subscription.is_active(now) =>
        {
            lifecycle::end(&app.mailer, &mut tx, &subscription, now).await?;
            return Ok(tx);
        }
        _ => return Ok(tx),
    };
    let key = format!("{user_id}:{}", ends_at.millis());
    app.mailer.queue(&mut tx, user_id, template, key, context, now).await?;
    Ok(tx)
}
