//! The shop's account at the provider.

/// The address of the provider's API, and the shop's keys.
#[derive(Clone)]
pub struct Account {
    /// Up to and including `/v1`, without a slash at the end.
    pub api_url: String,
    pub shop_id: String,
    /// The password of API calls; it also signs messages.
    pub secret_key: String,
}
