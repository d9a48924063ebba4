//! The payment provider: its client, message authentication, the card vault, and the simulator of the same API.

mod client;
mod messages;
mod provider;
pub mod sandbox;
mod vault;

use std::time::Duration;

use self::client::Access;
pub use self::{
    client::{Client, NewTransaction, ProviderError},
    messages::mac,
    provider::{CURRENCY, CardToken, Message, PaymentMethods, Report, Status, Transaction},
    vault::Vault,
};
use crate::{config::Config, extract::BrowserBase};

/// The shop at the provider.
pub struct Payments {
    pub client: Client,
    pub shop_id: String,
    pub secret: String,
    publishable_key: String,
    /// Empty: the simulator's, at the address that the browser uses.
    checkout_script: String,
    /// Encrypts the tokens of cards.
    pub vault: Vault,
}

impl Payments {
    pub fn new(config: &Config, sealing_secret: &[u8]) -> Result<Self, reqwest::Error> {
        let settings = &config.payments;
        let sandbox = config.has_sandbox();
        let or = |text: &str, sandbox_value: &str| {
            if text.is_empty() && sandbox { sandbox_value.to_owned() } else { text.to_owned() }
        };
        let shop_id = or(&settings.shop_id, sandbox::SHOP_ID);
        let secret = or(settings.secret_key.expose(), sandbox::SECRET_KEY);
        let base = or(&settings.api_url, &sandbox::api_base(config.listen));
        let client = Client::new(Access {
            base: base.trim_end_matches('/').to_owned(),
            shop_id: shop_id.clone(),
            secret: secret.clone(),
            timeout: Duration::from_secs(settings.timeout_seconds),
            no_proxy: sandbox,
        })?;
        Ok(Self {
            client,
            shop_id,
            secret,
            publishable_key: or(&settings.publishable_key, sandbox::PUBLISHABLE_KEY),
            checkout_script: settings.checkout_script_url.clone(),
            vault: Vault::new(sealing_secret),
        })
    }
}

impl Payments {
    /// The address of the card dialog's script, for a browser that reaches the store at `base`.
    pub fn checkout_script(&self, base: &BrowserBase) -> String {
        if self.checkout_script.is_empty() {
            format!("{}{}", base.as_str(), sandbox::CHECKOUT_SCRIPT)
        } else {
            self.checkout_script.clone()
        }
    }

    /// Goes to the browser.
    pub fn publishable_key(&self) -> &str {
        &self.publishable_key
    }
}
