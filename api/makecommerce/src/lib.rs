//! The payment provider MakeCommerce (Maksekeskus).
//!
//! - [`Client`] calls the provider's HTTP API: it creates transactions, charges saved cards and makes refunds.
//! - [`Message`] is what the provider sends to the store; [`verify_mac`] checks the provider's signature.
//! - [`Vault`] encrypts the tokens that charge saved cards.
//! - [`simulator`] serves the same API, with the bank's pages and notifications, for development and tests.
//!
//! The crate knows nothing of orders and subscriptions. The store and the simulator exchange HTTP requests only, so
//! the store runs the same code against the simulator and the real provider.

mod client;
mod error;
mod mac;
mod message;
pub mod simulator;
mod status;
mod transaction;
mod vault;

pub use client::{Account, Client, NewTransaction, Refund, http_client};
pub use error::ProviderError;
pub use mac::{mac, verify_mac};
pub use message::{CardToken, Message, TokenError};
pub use status::{CURRENCY, RefundStatus, Status};
pub use transaction::{PaymentMethod, PaymentMethods, Report, Transaction};
pub use vault::Vault;
