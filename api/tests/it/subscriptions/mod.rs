//! Subscriptions, cards, gift cards and codes.

pub mod billing;
pub mod cards;
pub mod crash;
pub mod gift_cards_and_codes;
mod one_payment_at_a_time;
pub mod provider_messages;
pub mod told_prices;
mod two_nodes;
mod withdrawal;
