//! Gift cards, codes of subscriptions, and the races for them; refunds by hand.

use std::sync::Arc;

use futures::future::join_all;
use reqwest::StatusCode;
use serde_json::{Value, json};

use crate::{fixtures::app::problem, fixtures::subscriber::Subscriber};

const LIMITED: &str = "20H_LIMITED";

async fn gift_cards(subscriber: &Subscriber, arguments: &[&str]) -> Vec<String> {
    let printed = subscriber.app.command(&[&["gift-cards", "create"], arguments].concat(), "").await.unwrap();
    printed.lines().map(str::to_owned).collect()
}

fn code(code: &str) -> Value {
    json!({ "activationCode": code })
}

#[tokio::test]
async fn a_gift_card_adds_its_months_once() {
    let subscriber = Subscriber::open().await;
    let cards = gift_cards(&subscriber, &["--plan", "UNLIMITED", "--months", "3", "--count", "2"]).await;
    assert_eq!(cards.len(), 2);
    subscriber.walk_to("2027-01-31T10:00:00+02:00").await;
    let typed = cards[0].to_lowercase().replace('-', " ");
    let answer = subscriber.post("/api/activate-gift-card", &code(&typed)).await;
    assert_eq!(answer.status(), 200);
    let user: Value = answer.json().await.unwrap();
    assert_eq!((&user["subscriptionActive"], &user["subscriptionType"]), (&json!(true), &json!("UNLIMITED")));
    assert!(user["subscriptionExpiresAt"].as_str().unwrap().starts_with("2027-04-30T07:00"));
    problem(subscriber.post("/api/activate-gift-card", &code(&cards[0])).await, 401, "gift-card-used").await;
    problem(
        subscriber.post("/api/activate-gift-card", &code("AAAA-BBBB-CCCC-DDDD")).await,
        404,
        "gift-card-not-found",
    )
    .await;
    problem(subscriber.post("/api/activate-gift-card", &code(" ")).await, 422, "validation").await;
    assert_eq!(subscriber.emails().await, ["Kinkekaart on aktiveeritud"]);
    // A second gift card is appended.
    assert_eq!(subscriber.post("/api/activate-gift-card", &code(&cards[1])).await.status(), 200);
    let now = subscriber.subscription().await;
    assert!(now["expiresAt"].as_str().unwrap().starts_with("2027-07-31T07:00"));
    assert_eq!((&now["renewsAt"], &now["hasCard"]), (&Value::Null, &json!(false)));
    // The subscription ends by itself.
    subscriber.walk_to("2027-07-31T10:01:00+03:00").await;
    assert_eq!(subscriber.emails().await.last().unwrap(), "Sinu pakett on lõppenud");
    assert!(subscriber.taken().await.is_empty());
}

#[tokio::test]
async fn a_gift_postpones_the_next_charge_of_a_subscriber() {
    let subscriber = Subscriber::open().await;
    let cards = gift_cards(&subscriber, &["--plan", LIMITED, "--months", "2"]).await;
    subscriber.walk_to("2027-03-10T12:00:00+02:00").await;
    subscriber.pay("checkout-subscription", Some(LIMITED)).await;
    assert_eq!(subscriber.post("/api/activate-gift-card", &code(&cards[0])).await.status(), 200);
    subscriber.walk_to("2027-04-10T12:01:00+03:00").await;
    assert_eq!(subscriber.taken().await.len(), 1);
    subscriber.walk_to("2027-06-10T12:01:00+03:00").await;
    assert_eq!(subscriber.taken().await.len(), 2);
    assert_eq!(subscriber.subscription().await["status"], "active");
}

#[tokio::test]
async fn a_revoked_or_expired_gift_card_is_not_found() {
    let subscriber = Subscriber::open().await;
    let cards = gift_cards(&subscriber, &["--plan", LIMITED, "--months", "1", "--until", "2027-01-05"]).await;
    let revoked = gift_cards(&subscriber, &["--plan", LIMITED, "--months", "1"]).await;
    subscriber.app.command(&["gift-cards", "revoke", &revoked[0]], "").await.unwrap();
    problem(subscriber.post("/api/activate-gift-card", &code(&revoked[0])).await, 404, "gift-card-not-found")
        .await;
    subscriber.walk_to("2027-01-06T00:00:01+02:00").await;
    problem(subscriber.post("/api/activate-gift-card", &code(&cards[0])).await, 404, "gift-card-not-found")
        .await;
    let listed = subscriber.app.command(&["gift-cards", "list"], "").await.unwrap();
    assert!(listed.contains("revoked") && !listed.contains(&revoked[0]), "{listed}");
}

/// Fifty people, each with a session.
async fn crowd(subscriber: &Subscriber) -> Vec<String> {
    let mut tokens = Vec::new();
    for number in 0..50 {
        tokens.push(subscriber.app.register(&format!("kuulaja{number}@naide.ee")).await);
    }
    tokens
}

