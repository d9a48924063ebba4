//! The right of withdrawal from orders: the consent that ends it, and withdrawals within 14 days.

use std::time::Duration;

use futures::future::join_all;
use heliriiul::config::WithdrawalRule;
use reqwest::Response;
use serde_json::{Value, json};

use crate::fixtures::{
    app::{TestApp, problem},
    shop::Shop,
};

/// A step of a withdrawal by mari@naide.ee: `preview`, or the withdrawal itself.
pub async fn withdrawal(app: &TestApp, step: &str, number: &str) -> Response {
    let body = json!({ "name": "Mari Maasikas", "number": number, "email": "Mari@naide.ee" });
    app.post(&format!("/api/withdrawals{step}"), &body).await
}

pub const PREVIEW: &str = "/preview";

const DAY: Duration = Duration::from_hours(24);

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

/// A shop whose buyer has paid for two books, 22.40, and answered about the consent.
async fn paid(consent: bool) -> (Shop, Value, String) {
    let shop = Shop::open().await;
    let order = shop.checkout_consenting(&["kevade", "suvi"], consent).await;
    shop.pay(&order).await;
    let number = order["orderNumber"].as_str().unwrap().to_owned();
    (shop, order, number)
}

#[tokio::test]
async fn an_order_is_withdrawn_whole_and_once() {
    let (shop, order, number) = paid(false).await;
    let shown: Value = withdrawal(&shop.app, PREVIEW, &number).await.json().await.unwrap();
    assert_eq!(shown["items"], json!(["Kevade", "Suvi"]));
    assert_eq!(
        (&shown["kind"], &shown["paid"], &shown["refund"]),
        (&json!("order"), &json!(22.4), &json!(22.4))
    );
    assert_eq!(shown["withdrawnAt"], Value::Null);
    assert_eq!(shop.bought().await, ["Kevade", "Suvi"], "a preview changes nothing");
    assert_eq!(shop.refunds().await, [] as [i64; 0]);

    let made: Value = withdrawal(&shop.app, "", &number.to_lowercase()).await.json().await.unwrap();
    assert_ne!(made["withdrawnAt"], Value::Null);
    assert_eq!(made["refund"], 22.4);
    assert_eq!(shop.bought().await, [] as [&str; 0]);
    assert_eq!(shop.refunds().await, [2240]);
    assert_eq!(shop.incidents().await, ["withdrawal"]);
    let email = shop.app.emails().await.remove(0);
    assert_eq!(email["subject"], format!("Taganemisavaldus {number} on kätte saadud"));
    let text = email["text"].as_str().unwrap();
    for part in ["Kevade", "Suvi", "Mari Maasikas", "22,40", " kell "] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let seen = shop.order(&order).await;
    assert_eq!((&seen["withdrawnAt"], &seen["withdrawableUntil"]), (&made["withdrawnAt"], &Value::Null));
    let kinds: Vec<String> = shop
        .app
        .db()
        .read()
        .await
        .unwrap()
        .scalars("SELECT kind FROM ledger_events WHERE cause = 'withdrawal' ORDER BY kind", ())
        .await
        .unwrap();
    assert_eq!(kinds, ["order-withdrawn", "refund-planned"]);

    // Long after the 14 days too.
    shop.later(DAY * 30).await;
    for step in [PREVIEW, "", ""] {
        let again: Value = withdrawal(&shop.app, step, &number).await.json().await.unwrap();
        assert_eq!(again, made, "{step}");
    }
    assert_eq!(shop.refunds().await, [2240]);
    // The books can be bought again.
    shop.checkout(&["kevade"]).await;
}

#[tokio::test]
async fn simultaneous_withdrawals_are_one() {
    let (shop, _, number) = paid(false).await;
    let all = join_all((0..6).map(|_| withdrawal(&shop.app, "", &number))).await;
    let mut answers = Vec::new();
    for answer in all {
        assert_eq!(answer.status(), 200);
        answers.push(answer.json::<Value>().await.unwrap());
    }
    assert!(answers.iter().all(|answer| *answer == answers[0]), "{answers:?}");
    assert_eq!(shop.refunds().await, [2240]);
    let receipts: i64 = shop
        .app
        .db()
        .scalar("SELECT COUNT(*) FROM emails WHERE dedupe_key LIKE 'withdrawal:%'", ())
        .await
        .unwrap();
    assert_eq!(receipts, 1);
}

#[tokio::test]
async fn the_right_is_lost_by_consent_or_by_time_and_refused_to_others() {
    let (shop, _, number) = paid(true).await;
    for step in [PREVIEW, ""] {
        problem(withdrawal(&shop.app, step, &number).await, 409, "withdrawal-waived").await;
    }
    let late = shop.checkout(&["sygis"]).await;
    shop.pay(&late).await;
    let late_number = late["orderNumber"].as_str().unwrap();
    shop.later(DAY * 14).await;
    assert_eq!(withdrawal(&shop.app, PREVIEW, late_number).await.status(), 200, "the last day");
    shop.later(DAY).await;
    for step in [PREVIEW, ""] {
        problem(withdrawal(&shop.app, step, late_number).await, 409, "withdrawal-too-late").await;
        for (number, email) in
            [(late_number, "jaan@naide.ee"), ("H99999", "mari@naide.ee"), ("P10001", "mari@naide.ee")]
        {
            let body = json!({ "name": "Mari", "number": number, "email": email });
            let answer = shop.app.post(&format!("/api/withdrawals{step}"), &body).await;
            let refused = problem(answer, 404, "not-found").await;
            assert_eq!(refused["detail"], "No paid order or payment has this number and this buyer.");
        }
    }
    assert_eq!(shop.bought().await, ["Kevade", "Suvi", "Sügis"]);
    assert_eq!(shop.refunds().await, [] as [i64; 0]);
    let empty = shop.app.post("/api/withdrawals", &json!({ "name": " ", "number": "", "email": "" })).await;
    let fields = problem(empty, 422, "validation").await;
    assert_eq!(fields["errors"].as_array().unwrap().len(), 3, "{fields}");
}

#[tokio::test]
async fn an_unpaid_order_has_nothing_to_withdraw_and_guesses_are_limited() {
    let shop = Shop::open().await;
    let order = shop.checkout(&["kevade"]).await;
    let number = order["orderNumber"].as_str().unwrap();
    shop.app.advance_to_hour();
    for _ in 0..30 {
        problem(withdrawal(&shop.app, PREVIEW, number).await, 404, "not-found").await;
    }
    problem(withdrawal(&shop.app, "", number).await, 429, "too-many-requests").await;
}

#[tokio::test]
async fn money_that_is_refunded_already_is_not_refunded_again() {
    let shop = Shop::with(|config| config.shop.withdrawal = WithdrawalRule::Always).await;
    let order = shop.checkout_consenting(&["kevade"], true).await;
    shop.pay(&order).await;
    let id = order["transactionId"].as_str().unwrap();
    let part = ["payments", "refund", id, "--amount", "4.00", "--comment", "Pool"];
    shop.app.command(&part, "").await.unwrap();
    let number = order["orderNumber"].as_str().unwrap();
    let made: Value = withdrawal(&shop.app, "", number).await.json().await.unwrap();
    assert_eq!(
        (&made["paid"], &made["refund"]),
        (&json!(9.9), &json!(5.9)),
        "with `always` the consent is void"
    );
    assert_eq!(shop.refunds().await, [400, 590]);
}
