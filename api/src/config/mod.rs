//! Settings: the defaults in `heliriiul.example.toml`, overridden by `heliriiul.toml`, then by `HELIRIIUL_…` variables
//! (`__` separates levels: `HELIRIIUL_MAIL__FROM`).

mod load;
mod settings;

pub use self::{
    load::ConfigError,
    settings::{
        Config, EmailTransport, Environment, LogFormat, Mail, Payments, PlanPrices, Provider, S3, Secret,
        Seller, Shop, Site, SocialLink, VatClass, VatRate, WithdrawalRule,
    },
};
