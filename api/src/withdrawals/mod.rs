//! Withdrawals from orders and subscription payments within 14 days (Directive 2011/83/EU, articles 9 to 14 and 11a).
//!
//! A withdrawal is recorded once. It takes the books out of the library or ends the paid period, plans the refund, and
//! queues the receipt, in one transaction. Repeating it returns the first one.

mod purchase;
mod routes;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::state::AppState;

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(routes::preview_withdrawal)).routes(routes!(routes::withdraw))
}
