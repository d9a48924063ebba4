//! What is told about a charge is what the charge takes.

use serde_json::{Value, json};

use crate::{
    fixtures::subscriber::Subscriber,
    subscriptions::billing::{LIMITED, UNLIMITED, plan},
};

async fn gift(subscriber: &Subscriber, plan: &str, months: &str) {
    let create = ["gift-cards", "create", "--plan", plan, "--months", months];
    let code = subscriber.app.command(&create, "").await.unwrap();
    let body = json!({ "activationCode": code.trim() });
    assert_eq!(subscriber.post("/api/activate-gift-card", &body).await.status(), 200);
}

async fn discount(subscriber: &Subscriber, code: &str, limits: &[&str]) {
    let create = ["discounts", "create", code, "--percent", "50", "--scope", "subscription"];
    subscriber.app.command(&[&create, limits].concat(), "").await.unwrap();
    let path = format!("/api/discounts/{code}/activate");
    assert_eq!(subscriber.post(&path, &json!({})).await.status(), 200);
}

#[tokio::test]
async fn a_stop_and_its_resumption_keep_the_plan_that_is_paid_for() {
    let subscriber = Subscriber::open().await;
    subscriber.walk_to("2027-03-10T12:00:00+02:00").await;
    subscriber.pay("checkout-subscription", Some(LIMITED)).await;
    gift(&subscriber, UNLIMITED, "1").await;
    subscriber.walk_to("2027-04-15T12:00:00+03:00").await;
    assert_eq!(subscriber.post("/api/unsubscribe", &json!({})).await.status(), 200);
    let stopped = subscriber.subscription().await;
    assert_eq!(
        (&stopped["subscriptionType"], &stopped["nextSubscriptionType"], &stopped["nextAmount"]),
        (&json!(UNLIMITED), &json!(LIMITED), &json!(6.99))
    );
    assert_eq!(stopped["renewsAt"], Value::Null);
    assert_eq!(subscriber.post("/api/change-subscription", &plan(LIMITED)).await.status(), 200);
    let resumed = subscriber.subscription().await;
    assert_eq!(resumed["nextAmount"], json!(6.99));
    subscriber.walk_to("2027-05-10T12:01:00+03:00").await;
    assert_eq!(subscriber.taken().await, ["6.99", "6.99"]);
}

#[tokio::test]
async fn the_terms_tell_how_many_payments_a_code_reduces() {
    let subscriber = Subscriber::open().await;
    subscriber.walk_to("2027-03-01T12:00:00+02:00").await;
    discount(&subscriber, "YKS", &["--max-per-user", "1"]).await;
    let told = subscriber.get("/api/discounts/active").await;
    assert_eq!(told, json!({ "discountPercentage": 50, "discountedPayments": 1 }));
    let start = subscriber.pay("start-trial", Some(LIMITED)).await;
    assert_eq!((&start["discountedAmount"], &start["discountedPayments"]), (&json!(3.5), &json!(1)));
    subscriber.walk_to("2027-03-15T12:01:00+02:00").await;
    subscriber.walk_to("2027-04-15T12:01:00+03:00").await;
    assert_eq!(subscriber.taken().await, ["3.50", "6.99"]);
}

#[tokio::test]
async fn a_code_that_ends_soon_covers_the_charges_within_its_time() {
    let subscriber = Subscriber::open().await;
    subscriber.walk_to("2027-03-01T12:00:00+02:00").await;
    discount(&subscriber, "KEVAD", &["--until", "2027-05-02"]).await;
    let start = subscriber.pay("checkout-subscription", Some(LIMITED)).await;
    assert_eq!((&start["amount"], &start["discountedPayments"]), (&json!(3.5), &json!(2)));
    for day in ["2027-04-01", "2027-05-01", "2027-06-01"] {
        let next = subscriber.subscription().await["nextAmount"].as_f64().unwrap();
        subscriber.walk_to(&format!("{day}T12:01:00+03:00")).await;
        assert_eq!(subscriber.taken().await.last().unwrap(), &format!("{next:.2}"), "{day}");
    }
    assert_eq!(subscriber.taken().await, ["3.50", "3.50", "3.50", "6.99"]);
}

#[tokio::test]
async fn the_email_about_the_first_charge_waits_for_a_gift() {
    let subscriber = Subscriber::open().await;
    subscriber.walk_to("2027-03-01T12:00:00+02:00").await;
    subscriber.pay("start-trial", Some(LIMITED)).await;
    gift(&subscriber, UNLIMITED, "2").await;
    subscriber.walk_to("2027-05-07T12:00:00+03:00").await;
    let emails = subscriber.emails().await;
    assert_eq!(emails, ["Sinu prooviperiood algas", "Kinkekaart on aktiveeritud"]);
    subscriber.walk_to("2027-05-09T12:00:00+03:00").await;
    assert_eq!(subscriber.emails().await[2], "Sinu paketi esimene makse on 15.5.2027");
    subscriber.walk_to("2027-05-15T12:01:00+03:00").await;
    assert_eq!(subscriber.taken().await, ["6.99"]);
}

#[tokio::test]
async fn in_grace_the_next_attempt_is_told() {
    let subscriber = Subscriber::open().await;
    subscriber.walk_to("2027-03-10T12:00:00+02:00").await;
    subscriber.pay("checkout-subscription", Some(LIMITED)).await;
    subscriber.switch(&json!({ "declines": 1 })).await;
    subscriber.walk_to("2027-04-10T12:01:00+03:00").await;
    let grace = subscriber.subscription().await;
    assert_eq!(grace["status"], "grace");
    assert!(grace["renewsAt"].as_str().unwrap().starts_with("2027-04-11T09:0"), "{grace}");
}

#[tokio::test]
async fn an_account_that_had_only_a_trial_can_be_deleted() {
    let subscriber = Subscriber::open().await;
    subscriber.pay("start-trial", Some(LIMITED)).await;
    subscriber.app.until_notified().await;
    subscriber.app.command(&["user", "delete", "mari@naide.ee"], "").await.unwrap();
    assert_eq!(subscriber.app.get_as(&subscriber.token, "/api/user").await.status(), 401);
}