#[tokio::test]
async fn fifty_at_once_for_one_gift_card_have_one_winner() {
    let subscriber = Subscriber::open().await;
    let card = gift_cards(&subscriber, &["--plan", LIMITED, "--months", "1"]).await.remove(0);
    let tokens = crowd(&subscriber).await;
    let body = code(&card);
    let tries = tokens.iter().map(|token| subscriber.app.post_as(token, "/api/activate-gift-card", &body));
    let statuses: Vec<StatusCode> = join_all(tries).await.iter().map(reqwest::Response::status).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 401).count(), 49, "{statuses:?}");
}

#[tokio::test]
async fn fifty_at_once_for_one_use_of_a_code_have_one_winner() {
    let subscriber = Subscriber::open().await;
    let made =
        ["discounts", "create", "ÜKS", "--percent", "50", "--scope", "subscription", "--max-uses", "1"];
    subscriber.app.command(&made, "").await.unwrap();
    let tokens = crowd(&subscriber).await;
    let nothing = json!({});
    let tries = tokens
        .iter()
        .map(|token| subscriber.app.post_as(token, "/api/discounts/%C3%BCks/activate", &nothing));
    let statuses: Vec<StatusCode> = join_all(tries).await.iter().map(reqwest::Response::status).collect();
    assert_eq!(statuses.iter().filter(|status| **status == 200).count(), 1, "{statuses:?}");
    assert_eq!(statuses.iter().filter(|status| **status == 404).count(), 49, "{statuses:?}");
}

#[tokio::test]
async fn a_code_reduces_the_payments_that_it_covers() {
    let subscriber = Subscriber::open().await;
    for (name, percent, uses) in [("POOL", "50", "2"), ("TASUTA", "100", "1")] {
        let made = [
            "discounts",
            "create",
            name,
            "--percent",
            percent,
            "--scope",
            "subscription",
            "--max-per-user",
            uses,
        ];
        subscriber.app.command(&made, "").await.unwrap();
    }
    let active =
        async || subscriber.get("/api/discounts/active").await["discountPercentage"].as_i64().unwrap();
    assert_eq!(active().await, 0);
    problem(subscriber.post("/api/discounts/puudub/activate", &json!({})).await, 404, "discount-not-found")
        .await;
    assert_eq!(subscriber.post("/api/discounts/pool/activate", &json!({})).await.status(), 200);
    assert_eq!(subscriber.post("/api/discounts/pool/activate", &json!({})).await.status(), 200);
    assert_eq!(active().await, 50);
    subscriber.walk_to("2027-03-10T12:00:00+02:00").await;
    // Half of 6.99 is 3.495, rounded up.
    subscriber.pay("checkout-subscription", Some(LIMITED)).await;
    subscriber.walk_to("2027-04-10T12:01:00+03:00").await;
    assert_eq!(subscriber.taken().await, ["3.50", "3.50"]);
    assert_eq!(active().await, 0);
    subscriber.walk_to("2027-05-10T12:01:00+03:00").await;
    assert_eq!(subscriber.taken().await.last().unwrap(), "6.99");
    // With 100 % off there is no bank payment, and renewals continue.
    assert_eq!(subscriber.post("/api/discounts/tasuta/activate", &json!({})).await.status(), 200);
    subscriber.walk_to("2027-06-10T12:01:00+03:00").await;
    assert_eq!(subscriber.taken().await.len(), 3);
    assert_eq!(subscriber.subscription().await["status"], "active");
    subscriber.walk_to("2027-07-10T12:01:00+03:00").await;
    assert_eq!(subscriber.taken().await.len(), 4);
    // A revoked code reduces nothing.
    let made = ["discounts", "create", "LÄBI", "--percent", "10", "--scope", "both"];
    subscriber.app.command(&made, "").await.unwrap();
    assert_eq!(subscriber.post("/api/discounts/l%C3%A4bi/activate", &json!({})).await.status(), 200);
    subscriber.app.command(&["discounts", "revoke", "LÄBI"], "").await.unwrap();
    assert_eq!(active().await, 0);
}

#[tokio::test]
async fn a_code_revoked_during_the_card_dialog_keeps_the_price_that_was_shown() {
    let subscriber = Subscriber::open().await;
    subscriber
        .app
        .command(&["discounts", "create", "POOL", "--percent", "50", "--scope", "subscription"], "")
        .await
        .unwrap();
    assert_eq!(subscriber.post("/api/discounts/pool/activate", &json!({})).await.status(), 200);
    let start = subscriber.start("checkout-subscription", &json!({ "subscriptionType": LIMITED })).await;
    subscriber.app.command(&["discounts", "revoke", "POOL"], "").await.unwrap();
    let completed = subscriber.card(&start, "approve").await;
    assert_eq!(subscriber.notify(&completed).await.status(), 200);
    subscriber.until_payment(&start, "paid").await;
    assert_eq!(subscriber.taken().await, ["3.50"]);
    subscriber.app.advance(std::time::Duration::from_hours(31 * 24));
    subscriber.run_due().await;
    assert_eq!(subscriber.taken().await, ["3.50", "6.99"], "the next month is without it");
}

