//! Subscriptions: plans, billing periods, payments and the saved card, gift cards and discount codes.
//!
//! A subscription is a row of `subscriptions` and a chain of rows of `billing_periods`. The chain says what is active
//! and until when; the row says how the subscription continues. Taking money is the work of `billing`.

mod billing_periods;
pub mod cli;
pub mod discounts;
mod fulfilment;
pub mod gift_card_batches;
pub mod gift_card_cli;
pub mod gift_cards;
pub mod lifecycle;
mod next_charge;
pub mod operator_changes;
pub mod payment;
mod plans;
mod price_notices;
mod prices;
mod receipt;
mod reminders;
pub mod saved_card;
mod schedule;
mod stop;
mod subscription;
pub mod view;
pub mod withdrawal;

use utoipa_axum::{router::OpenApiRouter, routes};

pub use self::{
    billing_periods::{TRIAL_DAYS, grant},
    fulfilment::{attach_card, fulfil, refund},
    next_charge::{NextCharge, next_charge},
    payment::{PaymentPurpose, PaymentStatus, SubscriptionPayment},
    plans::Plan,
    price_notices::{announce_prices_job, publish_prices_job, schedule_prices},
    prices::prices_at,
    reminders::reminder_job,
    schedule::Renewal,
    subscription::{Subscription, find, lock, lock_active, lock_subscriber},
};
use crate::state::AppState;

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(stop::unsubscribe))
        .routes(routes!(view::get_subscription))
        .routes(routes!(view::get_subscription_payment))
        .routes(routes!(view::get_payment_token_expiry))
        .routes(routes!(gift_cards::activate_gift_card))
        .routes(routes!(discounts::get_active_discount))
        .routes(routes!(discounts::activate_discount))
}
