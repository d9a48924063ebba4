//! One money action of a person at a time, and payments that come when there is nothing to deliver.

use std::time::Duration;

use futures::future::{join_all, join3};
use serde_json::json;

use crate::{
    fixtures::app::problem,
    fixtures::subscriber::Subscriber,
    subscriptions::billing::{LIMITED, UNLIMITED, plan},
};

#[tokio::test]
async fn upgrades_at_once_charge_once() {
    let subscriber = Subscriber::open().await;
    subscriber.pay("checkout-subscription", Some(LIMITED)).await;
    subscriber.switch(&json!({ "slowMillis": 1500, "only": "create" })).await;
    let upgrade = plan(UNLIMITED);
    let after = async |millis| {
        tokio::time::sleep(Duration::from_millis(millis)).await;
        subscriber.post("/api/change-subscription", &upgrade).await
    };
    let (first, second, third) = join3(after(0), after(400), after(800)).await;
    assert_eq!(first.status(), 200);
    problem(second, 409, "payment-in-progress").await;
    problem(third, 409, "payment-in-progress").await;
    assert_eq!(subscriber.taken().await, ["6.99", "5.00"]);
    assert!(subscriber.incidents().await.is_empty());
}

#[tokio::test]
async fn of_fifty_upgrades_at_once_one_is_charged() {
    let subscriber = Subscriber::open().await;
    subscriber.pay("checkout-subscription", Some(LIMITED)).await;
    subscriber.switch(&json!({ "slowMillis": 300, "only": "create" })).await;
    let upgrade = plan(UNLIMITED);
    let answers = join_all((0..50).map(|_| subscriber.post("/api/change-subscription", &upgrade))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status() == 200).count(), 1);
    assert_eq!(subscriber.taken().await, ["6.99", "5.00"]);
    assert!(subscriber.incidents().await.is_empty());
}

/// An upgrade whose call hangs, and a card change and a renewal that come meanwhile.
#[tokio::test]
async fn other_payments_wait_for_a_charge_in_flight() {
    let subscriber = Subscriber::open().await;
    subscriber.walk_to("2027-03-10T00:00:20+02:00").await;
    subscriber.pay("checkout-subscription", Some(LIMITED)).await;
    subscriber.walk_to("2027-04-09T23:59:50+03:00").await;
    subscriber.switch(&json!({ "slowMillis": 2000, "only": "charge", "silent": true })).await;
    let upgrade = async { subscriber.post("/api/change-subscription", &plan(UNLIMITED)).await };
    let others = async {
        tokio::time::sleep(Duration::from_millis(700)).await;
        let card = subscriber.post("/api/change-card-details", &json!({})).await;
        problem(card, 409, "payment-in-progress").await;
        subscriber.walk_to("2027-04-10T00:00:21+03:00").await;
        assert_eq!(subscriber.taken().await.last().unwrap(), "0.16");
    };
    let (upgraded, ()) = tokio::join!(upgrade, others);
    // The period of the upgrade ended before the charge was confirmed.
    let told = problem(upgraded, 409, "upgrade-too-late").await;
    assert_eq!(told["amount"], json!(0.16));
    subscriber.switch(&json!({})).await;
    subscriber.walk_to("2027-04-10T00:05:00+03:00").await;
    assert_eq!(subscriber.taken().await, ["6.99", "0.16", "6.99"]);
    assert_eq!(subscriber.incidents().await, ["nothing-to-deliver"]);
}

