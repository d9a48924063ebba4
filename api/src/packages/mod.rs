//! Packages: joining, trying, renewing, changing and stopping a membership, gift cards and codes for it.
//!
//! A membership is a row of `memberships` and a chain of paid months in `package_periods`. What is active now, and
//! until when, follows from the chain; the row says how it goes on.

mod calendar;
mod cards;
mod change;
pub mod cli;
mod codes;
mod gift_cards;
mod letters;
mod lifecycle;
mod membership;
mod payments;
mod periods;
mod plans;
mod renewal;
mod start;
mod view;

use utoipa_axum::{router::OpenApiRouter, routes};

pub use self::{
    letters::{Remind, reminder_job},
    lifecycle::{Received, card_shown, not_paid, paid, refunded},
    membership::{Membership, membership},
    payments::{PaymentStatus, begin_charge, by_number as payment_by_number, give_up_charge},
    periods::grant,
    plans::PackageKind,
    renewal::{Renew, renew_job},
    view::place_after,
};
use crate::app::AppState;

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
