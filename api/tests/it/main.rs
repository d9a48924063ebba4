//! The HTTP tests: each starts the real store on a fresh database and speaks to it as a client.
//!
//! They run on SQLite, and on PostgreSQL when `HELIRIIUL_TEST_POSTGRES_URL` names a server to make schemas on.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod accounts;
mod catalogue;
mod desk;
mod fixtures;
mod library;
mod orders;
mod subscriptions;
mod system;