#[tokio::test]
async fn two_joins_in_two_tabs_deliver_one_month() {
    let subscriber = Subscriber::open().await;
    // The messages with the cards' tokens come late.
    subscriber.switch(&json!({ "silent": true })).await;
    let limited = subscriber.start("checkout-subscription", &plan(LIMITED)).await;
    let unlimited = subscriber.start("checkout-subscription", &plan(UNLIMITED)).await;
    assert_ne!(limited["transactionId"], unlimited["transactionId"]);
    for start in [&limited, &unlimited] {
        subscriber.card(start, "approve").await;
    }
    subscriber.app.advance(Duration::from_secs(31));
    subscriber.run_due().await;
    assert_eq!(subscriber.taken().await, ["6.99", "11.99"]);
    assert_eq!(subscriber.incidents().await, ["nothing-to-deliver"]);
    let months: i64 = subscriber.app.db().scalar("SELECT COUNT(*) FROM billing_periods", ()).await.unwrap();
    assert_eq!(months, 1);
    let refunds: i64 = subscriber.app.db().scalar("SELECT COUNT(*) FROM refunds", ()).await.unwrap();
    assert_eq!(refunds, 1);
}

#[tokio::test]
async fn an_upgrade_that_is_confirmed_after_its_month_is_an_incident() {
    let subscriber = Subscriber::open().await;
    subscriber.walk_to("2027-03-10T12:00:00+02:00").await;
    subscriber.pay("checkout-subscription", Some(LIMITED)).await;
    subscriber.walk_to("2027-04-09T13:00:00+03:00").await;
    subscriber.switch(&json!({ "errors": 1, "only": "charge", "silent": true })).await;
    let answer = subscriber.post("/api/change-subscription", &plan(UNLIMITED)).await;
    problem(answer, 503, "charge-unanswered").await;
    // Reconciliation hears nothing until the renewal has been made.
    subscriber.switch(&json!({ "lost": 3, "only": "get" })).await;
    subscriber.walk_to("2027-04-10T12:00:01+03:00").await;
    subscriber.switch(&json!({})).await;
    subscriber.walk_to("2027-04-10T20:00:00+03:00").await;
    assert_eq!(subscriber.taken().await, ["6.99", "0.16", "6.99"]);
    let now = subscriber.subscription().await;
    assert_eq!((&now["subscriptionType"], &now["nextAmount"]), (&json!(LIMITED), &json!(6.99)));
    assert_eq!(subscriber.incidents().await, ["nothing-to-deliver"]);
}

#[tokio::test]
async fn a_code_with_one_use_is_used_once() {
    let subscriber = Subscriber::open().await;
    for (name, percent) in [("ÜKS", "50"), ("TEINE", "10")] {
        let made =
            ["discounts", "create", name, "--percent", percent, "--scope", "subscription", "--max-uses", "1"];
        subscriber.app.command(&made, "").await.unwrap();
    }
    let activate = async |token: &str, code: &str| {
        let path = format!("/api/discounts/{code}/activate");
        subscriber.app.post_as(token, &path, &json!({})).await.status()
    };
    let other = subscriber.app.register("jaan@naide.ee").await;
    assert_eq!(activate(&subscriber.token, "%C3%BCks").await, 200);
    let first = subscriber.start("checkout-subscription", &plan(LIMITED)).await;
    assert_eq!(first["amount"], json!(3.5));
    assert_eq!(activate(&subscriber.token, "teine").await, 200);
    // The open payment can still be paid at the reduced price.
    assert_eq!(activate(&other, "%C3%BCks").await, 404);
    let completed = subscriber.card(&first, "approve").await;
    assert_eq!(subscriber.notify(&completed).await.status(), 200);
    subscriber.until_payment(&first, "paid").await;
    assert_eq!(activate(&other, "%C3%BCks").await, 404);
    let uses = "SELECT uses FROM discounts WHERE code = 'ÜKS'";
    assert_eq!(subscriber.app.db().scalar::<i64>(uses, ()).await.unwrap(), 1);
    assert!(subscriber.incidents().await.is_empty());
}

