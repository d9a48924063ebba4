//! The Heliriiul server and command line. Each feature module owns its routes, rules and SQL.

pub mod accounts;
mod admin;
mod audit;
pub mod auth;
pub mod billing;
pub mod calendar;
pub mod catalogue;
pub mod change_feed;
pub mod cli;
pub mod config;
pub mod content;
mod demo;
pub mod discounts;
pub mod email;
pub mod encoded_body;
pub mod error;
pub mod extract;
pub mod format;
mod http_cache;
pub mod jobs;
pub mod ledger;
pub mod library;
pub mod listening;
pub mod media;
pub mod metrics;
pub mod openapi;
pub mod ops;
pub mod orders;
pub mod payments;
mod print;
pub mod rate_limit;
pub mod receipts;
pub mod reports;
pub mod router;
pub mod sandbox;
mod secret;
pub mod serve;
pub mod startup;
pub mod state;
pub mod subscriptions;
pub mod token;
pub mod vat;
pub mod web;
pub mod withdrawal_right;
mod withdrawals;
pub mod worker;
mod write_probe;

pub mod clock {
    pub use heliriiul_db::Clock;
}

pub mod money {
    pub use heliriiul_db::{Cents, Percent};
}
