//! The settings and their defaults.

use std::{fmt, net::IpAddr, net::SocketAddr, path::PathBuf};

use serde::{Deserialize, Serialize};

use crate::money::Percent;

/// All settings. Field docs name the variable, [`Default`] the defaults.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    /// `HELIRIIUL_LISTEN`: the address to serve on.
    pub listen: SocketAddr,
    /// `HELIRIIUL_DATA_DIR`: database, media and index of the embedded set-up.
    pub data_dir: PathBuf,
    /// `HELIRIIUL_INDEX_DIR`: the search index, which only one process may open; empty: under the data folder.
    pub index_dir: PathBuf,
    /// `HELIRIIUL_DATABASE_URL`: `sqlite://PATH` or `postgres://…`; empty: SQLite under the data folder.
    pub database_url: String,
    /// `HELIRIIUL_DATABASE_CONNECTIONS`: the most connections to PostgreSQL.
    pub database_connections: u32,
    /// `HELIRIIUL_MEDIA_URL`: a folder, or `s3://BUCKET/PREFIX`; empty: a folder under the data folder.
    pub media_url: String,
    /// `HELIRIIUL_PUBLIC_URL`: where people reach the store; empty: the address it listens on (never in production).
    pub public_url: String,
    /// `HELIRIIUL_ENVIRONMENT`: development, staging or production.
    pub environment: Environment,
    /// `HELIRIIUL_SECRET`: signs tickets; at least 32 characters, the same on all nodes. Empty: created once and
    /// stored in the data folder (never in production).
    pub secret: Secret,
    /// `HELIRIIUL_LOG_FORMAT`: text or json.
    pub log_format: LogFormat,
    /// `HELIRIIUL_TRUSTED_PROXIES`: addresses whose `X-Forwarded-For` is trusted, separated by spaces.
    pub trusted_proxies: Vec<IpAddr>,
    /// `HELIRIIUL_SHUTDOWN_SECONDS`: how long running requests may take after a stop signal.
    pub shutdown_seconds: u64,
    /// `HELIRIIUL_HEAD_SECONDS`: how long a connection waits for the complete head of its next request. Longer than
    /// the minute after which proxies close an idle connection: closing it just as a proxy reuses it fails a request.
    pub head_seconds: u64,
    /// `HELIRIIUL_BODY_PAUSE_SECONDS`: how long the body of a request may pause.
    pub body_pause_seconds: u64,
    pub payments: Payments,
    pub mail: Mail,
    pub shop: Shop,
    pub site: Site,
    pub s3: S3,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Environment {
    #[default]
    Development,
    Staging,
    Production,
}

impl Environment {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Development => "development",
            Self::Staging => "staging",
            Self::Production => "production",
        }
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LogFormat {
    #[default]
    Text,
    Json,
}

