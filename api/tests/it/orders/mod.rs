//! The cart, payments and refunds.

mod crash;
mod payments;
mod purchases;
mod refunds;
pub mod withdrawal;
