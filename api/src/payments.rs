//! The store's account at the payment provider: keys, client and vault.

use std::time::Duration;

use heliriiul_makecommerce::{Account, Client, Vault, http_client, simulator};

use crate::{config::Config, extract::BrowserBase};

/// The shop at the provider.
pub struct Payments {
    pub client: Client,
    pub account: Account,
    /// Sent to the browser.
    pub publishable_key: String,
    /// Empty: the simulator's, at the address that the browser uses.
    checkout_script: String,
    /// Encrypts the tokens of cards.
    pub vault: Vault,
    /// Missing unless the provider is the simulator.
    pub simulator: Option<simulator::Settings>,
}

impl Payments {
    pub fn new(config: &Config, sealing_secret: &[u8]) -> Result<Self, reqwest::Error> {
        let settings = &config.payments;
        let sandbox = config.has_sandbox();
        let or = |text: &str, sandbox_value: &str| {
            if text.is_empty() && sandbox { sandbox_value.to_owned() } else { text.to_owned() }
        };
        let api_url = or(&settings.api_url, &simulator::api_url(config.listen));
        let account = Account {
            api_url: api_url.trim_end_matches('/').to_owned(),
            shop_id: or(&settings.shop_id, simulator::SHOP_ID),
            secret_key: or(settings.secret_key.expose(), simulator::SECRET_KEY),
        };
        let http = http_client(Duration::from_secs(settings.timeout_seconds), sandbox)?;
        Ok(Self {
            client: Client::new(http.clone(), account.clone()),
            publishable_key: or(&settings.publishable_key, simulator::PUBLISHABLE_KEY),
            checkout_script: settings.checkout_script_url.clone(),
            vault: Vault::new(sealing_secret),
            simulator: sandbox.then(|| simulator::Settings {
                account: account.clone(),
                seller: config.shop.seller.name.clone(),
                http,
            }),
            account,
        })
    }

    /// The address of the card dialog's script, for a browser that reaches the store at `base`.
    pub fn checkout_script(&self, base: &BrowserBase) -> String {
        if self.checkout_script.is_empty() {
            format!("{}{}", base.as_str(), simulator::CHECKOUT_SCRIPT)
        } else {
            self.checkout_script.clone()
        }
    }
}
