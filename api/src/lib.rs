//! The Heliriiul server and command line, cut by feature: each module owns its routes, its rules and its SQL.

pub mod accounts;
pub mod app;
pub mod auth;
pub mod catalogue;
pub mod cli;
pub mod clock;
pub mod config;
pub mod content;
pub mod error;
pub mod extract;
pub mod freshness;
pub mod jobs;
pub mod limits;
pub mod listening;
pub mod mail;
pub mod media;
pub mod money;
pub mod openapi;
pub mod ops;
pub mod orders;
pub mod packages;
pub mod packed;
pub mod payments;
mod secret;
pub mod serve;
pub mod shelf;
pub mod web;
