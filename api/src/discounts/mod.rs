//! Discount codes: what the cart and subscriptions have in common.

pub mod cli;
mod code;

pub use self::code::{Discount, DiscountView, code_key, guess_limits, not_found};
