//! The Heliriiul server and command line, cut by feature: each module owns its routes, its rules and its SQL.

pub mod accounts;
pub mod auth;
pub mod billing;
pub mod calendar;
pub mod catalogue;
pub mod change_feed;
pub mod cli;
pub mod config;
pub mod content;
pub mod discounts;
pub mod email;
pub mod encoded_body;
pub mod error;
pub mod extract;
pub mod jobs;
pub mod ledger;
pub mod library;
pub mod listening;
pub mod media;
pub mod openapi;
pub mod ops;
pub mod orders;
pub mod payments;
pub mod rate_limit;
pub mod router;
pub mod sandbox;
mod secret;
pub mod serve;
pub mod startup;
pub mod state;
pub mod subscriptions;
pub mod vat;
pub mod web;
pub mod worker;

pub mod clock {
    pub use heliriiul_db::Clock;
}

pub mod money {
    pub use heliriiul_db::{Cents, Percent};
}
