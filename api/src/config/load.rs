//! Reads the settings and reports all faults at once.

use thiserror::Error;
use url::Url;

use super::settings::{Config, EXAMPLE, EmailTransport, Environment, Provider, Seller};
use crate::{calendar, money::Cents};

/// Why the settings cannot be used.
#[derive(Debug, Error)]
pub enum ConfigError {
    #[error("{0}")]
    Read(#[from] config::ConfigError),
    #[error("these settings cannot be used:\n{}", .0.iter().map(|line| format!("  - {line}")).collect::<Vec<_>>().join("\n"))]
    Unfit(Vec<String>),
}

impl Config {
    /// Reads the defaults, the file, if there is one, and the environment, and checks the values.
    pub fn load(file: Option<&std::path::Path>) -> Result<Self, ConfigError> {
        let path = file.unwrap_or_else(|| std::path::Path::new("heliriiul.toml"));
        let source = config::File::from(path).format(config::FileFormat::Toml).required(file.is_some());
        let environment = config::Environment::with_prefix("HELIRIIUL")
            .prefix_separator("_")
            .separator("__")
            .try_parsing(true)
            .list_separator(" ")
            .with_list_parse_key("trusted_proxies")
            .with_list_parse_key("payments.checkout_origins")
            .source(Some(variables()));
        let config: Self = config::Config::builder()
            .add_source(config::File::from_str(EXAMPLE, config::FileFormat::Toml))
            .add_source(source)
            .add_source(environment)
            .build()?
            .try_deserialize()?;
        config.check()?;
        Ok(config)
    }

    fn check(&self) -> Result<(), ConfigError> {
        let mut faults = Vec::new();
        let mut fault = |wrong: bool, text: &str| {
            if wrong {
                faults.push(text.to_owned());
            }
        };
        let Self { payments, mail, shop, database_url, public_url, secret, .. } = self;
        let sandbox = payments.provider == Provider::Sandbox;
        let known = ["sqlite:", "postgres:", "postgresql:"];
        fault(
            !database_url.is_empty() && !known.iter().any(|scheme| database_url.starts_with(scheme)),
            "database_url: must begin with sqlite:// or postgres://",
        );
        let is_short = !secret.is_empty() && secret.expose().len() < 32;
        fault(is_short, "secret: must be at least 32 characters long");
        fault(
            !public_url.is_empty() && Url::parse(public_url).is_err(),
            "public_url: must be an absolute address such as https://www.example.ee",
        );
        let is_no_mailbox = mail.from.parse::<lettre::message::Mailbox>().is_err();
        fault(is_no_mailbox, "mail.from: is not an email address");
        let has_no_server = mail.transport == EmailTransport::Smtp && mail.smtp_url.is_empty();
        fault(has_no_server, "mail.smtp_url: needed when mail.transport is smtp");
        let keys = [
            ("api_url", payments.api_url.is_empty()),
            ("shop_id", payments.shop_id.is_empty()),
            ("secret_key", payments.secret_key.is_empty()),
            ("publishable_key", payments.publishable_key.is_empty()),
        ];
        for (key, is_unset) in keys {
            let text = format!("payments.{key}: needed when payments.provider is makecommerce");
            fault(!sandbox && is_unset, &text);
        }
        fault(
            !sandbox && !is_web_address(&payments.checkout_script_url),
            "payments.checkout_script_url: needed when payments.provider is makecommerce, \
             an absolute address",
        );
        fault(
            !payments.checkout_origins.iter().all(|origin| is_web_address(origin)),
            "payments.checkout_origins: must be absolute addresses such as https://payment.maksekeskus.ee",
        );
        fault(shop.vat.is_empty(), "shop.vat: at least one rate is needed");
        let has_bad_day = shop.vat.iter().any(|rate| calendar::parse_day(&rate.from).is_err());
        fault(has_bad_day, "shop.vat: from must be a day such as 2026-01-31");
        fault(shop.plan_prices.is_empty(), "shop.plan_prices: at least one is needed");
        let has_bad_day = shop.plan_prices.iter().any(|prices| calendar::parse_day(&prices.from).is_err());
        fault(has_bad_day, "shop.plan_prices: from must be a day such as 2026-01-31");
        let is_upside_down = shop
            .plan_prices
            .iter()
            .any(|prices| prices.limited < Cents::new(1) || prices.unlimited < prices.limited);
        fault(
            is_upside_down,
            "shop.plan_prices: limited must cost something, and unlimited at least as much",
        );
        let Seller { name, registry_code, vat_number, address } = &shop.seller;
        fault(
            !registry_code.is_empty() && !is_digits(registry_code, 8),
            "shop.seller.registry_code: must have 8 digits",
        );
        fault(
            !vat_number.is_empty()
                && !vat_number.strip_prefix("EE").is_some_and(|digits| is_digits(digits, 9)),
            "shop.seller.vat_number: must be EE and 9 digits",
        );
        fault(
            !(1..=60).contains(&shop.first_charge_notice_days),
            "shop.first_charge_notice_days: must be from 1 to 60",
        );
        if self.environment == Environment::Production {
            let demo = Self::default().shop.seller;
            for (key, value, of_demo) in [
                ("name", name, &demo.name),
                ("registry_code", registry_code, &demo.registry_code),
                ("vat_number", vat_number, &demo.vat_number),
                ("address", address, &demo.address),
            ] {
                let text = format!("shop.seller.{key}: must be set in production");
                fault(value.trim().is_empty() || value == of_demo, &text);
            }
            fault(sandbox, "payments.provider: sandbox is refused in production");
            let stores_emails = mail.transport == EmailTransport::Sandbox;
            fault(stores_emails, "mail.transport: sandbox is refused in production");
            fault(secret.is_empty(), "secret: must be set in production");
            let is_not_https = !public_url.starts_with("https://");
            fault(is_not_https, "public_url: must be set in production, with https://");
        }
        if faults.is_empty() { Ok(()) } else { Err(ConfigError::Unfit(faults)) }
    }
}

fn is_digits(text: &str, count: usize) -> bool {
    text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_web_address(text: &str) -> bool {
    Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "http" | "https"))
}

