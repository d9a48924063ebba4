//! The right of withdrawal: until when it runs, and what emails say about it.

use heliriiul_db::Timestamp;
use minijinja::{Value, context};

use crate::{
    calendar::end_of_day_after,
    config::{Shop, WithdrawalRule},
    format::date,
};

/// Days after the day of payment (Directive 2011/83/EU, article 9).
const DAYS: i64 = 14;

/// Returns the last moment of the right, or `None` when the buyer's consent to immediate access has ended it.
pub fn withdrawable_until(
    shop: &Shop,
    paid_at: Timestamp,
    consent_at: Option<Timestamp>,
) -> Option<Timestamp> {
    let is_waived = shop.withdrawal == WithdrawalRule::ByConsent && consent_at.is_some();
    (!is_waived).then(|| end_of_day_after(paid_at, DAYS))
}

/// Returns the time of a consent to store, if the shop asks for consent.
pub fn consent_time(shop: &Shop, consent: bool, now: Timestamp) -> Option<Timestamp> {
    (consent && shop.withdrawal == WithdrawalRule::ByConsent).then_some(now)
}

/// The context of the template `withdrawal-right`. `number` is that of the order or payment.
pub fn email_context(shop: &Shop, number: &str, paid_at: Timestamp, consent_at: Option<Timestamp>) -> Value {
    let until = withdrawable_until(shop, paid_at, consent_at);
    context! { number, until => until.map(date), consentOn => consent_at.map(date) }
}
