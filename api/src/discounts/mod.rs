//! Discount codes: the parts that the cart and subscriptions share.

pub mod cli;
mod code;

pub use self::code::{Discount, DiscountView, code_key, guess_limits, not_found};
