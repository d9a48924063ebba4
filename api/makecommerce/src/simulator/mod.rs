//! A simulator of the provider: its API, the bank's pages, the card dialog and the signed notifications.
//!
//! It stores its transactions, cards and refunds in tables of its own (`sandbox_…`) and gets data from the store only
//! over HTTP. Its keys are public, so it must never be served in production.

mod api;
mod bank_page;
mod card_dialog;
mod charges;
mod error;
mod notifications;
mod pages;
mod payment_methods;
mod refunds;
mod rows;
mod state;
mod switches;
mod transactions;

use axum::{
    Router,
    routing::{get, post},
};

pub use self::state::{CHECKOUT_SCRIPT, PUBLISHABLE_KEY, SECRET_KEY, SHOP_ID, Settings, Simulator, api_url};

/// All addresses of the simulator; they begin with `/_sandbox/`.
pub fn router<S: Clone + Send + Sync + 'static>(simulator: Simulator) -> Router<S> {
    Router::new()
        .route("/_sandbox/makecommerce/v1/transactions", post(transactions::create))
        .route("/_sandbox/makecommerce/v1/transactions/{id}", get(transactions::show))
        .route("/_sandbox/makecommerce/v1/transactions/{id}/payments", post(charges::create))
        .route("/_sandbox/makecommerce/v1/transactions/{id}/refunds", post(refunds::create))
        .route("/_sandbox/makecommerce/v1/refunds/{id}", get(refunds::show))
        .route("/_sandbox/makecommerce/checkout.js", get(card_dialog::checkout_script))
        .route("/_sandbox/makecommerce/card.js", get(card_dialog::form_script))
        .route("/_sandbox/makecommerce/logos/{file}", get(payment_methods::logo))
        .route("/_sandbox/makecommerce/notifications", get(notifications::in_flight))
        .route("/_sandbox/makecommerce/switches", post(switches::set_switches))
        .route("/_sandbox/card/{transaction}", get(card_dialog::show).post(card_dialog::submit))
        .route("/_sandbox/3ds/{transaction}", get(card_dialog::show_3ds).post(card_dialog::submit_3ds))
        .route("/_sandbox/pay/{transaction}", get(bank_page::show).post(bank_page::submit))
        .with_state(simulator)
}
