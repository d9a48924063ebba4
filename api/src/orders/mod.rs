//! Orders with their frozen lines, the prices and discount codes of the cart, and receipts.
//!
//! An order is created open. A report of its payment marks it paid, cancelled, failed or expired. Money that comes in is never
//! refused: a closed order is delivered late, and what cannot be delivered becomes a payment incident with a planned
//! refund.

mod discounts;
mod fulfilment;
mod order;
mod placing;
mod pricing;
mod quote;
mod receipt;
mod view;
pub mod withdrawal;

use utoipa_axum::{router::OpenApiRouter, routes};

pub use self::{
    discounts::parse_code,
    fulfilment::{fulfil, refund},
    order::{
        OrderStatus, close_after_attempt, expire_job, find_by_number, lock, price_of, remove_book,
        set_consent, status,
    },
    placing::{Cart, MAX_BOOKS, PlacedOrder, find_or_place},
};
use crate::state::AppState;

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(quote::get_cart_quote))
        .routes(routes!(view::list_orders))
        .routes(routes!(view::get_order))
        .routes(routes!(discounts::get_discount))
}