#[tokio::test]
async fn a_code_is_free_again_when_the_payment_that_had_it_ends() {
    let subscriber = Subscriber::open().await;
    for name in ["ÜKS", "TEINE"] {
        let made =
            ["discounts", "create", name, "--percent", "50", "--scope", "subscription", "--max-uses", "1"];
        subscriber.app.command(&made, "").await.unwrap();
    }
    let activate = async |token: &str, code: &str| {
        let path = format!("/api/discounts/{code}/activate");
        subscriber.app.post_as(token, &path, &json!({})).await.status()
    };
    let other = subscriber.app.register("jaan@naide.ee").await;
    activate(&subscriber.token, "%C3%BCks").await;
    let first = subscriber.start("checkout-subscription", &plan(LIMITED)).await;
    activate(&subscriber.token, "teine").await;
    subscriber.card(&first, "cancel").await;
    let hint = json!({ "message_type": "payment_return", "status": "CANCELLED", "transaction": first["transactionId"] });
    subscriber.post("/api/notify", &hint).await;
    subscriber.until_payment(&first, "cancelled").await;
    assert_eq!(activate(&other, "%C3%BCks").await, 200);
}

#[tokio::test]
async fn a_code_is_free_again_when_the_account_that_reserved_it_is_deleted() {
    let subscriber = Subscriber::open().await;
    let app = &subscriber.app;
    let made = ["discounts", "create", "ÜKS", "--percent", "50", "--scope", "both", "--max-uses", "1"];
    app.command(&made, "").await.unwrap();
    let activate =
        async |token: &str| app.post_as(token, "/api/discounts/%C3%BCks/activate", &json!({})).await.status();
    let other = app.register("jaan@naide.ee").await;
    assert_eq!(activate(&subscriber.token).await, 200);
    assert_eq!(activate(&other).await, 404);
    app.command(&["user", "delete", "mari@naide.ee"], "").await.unwrap();
    assert_eq!(activate(&other).await, 200);
}

/// The provider takes longer to open the transaction than the stop waits.
#[tokio::test]
async fn a_renewal_is_not_charged_after_a_stop_that_was_answered_meanwhile() {
    let subscriber = Subscriber::open().await;
    subscriber.pay("checkout-subscription", Some(LIMITED)).await;
    subscriber.switch(&json!({ "slowMillis": 1500, "only": "create" })).await;
    subscriber.app.advance(Duration::from_hours(32 * 24));
    let stop = async {
        tokio::time::sleep(Duration::from_millis(500)).await;
        subscriber.app.advance(Duration::from_secs(80));
        assert_eq!(subscriber.post("/api/unsubscribe", &json!({})).await.status(), 200);
    };
    tokio::join!(subscriber.run_due(), stop);
    subscriber.switch(&json!({})).await;
    subscriber.app.advance(Duration::from_secs(80));
    subscriber.run_due().await;
    assert_eq!(subscriber.taken().await, ["6.99"]);
    assert_eq!(subscriber.subscription().await["status"], "ended");
    assert!(subscriber.incidents().await.is_empty());
}

/// The provider takes longer to open the transaction than the charge is reserved for.
#[tokio::test]
async fn an_upgrade_that_was_given_up_meanwhile_is_not_charged() {
    let subscriber = Subscriber::open().await;
    subscriber.pay("checkout-subscription", Some(LIMITED)).await;
    subscriber.switch(&json!({ "slowMillis": 1500, "only": "create" })).await;
    let upgrade = plan(UNLIMITED);
    let again = async {
        tokio::time::sleep(Duration::from_millis(500)).await;
        subscriber.app.advance(Duration::from_secs(80));
        subscriber.switch(&json!({})).await;
        let cancelled = subscriber.post("/api/change-subscription", &upgrade).await;
        problem(cancelled, 503, "charge-unanswered").await;
        assert_eq!(subscriber.post("/api/change-subscription", &upgrade).await.status(), 200);
    };
    let (first, ()) = tokio::join!(subscriber.post("/api/change-subscription", &upgrade), again);
    problem(first, 503, "charge-unanswered").await;
    assert_eq!(subscriber.taken().await, ["6.99", "5.00"]);
    assert!(subscriber.incidents().await.is_empty());
}
