//! The right of withdrawal from orders: the consent that ends it, and withdrawals within 14 days.

use heliriiul::config::WithdrawalRule;
use serde_json::{Value, json};

use crate::fixtures::shop::Shop;

impl Shop {
    /// Orders books with an answer about the consent.
    async fn checkout_consenting(&self, slugs: &[&str], consent: bool) -> Value {
        let books: Vec<String> = slugs.iter().map(|slug| self.book(slug)).collect();
        let cart = json!({ "books": books, "immediateAccessConsent": consent });
        let answer = self.app.post_as(&self.buyer, "/api/checkout-cart", &cart).await;
        assert_eq!(answer.status(), 200);
        answer.json().await.unwrap()
    }

    /// Pays an order at the bank.
    async fn pay(&self, order: &Value) {
        self.at_bank(order["transactionId"].as_str().unwrap(), "pay").await;
        self.until_order(order, "paid").await;
    }

    async fn has_consent(&self, order: &Value) -> bool {
        let sql = "SELECT immediate_access_consent_at IS NOT NULL FROM orders WHERE number = $1";
        self.app.db().scalar(sql, (order["orderNumber"].as_str().unwrap(),)).await.unwrap()
    }

    async fn receipt_text(&self) -> String {
        self.receipts().await[0]["text"].as_str().unwrap().to_owned()
    }
}

#[tokio::test]
async fn the_last_answer_before_the_payment_counts_and_the_receipt_confirms_it() {
    let shop = Shop::open().await;
    let order = shop.checkout(&["kevade"]).await;
    assert!(!shop.has_consent(&order).await, "nothing was said");
    for (consent, stored) in [(true, true), (false, false), (true, true)] {
        let same = shop.checkout_consenting(&["kevade"], consent).await;
        assert_eq!(same["orderNumber"], order["orderNumber"]);
        assert_eq!(shop.has_consent(&order).await, stored);
    }
    shop.checkout(&["kevade"]).await;
    assert!(shop.has_consent(&order).await, "a call without an answer changes nothing");
    shop.pay(&order).await;
    let receipt = shop.receipt_text().await;
    assert!(receipt.contains("lõpeb sinu 14-päevane taganemisõigus"), "{receipt}");
    assert_eq!(shop.order(&order).await["withdrawableUntil"], Value::Null);
}

#[tokio::test]
async fn without_consent_the_receipt_says_that_the_right_runs() {
    let shop = Shop::open().await;
    let order = shop.checkout_consenting(&["kevade"], false).await;
    shop.pay(&order).await;
    let receipt = shop.receipt_text().await;
    let link = format!("/taganemine?number={}", order["orderNumber"].as_str().unwrap());
    assert!(receipt.contains("õigus lepingust põhjust nimetamata taganeda kuni"), "{receipt}");
    assert!(receipt.contains(&link), "{receipt}");
    assert_ne!(shop.order(&order).await["withdrawableUntil"], Value::Null);
}

#[tokio::test]
async fn with_the_setting_always_nobody_loses_the_right() {
    let shop = Shop::with(|config| config.shop.withdrawal = WithdrawalRule::Always).await;
    let config: Value = shop.app.get("/api/config").await.json().await.unwrap();
    assert_eq!(config["withdrawal"], "always");
    let order = shop.checkout_consenting(&["kevade"], true).await;
    assert!(!shop.has_consent(&order).await);
    shop.pay(&order).await;
    assert!(shop.receipt_text().await.contains("taganeda kuni"));
}