/// A text that is never written to logs.
#[derive(Clone, Default, PartialEq, Eq, Deserialize, Serialize)]
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
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Payments {
    /// `HELIRIIUL_PAYMENTS__PROVIDER`: `sandbox` (the simulator inside this server) or `makecommerce`.
    pub provider: Provider,
    /// `HELIRIIUL_PAYMENTS__API_URL`: the provider's API up to and with `/v1`.
    pub api_url: String,
    /// `HELIRIIUL_PAYMENTS__SHOP_ID`
    pub shop_id: String,
    /// `HELIRIIUL_PAYMENTS__SECRET_KEY`
    pub secret_key: Secret,
    /// `HELIRIIUL_PAYMENTS__PUBLISHABLE_KEY`: goes to the browser.
    pub publishable_key: String,
    /// `HELIRIIUL_PAYMENTS__CHECKOUT_SCRIPT_URL`: the card dialog's script.
    pub checkout_script_url: String,
    /// `HELIRIIUL_PAYMENTS__CHECKOUT_ORIGINS`, with spaces between: further origins that the card dialog loads from,
    /// shows in frames, calls, or sends forms to. The script's own is always allowed.
    pub checkout_origins: Vec<String>,
    /// `HELIRIIUL_PAYMENTS__TIMEOUT_SECONDS`: for one call to the provider.
    pub timeout_seconds: u64,
    /// `HELIRIIUL_PAYMENTS__OPEN_MINUTES`: how long an order waits for its payment.
    pub open_minutes: u64,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Provider {
    #[default]
    Sandbox,
    MakeCommerce,
}

/// `[mail]`
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Mail {
    /// `HELIRIIUL_MAIL__TRANSPORT`: `sandbox` (stored in the outbox, shown at `/_sandbox/mail`) or `smtp`.
    pub transport: EmailTransport,
    /// `HELIRIIUL_MAIL__SMTP_URL`: `smtps://user:password@host:465` or `smtp://…?tls=required`.
    pub smtp_url: Secret,
    /// `HELIRIIUL_MAIL__FROM`
    pub from: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum EmailTransport {
    #[default]
    Sandbox,
    Smtp,
}

/// `[shop]`: prices and taxes.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Shop {
    /// `HELIRIIUL_SHOP__SUBSCRIBER_DISCOUNT`: percent off single books for subscribers.
    pub subscriber_discount: Percent,
    /// VAT rates by their first day, in basis points (900 = 9 %).
    pub vat: Vec<VatRate>,
    /// `HELIRIIUL_SHOP__SELLER`: name, registry code and address for receipts.
    pub seller: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
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
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct Site {
    pub support_email: String,
    /// The streaming partner, for accounts created on or after 2025-10-13.
    pub partner_url: String,
    /// The same for older accounts.
    pub partner_url_legacy: String,
    /// Where `/booking` leads.
    pub booking_url: String,
    pub app_store_url: String,
    pub play_store_url: String,
    /// Script of the analytics service and its site id; loaded after consent.
    pub analytics_url: String,
    pub analytics_id: String,
    /// Script of the ad pixel and its id; loaded after consent.
    pub ad_pixel_url: String,
    pub ad_pixel_id: String,
    /// Sentry-like DSN for errors of the front ends.
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
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[serde(default, deny_unknown_fields)]
pub struct S3 {
    /// `HELIRIIUL_S3__ENDPOINT`: for stores other than AWS.
    pub endpoint: String,
    pub region: String,
    pub access_key_id: String,
    pub secret_access_key: Secret,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 8080)),
            data_dir: PathBuf::from("data"),
            index_dir: PathBuf::new(),
            database_url: String::new(),
            database_connections: 16,
            media_url: String::new(),
            public_url: String::new(),
            environment: Environment::Development,
            secret: Secret::default(),
            log_format: LogFormat::Text,
            trusted_proxies: Vec::new(),
            shutdown_seconds: 30,
            head_seconds: 75,
            body_pause_seconds: 30,
            payments: Payments::default(),
            mail: Mail::default(),
            shop: Shop::default(),
            site: Site::default(),
            s3: S3::default(),
        }
    }
}

impl Default for Payments {
    fn default() -> Self {
        Self {
            provider: Provider::Sandbox,
            api_url: String::new(),
            shop_id: String::new(),
            secret_key: Secret::default(),
            publishable_key: String::new(),
            checkout_script_url: String::new(),
            checkout_origins: Vec::new(),
            timeout_seconds: 15,
            open_minutes: 60,
        }
    }
}

impl Default for Mail {
    fn default() -> Self {
        Self {
            transport: EmailTransport::Sandbox,
            smtp_url: Secret::default(),
            from: "Heliriiul <abi@heliriiul.test>".to_owned(),
        }
    }
}

impl Default for Shop {
    fn default() -> Self {
        let rate = |from: &str, books, other| VatRate { from: from.to_owned(), books, other };
        Self {
            subscriber_discount: Percent::ZERO,
            vat: vec![rate("2025-01-01", 900, 2_200), rate("2025-07-01", 900, 2_400)],
            seller: "Heliriiul".to_owned(),
        }
    }
}

impl Default for Site {
    fn default() -> Self {
        Self {
            support_email: "abi@heliriiul.test".to_owned(),
            partner_url: String::new(),
            partner_url_legacy: String::new(),
            booking_url: String::new(),
            app_store_url: String::new(),
            play_store_url: String::new(),
            analytics_url: String::new(),
            analytics_id: String::new(),
            ad_pixel_url: String::new(),
            ad_pixel_id: String::new(),
            error_reporting_url: String::new(),
            social: Vec::new(),
        }
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
