//! Payment messages in any order and number, and a provider that misbehaves.

use std::time::Duration;

use futures::future::{join, join_all};
use heliriiul_db::BookId;
use heliriiul_makecommerce::simulator::{SECRET_KEY, SHOP_ID};
use reqwest::Method;
use serde_json::{Value, json};
use sha2::{Digest, Sha512};

use crate::{
    fixtures::app::problem,
    fixtures::shop::{Shop, location},
};

/// A message as the provider signs it.
fn signed(message: &Value) -> Value {
    let json = message.to_string();
    let mac = hex::encode_upper(Sha512::digest(format!("{json}{SECRET_KEY}")));
    json!({ "json": json, "mac": mac })
}

fn message(transaction: &str, reference: &Value, amount: &str, status: &str) -> Value {
    json!({
        "amount": amount, "currency": "EUR", "message_type": "payment_return", "reference": reference,
        "shop": SHOP_ID, "signature": "", "status": status, "transaction": transaction,
    })
}

fn transaction(checkout: &Value) -> &str {
    checkout["transactionId"].as_str().unwrap()
}

const RECONCILED: Duration = Duration::from_secs(31);

#[tokio::test]
async fn twenty_messages_at_once_make_one_paid_order_one_library_row_and_one_receipt() {
    let shop = Shop::open().await;
    shop.switch(&json!({ "silent": true })).await;
    let checkout = shop.checkout(&["kevade", "suvi"]).await;
    let paid = shop.at_bank(transaction(&checkout), "pay").await;
    let told = |status| signed(&message(transaction(&checkout), &checkout["orderNumber"], "22.40", status));
    let messages = [paid, told("PENDING"), told("COMPLETED"), told("CANCELLED"), told("CREATED")];
    let returns = (0..10).map(|at| shop.return_with(&messages[at % 5]));
    let notices = (0..10).map(|at| shop.notify(&messages[(at + 2) % 5]));
    let (places, answers) = join(join_all(returns), join_all(notices)).await;
    assert!(answers.iter().all(|answer| answer.status() == 200));
    assert!(
        places.iter().all(|place| place.starts_with("/makse-sooritatud") || place.starts_with("/ostukorv"))
    );
    assert_eq!(shop.order(&checkout).await["status"], "paid");
    assert_eq!(shop.bought().await, ["Kevade", "Suvi"]);
    assert_eq!(shop.receipts().await.len(), 1);
    assert!(shop.incidents().await.is_empty() && shop.refunds().await.is_empty());
    let mut tx = shop.app.db().read().await.unwrap();
    let paid: i64 =
        tx.scalar("SELECT COUNT(*) FROM ledger_events WHERE kind = 'order-paid'", ()).await.unwrap();
    assert_eq!(paid, 1);
    drop(tx);
    // A repetition after the end still leads to success.
    assert!(shop.return_with(&messages[0]).await.starts_with("/makse-sooritatud"));
    assert!(shop.return_with(&messages[3]).await.starts_with("/makse-sooritatud"));
}

#[tokio::test]
async fn reconciliation_finds_payments_whose_messages_were_lost() {
    let shop = Shop::open().await;
    shop.switch(&json!({ "silent": true })).await;
    let checkout = shop.checkout(&["kevade"]).await;
    shop.at_bank(transaction(&checkout), "pay").await;
    assert_eq!(shop.order(&checkout).await["status"], "open");
    shop.later(RECONCILED).await;
    assert_eq!(shop.order(&checkout).await["status"], "paid");
    assert_eq!(shop.receipts().await.len(), 1);

    let cancelled = shop.checkout(&["suvi"]).await;
    shop.at_bank(transaction(&cancelled), "cancel").await;
    shop.later(RECONCILED).await;
    assert_eq!(shop.order(&cancelled).await["status"], "cancelled");

    // The provider expires a payment that was started and abandoned.
    let left = shop.checkout(&["suvi"]).await;
    shop.app.get(&format!("/_sandbox/pay/{}", transaction(&left))).await;
    for _ in 0..5 {
        shop.later(Duration::from_mins(7)).await;
    }
    assert_eq!(shop.order(&left).await["status"], "expired");
}

#[tokio::test]
async fn duplicate_reordered_and_late_notifications_have_the_same_result() {
    let shop = Shop::open().await;
    shop.switch(&json!({ "duplicate": 3, "reordered": true, "lateMillis": 100 })).await;
    let checkout = shop.checkout(&["kevade"]).await;
    let back = shop.at_bank(transaction(&checkout), "pay").await;
    assert!(shop.return_with(&back).await.starts_with("/makse-sooritatud"));
    shop.app.until_notified().await;
    assert_eq!(shop.order(&checkout).await["status"], "paid");
    assert_eq!(shop.receipts().await.len(), 1);
}

