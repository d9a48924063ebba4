//! The HTTP tests: each starts the real store on a fresh database and speaks to it as a client.
//!
//! They run on SQLite, and on PostgreSQL when `HELIRIIUL_TEST_POSTGRES_URL` names a server to make schemas on.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod accounts;
mod cards;
mod catalogue;
mod club;
mod crash;
mod desk;
mod desk_archive;
mod desk_audit;
mod desk_beside;
mod desk_books;
mod desk_categories;
mod desk_images;
mod desk_late;
mod desk_nodes;
mod desk_order;
mod desk_races;
mod desk_restore;
mod desk_texts;
mod folders;
mod harness;
mod import;
mod jobs;
mod listening;
mod mail;
mod media;
mod member_crash;
mod member_messages;
mod memberships;
mod openapi;
mod ops;
mod payments;
mod purchases;
mod refunds;
mod roles;
mod search;
mod sessions;
mod shelf;
mod shop;
mod slow;
mod vouchers;
mod web;
