//! The subscription of a person, its periods and its card.

use heliriiul_db::{DbResult, Timestamp, Tx, UserId};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    config::Shop,
    money::{Cents, Percent},
    subscriptions::{Plan, discounts, find, next_charge, saved_card, view::SubscriptionStatus},
};

/// A person's subscription.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonSubscription {
    status: SubscriptionStatus,
    plan: Plan,
    next_plan: Plan,
    renews: bool,
    /// The end of what is paid or given.
    paid_until: Timestamp,
    /// The end of access: later than `paidUntil` while a declined charge is retried.
    expires_at: Timestamp,
    /// When the card is charged next; null without a renewal.
    renews_at: Option<Timestamp>,
    next_amount: Option<Cents>,
    /// Declined charges of the unpaid period.
    failed_attempts: i64,
    stopped_at: Option<Timestamp>,
    trial_used_at: Option<Timestamp>,
    has_card: bool,
    /// The last day of the card.
    #[schema(format = Date, example = "2028-06-30")]
    card_valid_until: Option<String>,
    discount_percent: Percent,
    /// Oldest first.
    periods: Vec<PersonPeriod>,
}

/// A billing period.
#[derive(Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct PersonPeriod {
    plan: Plan,
    #[schema(example = "payment")]
    source: String,
    starts_at: Timestamp,
    ends_at: Timestamp,
}

pub(super) async fn read(
    shop: &Shop,
    tx: &mut Tx,
    user_id: UserId,
    now: Timestamp,
) -> DbResult<Option<PersonSubscription>> {
    let Some(subscription) = find(tx, user_id, now).await? else { return Ok(None) };
    let renewing =
        Some(&subscription).filter(|subscription| subscription.renews && subscription.is_active(now));
    let next = match renewing {
        Some(renewing) => Some(next_charge(shop, tx, renewing).await?),
        None => None,
    };
    let card = saved_card::valid_until(tx, user_id).await?;
    let discount = discounts::active(tx, user_id, now).await?;
    let periods = tx
        .all(
            "SELECT plan, source, starts_at, ends_at FROM billing_periods WHERE user_id = $1 ORDER BY starts_at, id",
            (user_id,),
        )
        .await?;
    Ok(Some(PersonSubscription {
        status: SubscriptionStatus::of(Some(&subscription), now),
        plan: subscription.plan,
        next_plan: subscription.next_plan,
        renews: subscription.renews,
        paid_until: subscription.paid_until,
        expires_at: subscription.expires_at,
        renews_at: next.as_ref().map(|next| next.at),
        next_amount: next.map(|next| next.price.amount),
        failed_attempts: subscription.failed_attempts,
        stopped_at: subscription.stopped_at,
        trial_used_at: subscription.trial_used_at,
        has_card: card.is_some(),
        card_valid_until: card.flatten(),
        discount_percent: discount.map_or(Percent::ZERO, |discount| discount.percent),
        periods,
    }))
}