#[tokio::test]
async fn fifty_at_once_start_one_trial() {
    let subscriber = Subscriber::open().await;
    let body = json!({ "subscriptionType": LIMITED });
    let starts = join_all((0..50).map(|_| subscriber.start("start-trial", &body))).await;
    assert!(starts.iter().all(|start| start["transactionId"] == starts[0]["transactionId"]));
    let completed = subscriber.card(&starts[0], "approve").await;
    let answers = join_all((0..50).map(|_| subscriber.notify(&completed))).await;
    assert!(answers.iter().all(|answer| answer.status() == 200));
    subscriber.until_payment(&starts[0], "paid").await;
    assert_eq!(subscriber.emails().await, ["Sinu prooviperiood algas"]);
    assert!(subscriber.taken().await.is_empty());
}

#[tokio::test]
async fn a_stop_and_a_renewal_at_once_agree() {
    for round in 0..5 {
        let subscriber = Arc::new(Subscriber::open().await);
        subscriber.walk_to("2027-03-10T12:00:00+02:00").await;
        subscriber.pay("checkout-subscription", Some(LIMITED)).await;
        subscriber.app.advance(std::time::Duration::from_hours(31 * 24 - 1));
        let renewal = {
            let subscriber = subscriber.clone();
            tokio::spawn(async move { subscriber.run_due().await })
        };
        if round % 2 == 0 {
            tokio::time::sleep(std::time::Duration::from_millis(round * 7)).await;
        }
        let stops = join_all(
            (0..50).map(|_| subscriber.app.post_as(&subscriber.token, "/api/unsubscribe", &Value::Null)),
        )
        .await;
        renewal.await.unwrap();
        assert!(stops.iter().all(|answer| [200, 403].contains(&answer.status().as_u16())));
        let taken = subscriber.taken().await.len();
        assert!(taken <= 2, "{taken}");
        subscriber.walk_to("2027-07-10T12:01:00+03:00").await;
        assert_eq!(subscriber.taken().await.len(), taken, "nothing is charged after a stop");
    }
}

#[tokio::test]
async fn fifty_nodes_renew_once() {
    let subscriber = Arc::new(Subscriber::open().await);
    subscriber.walk_to("2027-03-10T12:00:00+02:00").await;
    subscriber.pay("checkout-subscription", Some(LIMITED)).await;
    subscriber.app.advance(std::time::Duration::from_hours(31 * 24));
    let nodes = (0..50).map(|_| {
        let subscriber = subscriber.clone();
        tokio::spawn(async move { subscriber.run_due().await })
    });
    for node in join_all(nodes).await {
        node.unwrap();
    }
    assert_eq!(subscriber.taken().await.len(), 2);
    assert_eq!(subscriber.emails().await.len(), 2);
}

#[tokio::test]
async fn refunds_by_hand_are_partial_and_never_exceed_the_payment() {
    let subscriber = Subscriber::open().await;
    let start = subscriber.pay("checkout-subscription", Some(LIMITED)).await;
    let id = start["transactionId"].as_str().unwrap();
    let refund = async |amount: Option<&str>| {
        let mut arguments = vec!["payments", "refund", id, "--comment", "heast tahtest"];
        arguments.extend(amount.iter().flat_map(|amount| ["--amount", amount]));
        let output = subscriber.app.program(&arguments).output().await.unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
    };
    assert_eq!(refund(Some("2.00")).await.unwrap().trim(), "2.00 EUR: SETTLED");
    assert!(refund(Some("5.00")).await.unwrap_err().contains("4.99 EUR is left"));
    subscriber.switch(&json!({ "lost": 1, "only": "refund" })).await;
    assert!(refund(None).await.unwrap_err().contains("did not answer"));
    assert!(refund(None).await.unwrap_err().contains("under way"));
    // The age of the call is by the store's clock, which the program reads from the database.
    assert_eq!(subscriber.app.post("/_sandbox/clock", &json!({ "advanceSeconds": 120 })).await.status(), 200);
    assert_eq!(refund(None).await.unwrap().trim(), "4.99 EUR: SETTLED");
    assert!(refund(None).await.is_err());
    for _ in 0..50 {
        if subscriber.payment(&start).await["status"] == "refunded" {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    assert_eq!(subscriber.payment(&start).await["status"], "refunded");
    let shown = subscriber.app.command(&["subscriptions", "show", "mari@naide.ee"], "").await.unwrap();
    assert!(shown.contains("subscription-joined") && shown.contains("subscription-refunded"), "{shown}");
}
