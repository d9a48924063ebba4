//! Settings: `heliriiul.toml`, overridden by `HELIRIIUL_…` variables (`__` goes one level down).
//!
//! `heliriiul.example.toml` lists every key with its default; a test compares the two.

mod load;
mod settings;

pub use self::{
    load::ConfigError,
    settings::{
        Config, EmailTransport, Environment, LogFormat, Mail, Payments, Provider, S3, Secret, Shop, Site,
        SocialLink, VatRate,
    },
};
