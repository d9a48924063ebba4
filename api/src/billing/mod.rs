//! Billing: opening payments at the provider, charging saved cards, applying reports, renewals and refunds.
//!
//! The browser's return, the provider's notification and reconciliation all end in `reports::receive`, which can be
//! called in any order and any number of times. Orders and subscriptions do not know the provider; `reports`
//! calls them when money came in or an attempt ended.

mod change_plan;
mod charge;
mod checkout;
pub mod cli;
mod messages;
mod open_payment;
mod reconcile;
mod refund_states;
pub mod refunds;
mod renewal;
pub mod reports;
mod return_page;
mod subscribe;
mod transactions;

use utoipa_axum::{router::OpenApiRouter, routes};

pub use self::{reconcile::reconcile_job, refund_states::Refunded, renewal::renew_job};
use crate::state::AppState;

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(checkout::checkout_cart))
        .routes(routes!(subscribe::start_trial))
        .routes(routes!(subscribe::checkout_subscription))
        .routes(routes!(subscribe::change_card_details))
        .routes(routes!(change_plan::change_subscription))
        .routes(routes!(messages::notify))
        .routes(routes!(messages::return_from_payment, messages::return_from_payment_by_link))
}