#[tokio::test]
async fn a_message_with_a_wrong_mac_changes_nothing_and_shows_no_success() {
    let shop = Shop::open().await;
    shop.switch(&json!({ "silent": true })).await;
    let checkout = shop.checkout(&["kevade"]).await;
    let id = transaction(&checkout);
    let mut forged = signed(&message(id, &checkout["orderNumber"], "9.90", "COMPLETED"));
    forged["mac"] = "0".repeat(128).into();
    problem(shop.notify(&forged).await, 403, "forbidden").await;
    let place = format!("/ostukorv?makse=pending&tellimus={}", checkout["orderId"].as_str().unwrap());
    assert_eq!(shop.return_with(&forged).await, place);
    assert_eq!(shop.order(&checkout).await["status"], "open");
    assert!(shop.bought().await.is_empty());

    // A forged message makes the store ask the provider and settle the answer; the forger sees no success.
    shop.at_bank(id, "pay").await;
    assert_eq!(shop.return_with(&forged).await, place);
    assert_eq!(shop.order(&checkout).await["status"], "paid");
    assert_eq!(shop.return_with(&json!({ "json": "{" })).await, "/ostukorv?makse=pending");
    assert_eq!(shop.return_with(&json!({})).await, "/ostukorv?makse=pending");
}

#[tokio::test]
async fn a_hint_only_asks_the_provider() {
    let shop = Shop::open().await;
    shop.switch(&json!({ "silent": true })).await;
    let checkout = shop.checkout(&["kevade"]).await;
    let id = transaction(&checkout);
    let hint = json!({ "message_type": "payment_return", "status": "CANCELLED", "transaction": id });
    for body in [json!({ "json": hint.to_string() }), hint.clone()] {
        let answer: Value = shop.app.post("/api/notify", &body).await.json().await.unwrap();
        assert_eq!(answer, json!({ "status": "CREATED" }));
    }
    assert_eq!(shop.order(&checkout).await["status"], "open");
    shop.at_bank(id, "cancel").await;
    let answer: Value = shop.app.post("/api/notify", &hint).await.json().await.unwrap();
    assert_eq!(answer, json!({ "status": "CANCELLED" }));
    assert_eq!(shop.order(&checkout).await["status"], "cancelled");

    let unknown = json!({ "message_type": "payment_return", "transaction": "aaaa" });
    problem(shop.app.post("/api/notify", &unknown).await, 404, "not-found").await;
    for (body, field) in [
        (json!({}), "json"),
        (json!({ "json": 5 }), "json"),
        (json!({ "json": "{}" }), "json"),
        (json!({ "json": "{\"transaction\":\"a\\u0000\"}" }), "json"),
        (json!({ "json": "{\"transaction\":{\"id\":\"../x\"}}" }), "json"),
        (json!({ "json": "null", "mac": 5 }), "mac"),
    ] {
        let refused = problem(shop.app.post("/api/notify", &body).await, 422, "validation").await;
        assert_eq!(refused["errors"][0]["field"], field, "{body}");
    }
    let text = shop.app.request(Method::POST, "/api/notify").body("x").send().await.unwrap();
    problem(text, 415, "unsupported-media-type").await;
    let empty = shop.app.request(Method::POST, "/api/notify").form(&[("x", "y")]).send().await.unwrap();
    problem(empty, 422, "validation").await;
    for _ in 0..40 {
        shop.app.post("/api/notify", &unknown).await;
    }
    problem(shop.app.post("/api/notify", &unknown).await, 429, "too-many-requests").await;
}

#[tokio::test]
async fn another_amount_or_shop_delivers_nothing() {
    let shop = Shop::open().await;
    for (switches, order) in [(json!({ "amount": "0.01" }), "kevade"), (json!({ "otherShop": true }), "suvi")]
    {
        shop.switch(&switches).await;
        let checkout = shop.checkout(&[order]).await;
        let back = shop.at_bank(transaction(&checkout), "pay").await;
        let place = shop.return_with(&back).await;
        assert!(place.starts_with("/ostukorv?makse=pending"), "{place}");
        assert_eq!(shop.order(&checkout).await["status"], "open");
    }
    shop.switch(&json!({ "silent": true })).await;
    let checkout = shop.checkout(&["sygis"]).await;
    let mut dollars = message(transaction(&checkout), &checkout["orderNumber"], "5.00", "COMPLETED");
    dollars["currency"] = "USD".into();
    assert_eq!(shop.notify(&signed(&dollars)).await.status(), 200);
    assert!(shop.bought().await.is_empty());
    assert_eq!(shop.incidents().await, ["amount-differs"; 3]);
    let listed = shop.app.command(&["payments", "list", "--needs-attention"], "").await.unwrap();
    assert!(listed.contains("amount 0.01 instead of 9.90"), "{listed}");
    assert!(listed.contains("shop another-shop instead of"), "{listed}");
    assert!(listed.contains("currency USD instead of EUR"), "{listed}");
}

