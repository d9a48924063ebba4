//! The operators' screens: people, orders, payments, incidents, codes and reports. All of it is for admins only.
//!
//! Every change takes a reason. It is an event of the ledger, with the admin who made it.

pub mod cli;
mod discounts;
mod gift_cards;
mod incidents;
mod jobs;
mod page;
mod people;
mod person;
mod reason;
mod refunds;
mod reports;
mod sales_lists;
mod subscription;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::state::AppState;

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(people::search_people))
        .routes(routes!(person::find_person))
        .routes(routes!(subscription::change_subscription_of_person))
        .routes(routes!(subscription::undo_subscription_change))
        .routes(routes!(person::resend_email))
        .routes(routes!(person::send_receipt_again))
        .routes(routes!(sales_lists::list_all_orders))
        .routes(routes!(sales_lists::list_transactions))
        .routes(routes!(sales_lists::list_subscribers))
        .routes(routes!(refunds::list_refunds))
        .routes(routes!(refunds::refund_transaction))
        .routes(routes!(refunds::refund_book))
        .routes(routes!(incidents::list_incidents))
        .routes(routes!(incidents::carry_out_proposal))
        .routes(routes!(incidents::resolve_incident))
        .routes(routes!(gift_cards::list_gift_cards, gift_cards::create_gift_cards))
        .routes(routes!(gift_cards::revoke_gift_card))
        .routes(routes!(discounts::list_discounts, discounts::create_discounts))
        .routes(routes!(discounts::revoke_discount))
        .routes(routes!(discounts::list_discount_uses))
        .routes(routes!(jobs::list_jobs))
        .routes(routes!(jobs::retry_job))
        .routes(routes!(reports::report_sales))
        .routes(routes!(reports::report_sales_csv))
        .routes(routes!(reports::report_listening))
        .routes(routes!(reports::report_listening_csv))
}
