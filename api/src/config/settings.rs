//! The settings. `heliriiul.example.toml` describes them; it is compiled in, and its values are the defaults.

use std::{fmt, net::IpAddr, net::SocketAddr, path::PathBuf};

use serde::{Deserialize, Serialize};

use crate::money::{Cents, Percent};

/// All settings, named as in the example. `HELIRIIUL_LISTEN`, `HELIRIIUL_MAIL__FROM`, … override the file.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    pub listen: SocketAddr,
    pub data_dir: PathBuf,
    pub index_dir: PathBuf,
    pub database_url: String,
    pub database_connections: u32,
    pub media_url: String,
    pub public_url: String,
    pub environment: Environment,
    pub secret: Secret,
    pub log_format: LogFormat,
    pub trusted_proxies: Vec<IpAddr>,
    pub shutdown_seconds: u64,
    pub head_seconds: u64,
    pub body_pause_seconds: u64,
    pub payments: Payments,
    pub mail: Mail,
    pub shop: Shop,
    pub site: Site,
    pub s3: S3,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Environment {
    Development,
    Staging,
    Production,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    Text,
    Json,
}

/// A text that is never written to logs.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(transparent)]
pub struct Secret(String);

impl Secret {
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    pub fn expose(&self) -> &str {
        &self.0
    }

    pub const fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() { "unset" } else { "set" })
    }
}

/// `[payments]`: the MakeCommerce shop.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Payments {
    pub provider: Provider,
    pub api_url: String,
    pub shop_id: String,
    pub secret_key: Secret,
    pub publishable_key: String,
    pub checkout_script_url: String,
    pub checkout_origins: Vec<String>,
    pub timeout_seconds: u64,
    pub open_minutes: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Provider {
    Sandbox,
    MakeCommerce,
}

/// `[mail]`
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mail {
    pub transport: EmailTransport,
    pub smtp_url: Secret,
    pub from: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EmailTransport {
    Sandbox,
    Smtp,
}

/// `[shop]`: prices and taxes.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shop {
    pub subscriber_discount: Percent,
    pub vat: Vec<VatRate>,
    pub plan_vat: VatClass,
    pub plan_prices: Vec<PlanPrices>,
    pub seller: Seller,
    pub first_charge_notice_days: i64,
    pub withdrawal: WithdrawalRule,
}

/// `[shop.seller]`: who sells.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
pub struct Seller {
    #[schema(example = "Heliriiul OÜ")]
    pub name: String,
    #[serde(alias = "registry_code")]
    #[schema(example = "12345678")]
    pub registry_code: String,
    #[serde(alias = "vat_number")]
    #[schema(example = "EE123456789")]
    pub vat_number: String,
    pub address: String,
}

/// On one line, in Estonian.
impl fmt::Display for Seller {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, registry_code, vat_number, address } = self;
        write!(f, "{name}, registrikood {registry_code}, KMKR nr {vat_number}, {address}")
    }
}

/// Who may withdraw from a purchase within 14 days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WithdrawalRule {
    /// Buyers who have not agreed to get access at once and to lose the right.
    ByConsent,
    /// Every buyer.
    Always,
}

/// The prices of a month, VAT included.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanPrices {
    /// The first day, `YYYY-MM-DD` in Estonian time.
    pub from: String,
    pub limited: Cents,
    pub unlimited: Cents,
}

/// Which of the VAT rates applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VatClass {
    Books,
    Other,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VatRate {
    /// The first day, `YYYY-MM-DD` in Estonian time.
    pub from: String,
    /// Basis points on audiobooks.
    pub books: i64,
    /// Basis points on everything else.
    pub other: i64,
}

/// `[site]`: addresses and keys of other services; empty ones are left out.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Site {
    pub support_email: String,
    pub partner_url: String,
    pub partner_url_legacy: String,
    pub booking_url: String,
    pub app_store_url: String,
    pub play_store_url: String,
    pub analytics_url: String,
    pub analytics_id: String,
    pub ad_pixel_url: String,
    pub ad_pixel_id: String,
    pub error_reporting_url: String,
    pub social: Vec<SocialLink>,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SocialLink {
    pub name: String,
    pub url: String,
}

/// `[s3]`: credentials of the object store, when `media_url` is `s3://…`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct S3 {
    pub endpoint: String,
    pub region: String,
    pub access_key_id: String,
    pub secret_access_key: Secret,
}

/// The default settings.
pub(super) const EXAMPLE: &str = include_str!("../../../heliriiul.example.toml");

impl Default for Config {
    fn default() -> Self {
        toml::from_str(EXAMPLE).expect("the example has every setting")
    }
}

impl Config {
    /// Returns the address of the database.
    pub fn database(&self) -> String {
        if self.database_url.is_empty() {
            format!("sqlite://{}", self.data_dir.join("heliriiul.sqlite").display())
        } else {
            self.database_url.clone()
        }
    }

    /// Returns the folder of the search index.
    pub fn index(&self) -> PathBuf {
        if self.index_dir.as_os_str().is_empty() {
            self.data_dir.join("index")
        } else {
            self.index_dir.clone()
        }
    }

    /// Returns the public address of the store, without a slash at the end.
    pub fn public_base(&self) -> String {
        if self.public_url.is_empty() {
            format!("http://{}", self.listen)
        } else {
            self.public_url.trim_end_matches('/').to_owned()
        }
    }

    /// Returns whether `/_sandbox/…` is served.
    pub fn has_sandbox(&self) -> bool {
        self.payments.provider == Provider::Sandbox && self.environment != Environment::Production
    }
}
