//! The shared state of the simulator's handlers, and the identity of the shop at the simulator.

use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
};

use axum::extract::FromRef;
use heliriiul_db::{Clock, Db};
use tokio_util::task::TaskTracker;

use super::switches::Switchboard;
use crate::client::Account;

/// The shop at the simulator.
pub const SHOP_ID: &str = "5a2d8c1e-7b34-4f60-9a1d-0c6e3b9f4d21";
pub const SECRET_KEY: &str = "liivakasti-salajane-voti";
pub const PUBLISHABLE_KEY: &str = "liivakasti-avalik-voti";

/// The path of the card dialog's script.
pub const CHECKOUT_SCRIPT: &str = "/_sandbox/makecommerce/checkout.js";

/// The simulator's settings for the shop.
#[derive(Clone)]
pub struct Settings {
    pub account: Account,
    /// Shown to buyers as the recipient.
    pub seller: String,
    /// Sends the notifications; it has the time limit of the store's own calls.
    pub http: reqwest::Client,
}

/// The state of the simulator. Cheap to clone.
#[derive(Clone)]
pub struct Simulator {
    pub(super) db: Db,
    pub(super) clock: Clock,
    pub(super) settings: Arc<Settings>,
    pub(super) switchboard: Switchboard,
    /// Notifications that are being sent.
    pub(super) notifications: TaskTracker,
}

impl Simulator {
    pub fn new(db: Db, clock: Clock, settings: Settings) -> Self {
        Self {
            db,
            clock,
            settings: Arc::new(settings),
            switchboard: Switchboard::default(),
            notifications: TaskTracker::new(),
        }
    }
}

impl FromRef<Simulator> for Switchboard {
    fn from_ref(simulator: &Simulator) -> Self {
        simulator.switchboard.clone()
    }
}

/// The simulator's API as a server that listens on `listen` reaches itself, up to and including `/v1`.
pub fn api_url(listen: SocketAddr) -> String {
    let ip = match listen.ip() {
        ip if !ip.is_unspecified() => ip,
        IpAddr::V4(_) => IpAddr::from([127, 0, 0, 1]),
        IpAddr::V6(_) => IpAddr::from([0, 0, 0, 0, 0, 0, 0, 1]),
    };
    format!("http://{}/_sandbox/makecommerce/v1", SocketAddr::new(ip, listen.port()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_simulator_is_on_the_same_machine() {
        let url = |listen: &str| api_url(listen.parse().unwrap());
        assert_eq!(url("0.0.0.0:8080"), "http://127.0.0.1:8080/_sandbox/makecommerce/v1");
        assert_eq!(url("[::]:80"), "http://[::1]:80/_sandbox/makecommerce/v1");
        assert_eq!(url("192.168.1.4:80"), "http://192.168.1.4:80/_sandbox/makecommerce/v1");
    }
}