#[tokio::test]
async fn an_unknown_transaction_is_matched_by_its_order_number_or_becomes_an_incident() {
    let shop = Shop::open().await;
    let stranger = signed(&message("stranger-1", &json!("T-1"), "3.00", "COMPLETED"));
    let answer = shop.notify(&stranger).await;
    assert_eq!(answer.status(), 200);
    shop.notify(&stranger).await;
    assert_eq!(shop.return_with(&stranger).await, "/ostukorv?makse=pending");
    shop.notify(&signed(&message("stranger-2", &json!("T-2"), "3.00", "PENDING"))).await;
    assert_eq!(shop.incidents().await, ["unknown-transaction"]);

    // The node died between the provider's answer and the insert of the transaction.
    let checkout = shop.checkout(&["kevade"]).await;
    let lost = signed(&message("lost-1", &checkout["orderNumber"], "9.90", "COMPLETED"));
    assert!(shop.return_with(&lost).await.starts_with("/makse-sooritatud"));
    assert_eq!(shop.order(&checkout).await["status"], "paid");
}

#[tokio::test]
async fn a_second_payment_of_an_order_gets_a_planned_refund() {
    let shop = Shop::open().await;
    let checkout = shop.checkout(&["kevade"]).await;
    let back = shop.at_bank(transaction(&checkout), "pay").await;
    shop.return_with(&back).await;
    let again = signed(&message("second-1", &checkout["orderNumber"], "9.90", "COMPLETED"));
    let answers = join_all((0..4).map(|_| shop.notify(&again))).await;
    assert!(answers.iter().all(|answer| answer.status() == 200));
    assert_eq!(shop.incidents().await, ["paid-twice"]);
    assert_eq!(shop.refunds().await, [990]);
    assert_eq!(shop.receipts().await.len(), 1);
    let shown = shop.app.command(&["payments", "show", "second-1"], "").await.unwrap();
    assert!(shown.contains("refund of 9.90 EUR, planned"), "{shown}");

    // Refunded by a person; the order stays paid by the first one.
    shop.notify(&signed(&message("second-1", &checkout["orderNumber"], "9.90", "REFUNDED"))).await;
    assert_eq!(shop.order(&checkout).await["status"], "paid");
    let shown = shop.app.command(&["payments", "show", "second-1"], "").await.unwrap();
    assert!(shown.contains("refund of 9.90 EUR, SETTLED"), "{shown}");
    shop.notify(&signed(&message(transaction(&checkout), &checkout["orderNumber"], "9.90", "REFUNDED")))
        .await;
    assert_eq!(shop.order(&checkout).await["status"], "refunded");
}

#[tokio::test]
async fn incidents_are_resolved_by_hand() {
    let shop = Shop::open().await;
    shop.notify(&signed(&message("stranger-1", &json!("T-1"), "3.00", "COMPLETED"))).await;
    let list = ["payments", "list", "--needs-attention"];
    let listed = shop.app.command(&list, "").await.unwrap();
    let incident = listed.split_whitespace().nth(1).unwrap().to_owned();
    shop.app.command(&["payments", "resolve", &incident], "").await.unwrap();
    assert_eq!(shop.app.command(&list, "").await.unwrap(), "");
    assert!(shop.app.command(&["payments", "resolve", &incident], "").await.is_err());
}

#[tokio::test]
async fn a_book_bought_in_two_orders_is_refunded_once() {
    let shop = Shop::open().await;
    let first = shop.checkout(&["kevade"]).await;
    let second = shop.checkout(&["kevade", "suvi"]).await;
    for checkout in [&first, &second] {
        let back = shop.at_bank(transaction(checkout), "pay").await;
        assert!(shop.return_with(&back).await.starts_with("/makse-sooritatud"));
    }
    assert_eq!(shop.bought().await, ["Kevade", "Suvi"]);
    assert_eq!(shop.incidents().await, ["paid-twice"]);
    assert_eq!(shop.refunds().await, [990]);
}