/// Variables with the prefix that are not settings. They are read before the settings, or only by the tests.
const NOT_SETTINGS: [&str; 4] =
    ["HELIRIIUL_CONFIG", "HELIRIIUL_LOG", "HELIRIIUL_TEST_POSTGRES_URL", "HELIRIIUL_WRITE_OPENAPI"];

fn variables() -> config::Map<String, String> {
    std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
        .filter(|(name, _)| !NOT_SETTINGS.contains(&name.as_str()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::settings::Secret;

    #[test]
    fn the_defaults_are_valid() {
        Config::default().check().unwrap();
    }

    #[test]
    fn production_reports_all_missing_settings() {
        let config = Config { environment: Environment::Production, ..Config::default() };
        let message = config.check().unwrap_err().to_string();
        for key in ["payments.provider", "mail.transport", "secret", "public_url"] {
            assert!(message.contains(key), "{key} is missing in: {message}");
        }
    }

    #[test]
    fn production_needs_the_seller() {
        let faults = |seller: Seller| {
            let mut config = Config { environment: Environment::Production, ..Config::default() };
            config.shop.seller = seller;
            config.check().unwrap_err().to_string()
        };
        let keys = ["name", "registry_code", "vat_number", "address"].map(|key| format!("shop.seller.{key}"));
        let seller = |text: &str, registry_code: &str, vat_number: &str| Seller {
            name: text.to_owned(),
            registry_code: registry_code.to_owned(),
            vat_number: vat_number.to_owned(),
            address: text.to_owned(),
        };
        let (demo, empty) = (faults(Config::default().shop.seller), faults(seller(" ", "", "")));
        let real = faults(seller("Raamat", "12345678", "EE123456789"));
        for key in keys {
            assert!(demo.contains(&key) && empty.contains(&key), "{key} is missing");
            assert!(!real.contains(&key), "{key}: {real}");
        }
        let wrong = faults(seller("Raamat", "1234567", "12345678"));
        assert!(wrong.contains("8 digits") && wrong.contains("EE and 9 digits"), "{wrong}");
    }

    #[test]
    fn the_real_provider_needs_its_keys_and_its_card_dialog() {
        let mut config = Config::default();
        config.payments.provider = Provider::MakeCommerce;
        config.payments.checkout_origins = vec!["payment.maksekeskus.ee".to_owned()];
        let message = config.check().unwrap_err().to_string();
        for key in
            ["api_url", "shop_id", "secret_key", "publishable_key", "checkout_script_url", "checkout_origins"]
        {
            assert!(message.contains(&format!("payments.{key}")), "{key} is missing in: {message}");
        }
    }

    #[test]
    fn secrets_are_not_printed() {
        let config = Config { secret: Secret::new("correct horse battery staple 0123"), ..Config::default() };
        assert!(!format!("{config:?}").contains("horse"));
    }
}
