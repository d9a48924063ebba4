//! The HTTP tests: each starts the real store on a new database and sends it requests as a client does.
//!
//! They run on SQLite, or on PostgreSQL when `HELIRIIUL_TEST_POSTGRES_URL` names a server to create schemas on.

#![expect(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

mod accounts;
mod admin;
mod catalogue;
mod desk;
mod fixtures;
mod library;
mod orders;
mod subscriptions;
mod system;