#[tokio::test]
async fn a_late_payment_is_delivered() {
    let shop = Shop::open().await;
    shop.switch(&json!({ "silent": true })).await;
    let expired = shop.checkout(&["kevade"]).await;
    let cancelled = shop.checkout(&["suvi"]).await;
    let back = shop.at_bank(transaction(&cancelled), "cancel").await;
    shop.return_with(&back).await;
    shop.later(Duration::from_mins(61)).await;
    for checkout in [&expired, &cancelled] {
        assert_ne!(shop.order(checkout).await["status"], "open");
        let amount = format!("{:.2}", checkout["amount"].as_f64().unwrap());
        let paid = signed(&message(transaction(checkout), &checkout["orderNumber"], &amount, "COMPLETED"));
        assert!(shop.return_with(&paid).await.starts_with("/makse-sooritatud"));
    }
    assert_eq!(shop.bought().await, ["Kevade", "Suvi"]);
    assert_eq!(shop.receipts().await.len(), 2);
    assert!(shop.incidents().await.is_empty());
}

#[tokio::test]
async fn a_deleted_book_is_refunded_and_the_others_are_delivered() {
    let shop = Shop::open().await;
    let checkout = shop.checkout(&["kevade", "suvi"]).await;
    let vanished: BookId = shop.app.book_id("kevade");
    let mut tx = shop.app.db().write().await.unwrap();
    for sql in [
        "DELETE FROM book_categories WHERE book_id = $1",
        "DELETE FROM contributors WHERE book_id = $1",
        "DELETE FROM books WHERE id = $1",
    ] {
        tx.execute(sql, (vanished,)).await.unwrap();
    }
    tx.commit().await.unwrap();
    let back = shop.at_bank(transaction(&checkout), "pay").await;
    assert!(shop.return_with(&back).await.starts_with("/makse-sooritatud"));
    assert_eq!(shop.bought().await, ["Suvi"]);
    assert_eq!(shop.incidents().await, ["book-vanished"]);
    assert_eq!(shop.refunds().await, [990]);
}

#[tokio::test]
async fn a_failing_provider_delays_payments_and_loses_no_money() {
    let shop = Shop::with(|config| config.payments.timeout_seconds = 1).await;
    for fault in [json!({ "errors": 1 }), json!({ "hangs": 1 })] {
        shop.switch(&fault).await;
        let refused = shop.try_checkout(&shop.buyer, &["kevade"], None).await;
        problem(refused, 503, "provider-unavailable").await;
    }
    let checkout = shop.checkout(&["kevade"]).await;
    assert_eq!(checkout["orderNumber"], "H10001");

    shop.switch(&json!({ "silent": true, "hangs": 1 })).await;
    shop.at_bank(transaction(&checkout), "pay").await;
    shop.later(RECONCILED).await;
    assert_eq!(shop.order(&checkout).await["status"], "open");
    // One error is retried at once; the next check comes after twice the time.
    shop.switch(&json!({ "silent": true, "errors": 1 })).await;
    shop.later(Duration::from_mins(1)).await;
    assert_eq!(shop.order(&checkout).await["status"], "paid");
    let metrics = shop.app.get("/metrics").await.text().await.unwrap();
    for line in
        ["call=\"create-transaction\",outcome=\"unreachable\"", "call=\"get-transaction\",outcome=\"ok\""]
    {
        assert!(metrics.contains(line), "{line} is missing");
    }
}

#[tokio::test]
async fn the_simulator_requires_the_shops_keys() {
    let shop = Shop::open().await;
    let path = "/_sandbox/makecommerce/v1/transactions/x";
    let anonymous = shop.app.get(path).await;
    assert_eq!(anonymous.status(), 401);
    assert_eq!(anonymous.json::<Value>().await.unwrap(), json!({ "code": 1004, "message": "Unauthorized" }));
    let known = shop.app.request(Method::GET, path).basic_auth(SHOP_ID, Some(SECRET_KEY));
    assert_eq!(known.send().await.unwrap().status(), 404);
    let bad = shop.app.request(Method::POST, "/_sandbox/makecommerce/v1/transactions").json(&json!({}));
    assert_eq!(bad.basic_auth(SHOP_ID, Some(SECRET_KEY)).send().await.unwrap().status(), 400);

    let live = Shop::with(|config| {
        config.payments.provider = heliriiul::config::Provider::MakeCommerce;
        config.payments.api_url = "http://127.0.0.1:9/v1".to_owned();
    })
    .await;
    for path in ["/_sandbox/clock", "/_sandbox/makecommerce/switches", "/_sandbox/pay/x"] {
        assert_eq!(live.app.post(path, &json!({})).await.status(), 404, "{path}");
    }
    problem(live.try_checkout(&live.buyer, &["kevade"], None).await, 503, "provider-unavailable").await;
    let by_link = live.app.get("/api/payments/return?json=%7B%7D&mac=x").await;
    assert_eq!(location(&by_link), "/ostukorv?makse=pending");
}
