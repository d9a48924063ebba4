//! The cart, payments and refunds.

mod crash;
mod payments;
mod purchases;
mod receipts;
mod refunds;
mod reports;
pub mod withdrawal;
