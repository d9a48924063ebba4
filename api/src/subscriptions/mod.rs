//! Packages: joining, trying, renewing, changing and stopping a subscription, gift cards and codes for it.
//!
//! A subscription is a row of `subscriptions` and a chain of paid months in `billing_periods`. What is active now, and
//! until when, follows from the chain; the row says how it goes on.

mod billing_periods;
mod calendar;
mod cards;
mod change;
pub mod cli;
mod codes;
mod emails;
mod gift_cards;
mod lifecycle;
mod payments;
mod plans;
mod renewal;
mod start;
mod subscription;
mod view;

use utoipa_axum::{router::OpenApiRouter, routes};

pub use self::{
    billing_periods::grant,
    emails::{Remind, reminder_job},
    lifecycle::{Received, card_shown, not_paid, paid, refunded},
    payments::{PaymentStatus, begin_charge, by_number as payment_by_number, give_up_charge},
    plans::Plan,
    renewal::{Renew, renew_job},
    subscription::{Subscription, subscription},
    view::place_after,
};
use crate::state::AppState;

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(start::start_trial))
        .routes(routes!(start::checkout_subscription))
        .routes(routes!(start::change_card_details))
        .routes(routes!(change::change_subscription))
        .routes(routes!(change::unsubscribe))
        .routes(routes!(view::get_subscription))
        .routes(routes!(view::get_subscription_payment))
        .routes(routes!(view::get_payment_token_expiry))
        .routes(routes!(gift_cards::activate_gift_card))
        .routes(routes!(codes::get_active_discount))
        .routes(routes!(codes::activate_discount))
}
