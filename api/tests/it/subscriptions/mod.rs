//! Subscriptions, cards, gift cards and codes.

pub mod billing;
pub mod cards;
pub mod crash;
pub mod gift_cards_and_codes;
pub mod provider_messages;
