//! The next charge of a saved card: what the account, emails and dialogs tell, and what the renewal takes.

use heliriiul_db::{DbResult, Timestamp, Tx};

use super::{Plan, Subscription, discounts, payment::Price, prices::prices_for};
use crate::config::Shop;

/// The next charge of a subscription that renews.
pub struct NextCharge {
    /// The end of the paid time, or the next attempt of a charge that was declined.
    pub at: Timestamp,
    pub plan: Plan,
    pub price: Price,
}

/// Returns the next charge if the subscription renews, with the discount that applies at its time.
pub async fn next_charge(shop: &Shop, tx: &mut Tx, subscription: &Subscription) -> DbResult<NextCharge> {
    let Subscription { user_id, next_plan: plan, paid_until, .. } = *subscription;
    let at = subscription.next_attempt_at.filter(|at| *at > paid_until).unwrap_or(paid_until);
    let discount = discounts::active(tx, user_id, at).await?;
    let prices = prices_for(shop, &subscription.accepted_prices, at);
    Ok(NextCharge { at, plan, price: Price::of_month(prices, plan, discount.as_ref()) })
}
