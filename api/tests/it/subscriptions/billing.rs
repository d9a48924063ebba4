//! The life of a subscription, by the store's clock.

use std::{sync::Arc, time::Duration};

use futures::future::join_all;
use serde_json::{Value, json};

use crate::{fixtures::app::problem, fixtures::subscriber::Subscriber};

pub const LIMITED: &str = "20H_LIMITED";
pub const UNLIMITED: &str = "UNLIMITED";

pub fn plan(kind: &str) -> Value {
    json!({ "subscriptionType": kind })
}

/// A time in a response, in Estonia to the minute.
fn local(value: &Value) -> String {
    use time::{OffsetDateTime, format_description::well_known::Rfc3339};
    use time_tz::{OffsetDateTimeExt, timezones::db::europe::TALLINN};
    let at =
        OffsetDateTime::parse(value.as_str().unwrap_or_default(), &Rfc3339).unwrap().to_timezone(TALLINN);
    format!("{} {:02}:{:02}", at.date(), at.hour(), at.minute())
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one life, told in its order")]
async fn a_year_of_a_subscriber() {
    let subscriber = Subscriber::open().await;
    subscriber.walk_to("2027-01-17T12:00:00+02:00").await;
    assert_eq!(subscriber.subscription().await["status"], "none");

    // The trial: 0 EUR, no charge, an email.
    let start = subscriber.pay("start-trial", Some(LIMITED)).await;
    assert_eq!(start["amount"].as_f64(), Some(0.00));
    let now = subscriber.subscription().await;
    assert_eq!((&now["status"], &now["hasCard"]), (&json!("trial"), &json!(true)));
    assert_eq!(local(&now["expiresAt"]), "2027-01-31 12:00");
    assert_eq!(now["nextAmount"].as_f64(), Some(6.99));
    let user = subscriber.get("/api/user").await;
    assert_eq!((&user["trialActive"], &user["subscriptionActive"]), (&json!(true), &json!(true)));
    assert_eq!(subscriber.emails().await, ["Sinu prooviperiood algas"]);

    subscriber.walk_to("2027-01-24T11:59:00+02:00").await;
    assert_eq!(subscriber.emails().await.len(), 1);
    subscriber.walk_to("2027-01-24T12:01:00+02:00").await;
    assert_eq!(subscriber.emails().await[1], "Sinu prooviperiood lõpeb 31.1.2027");

    // The first charge comes when the trial ends, not a minute earlier.
    subscriber.walk_to("2027-01-31T11:59:00+02:00").await;
    assert!(subscriber.taken().await.is_empty());
    subscriber.walk_to("2027-01-31T12:01:00+02:00").await;
    assert_eq!(subscriber.taken().await, ["6.99"]);
    let now = subscriber.subscription().await;
    assert_eq!((&now["status"], local(&now["renewsAt"])), (&json!("active"), "2027-02-28 12:00".to_owned()));
    assert!(subscriber.emails().await[2].starts_with("Kviitung makse P"));

    // On the 31st of each month, across daylight saving time and back.
    for (day, next, taken) in [
        ("2027-02-28T12:01:00+02:00", "2027-03-31 12:00", 2),
        ("2027-03-31T12:01:00+03:00", "2027-04-30 12:00", 3),
        ("2027-04-30T12:01:00+03:00", "2027-05-31 12:00", 4),
        ("2027-05-31T12:01:00+03:00", "2027-06-30 12:00", 5),
        ("2027-06-30T12:01:00+03:00", "2027-07-31 12:00", 6),
        ("2027-07-31T12:01:00+03:00", "2027-08-31 12:00", 7),
    ] {
        subscriber.walk_to(day).await;
        let now = subscriber.subscription().await;
        assert_eq!(
            (now["status"].as_str(), local(&now["renewsAt"])),
            (Some("active"), next.to_owned()),
            "{day}"
        );
        assert_eq!(subscriber.taken().await.len(), taken, "{day}");
    }

    // A declined charge: retried after one day and after three, with access and an email each time.
    subscriber.switch(&json!({ "declines": 2 })).await;
    let before = subscriber.emails().await.len();
    subscriber.walk_to("2027-08-31T12:01:00+03:00").await;
    let now = subscriber.subscription().await;
    assert_eq!(now["status"], "grace");
    assert_eq!(subscriber.get("/api/user").await["subscriptionActive"], true);
    subscriber.walk_to("2027-09-01T11:59:00+03:00").await;
    assert_eq!(subscriber.emails().await.len(), before + 1);
    subscriber.walk_to("2027-09-01T12:02:00+03:00").await;
    assert_eq!(subscriber.emails().await.len(), before + 2);
    assert_eq!(subscriber.get("/api/user").await["subscriptionActive"], true);
    assert_eq!(subscriber.taken().await.len(), 7);
    subscriber.walk_to("2027-09-03T12:03:00+03:00").await;
    assert_eq!(subscriber.taken().await.len(), 8);
    let now = subscriber.subscription().await;
    assert_eq!((&now["status"], local(&now["renewsAt"])), (&json!("active"), "2027-09-30 12:00".to_owned()));
    assert_eq!(subscriber.emails().await[before], "Paketi tasu maksmine ei õnnestunud");

    // Another card.
    let expiry = subscriber.get("/api/payment-token-expiry").await;
    let start = subscriber.pay("change-card-details", None).await;
    assert_eq!(start["amount"].as_f64(), Some(0.00));
    assert_ne!(subscriber.get("/api/payment-token-expiry").await, expiry);

    // Flexible → unlimited in the middle: 15 of 30 days are left, today counts.
    subscriber.walk_to("2027-09-15T09:00:00+03:00").await;
    assert_eq!(subscriber.subscription().await["upgradeAmount"].as_f64(), Some(2.5));
    let answer = subscriber.post("/api/change-subscription", &plan(UNLIMITED)).await;
    assert_eq!(answer.status(), 200);
    let changed: Value = answer.json().await.unwrap();
    assert_eq!((&changed["changed"], changed["amount"].as_f64().unwrap()), (&json!("now"), 2.5));
    assert_eq!(subscriber.taken().await.last().unwrap(), "2.50");
    assert_eq!(subscriber.get("/api/user").await["subscriptionType"], UNLIMITED);
    subscriber.walk_to("2027-09-30T12:01:00+03:00").await;
    assert_eq!(subscriber.taken().await.last().unwrap(), "11.99");

    // Unlimited → flexible is always scheduled, never immediate.
    let answer = subscriber.post("/api/change-subscription", &plan(LIMITED)).await;
    problem(answer, 409, "downgrade-at-period-end").await;
    let booked = json!({ "subscriptionType": LIMITED, "atPeriodEnd": true });
    assert_eq!(subscriber.post("/api/change-subscription", &booked).await.status(), 200);
    let now = subscriber.subscription().await;
    assert_eq!(
        (&now["subscriptionType"], &now["nextSubscriptionType"]),
        (&json!(UNLIMITED), &json!(LIMITED))
    );
    subscriber.walk_to("2027-10-31T12:01:00+02:00").await;
    assert_eq!(subscriber.taken().await.last().unwrap(), "6.99");
    let now = subscriber.subscription().await;
    assert_eq!((&now["subscriptionType"], &now["nextSubscriptionType"]), (&json!(LIMITED), &Value::Null));

    subscriber.walk_to("2027-11-30T12:01:00+02:00").await;
    subscriber.walk_to("2027-12-31T12:01:00+02:00").await;
    let taken = subscriber.taken().await;
    assert_eq!(taken.len(), 13, "12 months and what was missing: {taken:?}");

    // Stopped: active until the end, without a charge.
    subscriber.walk_to("2028-01-10T12:01:00+02:00").await;
    let user: Value = subscriber.post("/api/unsubscribe", &json!({})).await.json().await.unwrap();
    assert_eq!(local(&user["subscriptionExpiresAt"]), "2028-01-31 12:00");
    assert_eq!(user["subscriptionActive"], true);
    assert_eq!(subscriber.emails().await.last().unwrap(), "Sinu pakett on lõpetatud");
    subscriber.walk_to("2028-01-31T11:59:00+02:00").await;
    assert_eq!(subscriber.get("/api/user").await["subscriptionActive"], true);
    subscriber.walk_to("2028-01-31T12:01:00+02:00").await;
    assert_eq!(subscriber.get("/api/user").await["subscriptionActive"], false);
    assert_eq!(subscriber.emails().await.last().unwrap(), "Sinu pakett on lõppenud");
    subscriber.walk_to("2028-04-01T12:01:00+03:00").await;
    assert_eq!(subscriber.taken().await.len(), 13);
    assert_eq!(subscriber.subscription().await["status"], "ended");

    // Joining again: no second trial, paid at once, months counted from now.
    problem(subscriber.post("/api/start-trial", &plan(LIMITED)).await, 409, "trial-used").await;
    let start = subscriber.pay("checkout-subscription", Some(UNLIMITED)).await;
    assert_eq!(start["amount"].as_f64(), Some(11.99));
    let now = subscriber.subscription().await;
    assert_eq!((&now["status"], local(&now["renewsAt"])), (&json!("active"), "2028-05-01 12:01".to_owned()));
    assert!(subscriber.incidents().await.is_empty());
}

#[tokio::test]
async fn three_declined_charges_end_the_subscription() {
    let subscriber = Subscriber::open().await;
    subscriber.walk_to("2027-03-10T12:00:00+02:00").await;
    subscriber.pay("checkout-subscription", Some(LIMITED)).await;
    subscriber.switch(&json!({ "declines": 9 })).await;
    subscriber.walk_to("2027-04-10T12:01:00+03:00").await;
    subscriber.walk_to("2027-04-11T12:02:00+03:00").await;
    assert_eq!(subscriber.get("/api/user").await["subscriptionActive"], true);
    subscriber.walk_to("2027-04-13T12:03:00+03:00").await;
    assert_eq!(subscriber.get("/api/user").await["subscriptionActive"], false);
    let emails = subscriber.emails().await;
    assert_eq!(
        emails[1..],
        [
            "Paketi tasu maksmine ei õnnestunud",
            "Paketi tasu maksmine ei õnnestunud",
            "Sinu pakett on lõppenud"
        ]
    );
    subscriber.walk_to("2027-06-13T12:01:00+03:00").await;
    assert_eq!(subscriber.taken().await, ["6.99"]);
    assert_eq!(subscriber.emails().await.len(), emails.len());
}

#[tokio::test]
async fn another_card_retries_a_declined_charge_at_once() {
    let subscriber = Subscriber::open().await;
    subscriber.walk_to("2027-03-10T12:00:00+02:00").await;
    subscriber.pay("checkout-subscription", Some(LIMITED)).await;
    subscriber.switch(&json!({ "declines": 1 })).await;
    subscriber.walk_to("2027-04-10T12:01:00+03:00").await;
    assert_eq!(subscriber.subscription().await["status"], "grace");
    subscriber.pay("change-card-details", None).await;
    subscriber.run_due().await;
    assert_eq!(subscriber.subscription().await["status"], "active");
    assert_eq!(subscriber.taken().await, ["6.99", "6.99"]);
    subscriber.walk_to("2027-05-01T12:01:00+03:00").await;
    assert_eq!(subscriber.taken().await.len(), 2);
}

#[tokio::test]
async fn another_card_and_a_renewal_at_once_charge_once() {
    // On the day, and while a declined charge waits for its retry.
    for declined in [false, true] {
        let subscriber = Arc::new(Subscriber::open().await);
        subscriber.walk_to("2027-03-10T12:00:00+02:00").await;
        subscriber.pay("checkout-subscription", Some(LIMITED)).await;
        if declined {
            subscriber.switch(&json!({ "declines": 1 })).await;
            subscriber.walk_to("2027-04-10T12:01:00+03:00").await;
            assert_eq!(subscriber.subscription().await["status"], "grace");
        }
        let start = subscriber.start("change-card-details", &json!({})).await;
        let completed = subscriber.card(&start, "approve").await;
        subscriber.app.advance(Duration::from_hours(if declined { 24 } else { 31 * 24 }));
        let renewals = (0..25).map(|_| {
            let subscriber = subscriber.clone();
            tokio::spawn(async move { subscriber.run_due().await })
        });
        let renewals: Vec<_> = renewals.collect();
        let shown = join_all((0..25).map(|_| subscriber.notify(&completed))).await;
        assert!(shown.iter().all(|answer| answer.status() == 200));
        for renewal in renewals {
            renewal.await.unwrap();
        }
        subscriber.until_payment(&start, "paid").await;
        subscriber.run_due().await;
        assert_eq!(subscriber.taken().await, ["6.99", "6.99"], "declined before: {declined}");
        let now = subscriber.subscription().await;
        assert_eq!((&now["status"], &now["hasCard"]), (&json!("active"), &json!(true)));
        subscriber.walk_to("2027-05-09T12:01:00+03:00").await;
        assert_eq!(subscriber.taken().await.len(), 2, "declined before: {declined}");
        assert!(subscriber.incidents().await.is_empty());
    }
}

#[tokio::test]
async fn cancelled_declined_and_unsuitable_cards_start_nothing() {
    let subscriber = Subscriber::open().await;
    let start = subscriber.start("start-trial", &plan(LIMITED)).await;
    assert_eq!(subscriber.card(&start, "decline").await["declined"], true);
    assert_eq!(subscriber.payment(&start).await["status"], "open");
    subscriber.card(&start, "cancel").await;
    let hint = json!({ "message_type": "payment_return", "status": "CANCELLED", "transaction": start["transactionId"] });
    assert_eq!(subscriber.post("/api/notify", &hint).await.status(), 200);
    subscriber.until_payment(&start, "cancelled").await;
    // The next start is another payment.
    let again = subscriber.start("start-trial", &plan(LIMITED)).await;
    assert_ne!(again["transactionId"], start["transactionId"]);
    // A token that can be charged once starts no subscription.
    subscriber.switch(&json!({ "singleUse": true })).await;
    let completed = subscriber.card(&again, "approve").await;
    assert_eq!(subscriber.notify(&completed).await.status(), 200);
    subscriber.app.until_notified().await;
    assert_eq!(subscriber.subscription().await["status"], "none");
    // The same card again, with a reusable token.
    subscriber.switch(&json!({})).await;
    subscriber.pay("start-trial", Some(LIMITED)).await;
    assert_eq!(subscriber.subscription().await["status"], "trial");
}

#[tokio::test]
async fn a_verified_card_whose_payment_is_left_to_the_shop_is_charged_once() {
    let subscriber = Subscriber::open().await;
    subscriber.switch(&json!({ "leavePending": true })).await;
    subscriber.pay("checkout-subscription", Some(UNLIMITED)).await;
    assert_eq!(subscriber.taken().await, ["11.99"]);
    assert_eq!(subscriber.subscription().await["hasCard"], true);
}

#[tokio::test]
async fn a_declined_upgrade_changes_nothing() {
    let subscriber = Subscriber::open().await;
    subscriber.pay("checkout-subscription", Some(LIMITED)).await;
    subscriber.switch(&json!({ "declines": 1 })).await;
    problem(subscriber.post("/api/change-subscription", &plan(UNLIMITED)).await, 402, "charge-declined")
        .await;
    assert_eq!(subscriber.get("/api/user").await["subscriptionType"], LIMITED);
    assert_eq!(subscriber.post("/api/change-subscription", &plan(UNLIMITED)).await.status(), 200);
    assert_eq!(subscriber.get("/api/user").await["subscriptionType"], UNLIMITED);
    assert_eq!(subscriber.taken().await, ["6.99", "5.00"]);
}

#[tokio::test]
async fn a_verified_card_that_is_declined_ends_the_payment() {
    let subscriber = Subscriber::open().await;
    subscriber.switch(&json!({ "leavePending": true, "declines": 1 })).await;
    let start = subscriber.start("checkout-subscription", &plan(LIMITED)).await;
    let completed = subscriber.card(&start, "approve").await;
    assert_eq!(subscriber.notify(&completed).await.status(), 200);
    subscriber.until_payment(&start, "failed").await;
    assert_eq!(subscriber.subscription().await["status"], "none");
    // A retry is another payment.
    subscriber.pay("checkout-subscription", Some(LIMITED)).await;
    assert_eq!(subscriber.taken().await, ["6.99"]);
}

#[tokio::test]
async fn a_stop_can_be_taken_back_while_the_subscription_is_active() {
    let subscriber = Subscriber::open().await;
    subscriber.walk_to("2027-03-10T12:00:00+02:00").await;
    subscriber.pay("checkout-subscription", Some(LIMITED)).await;
    assert_eq!(subscriber.post("/api/unsubscribe", &json!({})).await.status(), 200);
    assert_eq!(subscriber.subscription().await["status"], "stopped");
    let answer: Value =
        subscriber.post("/api/change-subscription", &plan(LIMITED)).await.json().await.unwrap();
    assert_eq!(answer["changed"], "resumed");
    subscriber.walk_to("2027-04-10T12:01:00+03:00").await;
    assert_eq!(subscriber.taken().await.len(), 2);
}

#[tokio::test]
async fn the_api_token_can_come_in_the_body() {
    let subscriber = Subscriber::open().await;
    let body = json!({ "apiToken": subscriber.token, "subscriptionType": LIMITED });
    assert_eq!(subscriber.app.post("/api/checkout-subscription", &body).await.status(), 200);
    let other = json!({ "apiToken": "another", "subscriptionType": LIMITED });
    problem(subscriber.post("/api/checkout-subscription", &other).await, 401, "token-mismatch").await;
    problem(subscriber.app.post("/api/checkout-subscription", &plan(LIMITED)).await, 401, "unauthorized")
        .await;
    problem(subscriber.post("/api/checkout-subscription", &plan("GOLD")).await, 422, "validation").await;
    problem(subscriber.post("/api/unsubscribe", &json!({})).await, 403, "package-required").await;
    problem(subscriber.post("/api/change-card-details", &json!({})).await, 403, "package-required").await;
}
