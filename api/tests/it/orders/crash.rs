//! The server is killed during a purchase: a paid order is delivered once, after the restart.

use std::{net::SocketAddr, time::Duration};

use futures::future::join_all;
use reqwest::Method;
use serde_json::{Value, json};
use tokio::process::Child;

use crate::fixtures::{app::free_address, shop::Shop};

/// A shop whose server is another process.
struct Served {
    shop: Shop,
    address: SocketAddr,
    server: Child,
}

impl Served {
    async fn open() -> Self {
        let mut shop = Shop::open().await;
        let address = free_address().await;
        let server = shop.app.serve_from_another_process(address).await;
        Self { shop, address, server }
    }

    /// Sends SIGKILL.
    async fn kill(&mut self) {
        self.server.kill().await.unwrap();
    }

    async fn restart(&mut self) {
        self.server = self.shop.app.serve_from_another_process(self.address).await;
    }

    /// Enough time for reconciliation and for the leases of the dead process to expire.
    async fn reconcile(&self) {
        for _ in 0..2 {
            let answer = self.shop.app.post("/_sandbox/clock", &json!({ "advanceSeconds": 90 })).await;
            assert_eq!(answer.status(), 200);
        }
    }

    /// Whether the payment is paid at the bank.
    async fn paid_at_bank(&self, checkout: &Value) -> bool {
        let id = checkout["transactionId"].as_str().unwrap().to_owned();
        let mut tx = self.shop.app.db().read().await.unwrap();
        let status: String =
            tx.scalar("SELECT status FROM sandbox_transactions WHERE id = $1", (&id,)).await.unwrap();
        status == "COMPLETED"
    }

    /// One paid order, one library row, one receipt.
    async fn assert_delivered(&self, checkout: &Value, when: &str) {
        let number = checkout["orderNumber"].as_str().unwrap();
        assert_eq!(self.shop.order(checkout).await["status"], "paid", "{when}");
        assert_eq!(self.shop.bought().await.len(), 1, "{when}");
        let receipts = self.shop.receipts().await;
        let subject = format!("Kviitung tellimuse {number} eest");
        assert_eq!(receipts.iter().filter(|mail| mail["subject"] == subject).count(), 1, "{when}");
    }
}

#[tokio::test]
async fn killed_after_the_payment_and_before_any_message() {
    let mut served = Served::open().await;
    served.shop.switch(&json!({ "silent": true })).await;
    let checkout = served.shop.checkout(&["kevade"]).await;
    served.shop.at_bank(checkout["transactionId"].as_str().unwrap(), "pay").await;
    served.kill().await;
    served.restart().await;
    assert_eq!(served.shop.order(&checkout).await["status"], "open");
    served.reconcile().await;
    served.assert_delivered(&checkout, "after reconciliation").await;
}

#[tokio::test]
async fn killed_between_checkout_and_payment() {
    let mut served = Served::open().await;
    let checkout = served.shop.checkout(&["kevade"]).await;
    served.kill().await;
    served.restart().await;
    assert_eq!(served.shop.checkout(&["kevade"]).await["transactionId"], checkout["transactionId"]);
    let back = served.shop.at_bank(checkout["transactionId"].as_str().unwrap(), "pay").await;
    assert!(served.shop.return_with(&back).await.starts_with("/makse-sooritatud"));
    served.assert_delivered(&checkout, "paid after the restart").await;
}

#[tokio::test]
async fn killed_while_orders_are_placed() {
    let mut served = Served::open().await;
    for millis in [1, 4, 9, 16] {
        let app = &served.shop.app;
        let cart = json!({ "books": [served.shop.book("kevade")] });
        let asked = app
            .request(Method::POST, "/api/checkout-cart")
            .header("Api-Token", &served.shop.buyer)
            .json(&cart);
        let asked = tokio::spawn(asked.send());
        tokio::time::sleep(Duration::from_millis(millis)).await;
        served.kill().await;
        drop(asked.await);
        served.restart().await;
    }
    let checkout = served.shop.checkout(&["kevade"]).await;
    let back = served.shop.at_bank(checkout["transactionId"].as_str().unwrap(), "pay").await;
    assert!(served.shop.return_with(&back).await.starts_with("/makse-sooritatud"));
    served.assert_delivered(&checkout, "paid after four kills").await;
}

#[tokio::test]
async fn killed_at_any_moment_of_the_payment() {
    let mut served = Served::open().await;
    for (round, millis) in [0, 2, 4, 7, 11, 16, 24].into_iter().enumerate() {
        // A buyer for each round, so that the library has only the books of this round.
        served.shop.buyer = served.shop.app.register(&format!("ostja{round}@naide.ee")).await;
        let checkout = served.shop.checkout(&["kevade"]).await;
        let id = checkout["transactionId"].as_str().unwrap().to_owned();
        let base = served.shop.app.base.clone();
        let paying = tokio::spawn(pay_and_return(base, id));
        tokio::time::sleep(Duration::from_millis(millis)).await;
        served.kill().await;
        drop(paying.await);
        served.restart().await;
        if !served.paid_at_bank(&checkout).await {
            served.shop.at_bank(checkout["transactionId"].as_str().unwrap(), "pay").await;
        }
        served.reconcile().await;
        served.assert_delivered(&checkout, &format!("killed after {millis} ms")).await;
    }
    assert!(served.shop.incidents().await.is_empty());
}

/// Pays, and returns several times at once, while the server may die.
async fn pay_and_return(base: String, transaction: String) -> Option<()> {
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().ok()?;
    let asked =
        client.post(format!("{base}/_sandbox/pay/{transaction}")).header("Accept", "application/json");
    let paid: Value = asked.form(&[("action", "pay")]).send().await.ok()?.json().await.ok()?;
    let fields = [("json", paid["return"]["json"].as_str()?), ("mac", paid["return"]["mac"].as_str()?)];
    let returns = (0..4).map(|_| client.post(format!("{base}/api/payments/return")).form(&fields).send());
    join_all(returns).await;
    Some(())
}
