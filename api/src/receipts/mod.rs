//! Receipts and credit notes. Each is a row with its content as it was on the day of issue: the seller, the buyer, the
//! lines and the VAT. `orders` and `subscriptions` issue a receipt when they mark a payment paid, and `billing::refund_states`
//! a credit note when a refund is paid out, in the same transaction.
//!
//! The numbers of receipts and those of credit notes have no gaps. A row is never deleted. A credit note whose refund
//! fails is cancelled and keeps its number.

mod content;
mod credit_note;
mod email;
mod issue;
mod view;

use utoipa_axum::{router::OpenApiRouter, routes};

pub use self::{
    content::{ReceiptContent, ReceiptLine},
    credit_note::follow_refund,
    email::{context, send_again},
    issue::{NewReceipt, Receipt, ReceiptKind, find, issue},
};
use crate::state::AppState;

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(view::list_receipts))
        .routes(routes!(view::get_receipt))
        .routes(routes!(view::send_receipt))
}
