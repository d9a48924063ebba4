//! Messages of the provider and reports of players that are late, repeated, wrong or missing.

use std::time::Duration;

use futures::future::join_all;
use heliriiul::library::{self, Source};
use serde_json::{Value, json};

use crate::{
    fixtures::app::problem,
    fixtures::subscriber::Subscriber,
    library::listening::{put_book, report},
    subscriptions::billing::{LIMITED, UNLIMITED, plan},
};

#[tokio::test]
async fn an_unanswered_charge_is_looked_up_and_never_made_twice() {
    for (switch, taken) in [
        (json!({ "errors": 1 }), 2),
        (json!({ "lost": 1 }), 2),
        (json!({ "rateLimited": 1 }), 2),
        (json!({ "errors": 2 }), 2),
        (json!({ "lost": 2 }), 2),
    ] {
        let subscriber = Subscriber::open().await;
        subscriber.walk_to("2027-03-10T12:00:00+02:00").await;
        subscriber.pay("checkout-subscription", Some(LIMITED)).await;
        subscriber.switch(&switch).await;
        subscriber.walk_to("2027-04-10T12:01:00+03:00").await;
        for minute in 2..20 {
            subscriber.walk_to(&format!("2027-04-10T12:{minute:02}:00+03:00")).await;
        }
        assert_eq!(subscriber.taken().await.len(), taken, "{switch}");
        assert_eq!(subscriber.subscription().await["status"], "active", "{switch}");
        assert_eq!(subscriber.emails().await.len(), 2, "{switch}: receipts alone");
    }
}

#[tokio::test]
async fn a_charge_with_an_unknown_outcome_becomes_an_incident_after_a_day() {
    for unknown in [
        json!({ "hangs": 1, "only": "charge", "silent": true }),
        json!({ "errors": 1, "only": "charge", "silent": true }),
    ] {
        let subscriber = Subscriber::open().await;
        subscriber.walk_to("2027-03-10T12:00:00+02:00").await;
        subscriber.pay("checkout-subscription", Some(LIMITED)).await;
        subscriber.switch(&unknown).await;
        subscriber.walk_to("2027-04-10T12:01:00+03:00").await;
        assert_eq!(subscriber.taken().await.len(), 2, "the provider has the money");
        // From now on the provider does not answer.
        subscriber.switch(&json!({ "lost": 255, "only": "get" })).await;
        subscriber.walk_to("2027-04-10T18:01:00+03:00").await;
        assert!(subscriber.incidents().await.is_empty());
        subscriber.walk_to("2027-04-11T13:01:00+03:00").await;
        subscriber.walk_to("2027-04-11T14:31:00+03:00").await;
        assert_eq!(subscriber.incidents().await, ["charge-unanswered"], "{unknown}");
        let listed = subscriber.app.command(&["payments", "list", "--needs-attention"], "").await.unwrap();
        assert!(listed.contains("6.99 EUR"), "{listed}");
        assert_eq!(subscriber.taken().await.len(), 2, "{unknown}");
        assert_eq!(subscriber.get("/api/user").await["subscriptionActive"], true);
        // The provider answers again.
        subscriber.switch(&json!({})).await;
        subscriber.walk_to("2027-04-11T16:01:00+03:00").await;
        assert_eq!(subscriber.subscription().await["status"], "active", "{unknown}");
        assert_eq!(subscriber.taken().await.len(), 2, "{unknown}");
    }
}

#[tokio::test]
async fn a_renewal_goes_on_while_the_shop_s_keys_are_refused() {
    let subscriber = Subscriber::open().await;
    subscriber.walk_to("2027-03-10T12:00:00+02:00").await;
    subscriber.pay("checkout-subscription", Some(LIMITED)).await;
    for day in 10..25 {
        subscriber.switch(&json!({ "rateLimited": 255 })).await;
        for hour in [1, 7, 13, 19] {
            subscriber.walk_to(&format!("2027-04-{day}T{hour:02}:30:00+03:00")).await;
        }
        assert_eq!(subscriber.get("/api/user").await["subscriptionActive"], true, "{day}");
    }
    assert_eq!(subscriber.taken().await.len(), 1);
    assert_eq!(subscriber.incidents().await, ["job-fails"]);
    subscriber.switch(&json!({})).await;
    subscriber.walk_to("2027-04-26T12:00:00+03:00").await;
    assert_eq!(subscriber.subscription().await["status"], "active");
    assert_eq!(subscriber.taken().await, ["6.99", "6.99"]);
    let open = "SELECT COUNT(*) FROM payment_incidents WHERE resolved_at IS NULL";
    assert_eq!(subscriber.app.db().scalar::<i64>(open, ()).await.unwrap(), 0);
}

#[tokio::test]
async fn a_stop_during_a_charge_says_what_will_happen() {
    for (fault, has_paid) in [("errors", true), ("lost", false)] {
        let subscriber = Subscriber::open().await;
        subscriber.walk_to("2027-03-10T12:00:00+02:00").await;
        subscriber.pay("checkout-subscription", Some(LIMITED)).await;
        subscriber.switch(&json!({ fault: 1, "only": "charge", "silent": true })).await;
        subscriber.walk_to("2027-04-10T12:01:00+03:00").await;
        subscriber.switch(&json!({ "lost": 255, "only": "get", "silent": true })).await;
        assert_eq!(subscriber.post("/api/unsubscribe", &json!({})).await.status(), 200);
        assert_eq!(subscriber.get("/api/user").await["subscriptionActive"], true);
        let email = subscriber.app.emails().await.remove(0);
        assert!(email["text"].as_str().unwrap().contains("pangas pooleli"), "{email}");
        // The outcome of the charge decides.
        subscriber.switch(&json!({})).await;
        subscriber.walk_to("2027-04-10T16:01:00+03:00").await;
        subscriber.walk_to("2027-04-10T18:01:00+03:00").await;
        assert_eq!(subscriber.get("/api/user").await["subscriptionActive"], has_paid, "{fault}");
        subscriber.walk_to("2027-07-11T16:01:00+03:00").await;
        assert_eq!(subscriber.taken().await.len(), if has_paid { 2 } else { 1 }, "{fault}");
        assert_eq!(subscriber.emails().await.last().unwrap(), "Sinu pakett on lõppenud");
        assert!(subscriber.incidents().await.is_empty());
    }
}

#[tokio::test]
async fn an_open_transaction_is_asked_about_for_good() {
    let subscriber = Subscriber::open().await;
    subscriber.walk_to("2027-03-10T12:00:00+02:00").await;
    // The card is verified; the store's charge and all questions of two weeks are lost.
    subscriber.switch(&json!({ "leavePending": true, "silent": true })).await;
    let start = subscriber.start("start-trial", &plan(LIMITED)).await;
    let completed = subscriber.card(&start, "approve").await;
    subscriber.switch(&json!({ "lost": 1, "only": "charge", "silent": true })).await;
    subscriber.notify(&completed).await;
    assert_eq!(subscriber.payment(&start).await["status"], "charging");
    for day in 11..25 {
        subscriber.switch(&json!({ "lost": 255, "silent": true })).await;
        subscriber.walk_to(&format!("2027-03-{day}T12:00:00+02:00")).await;
    }
    // The person is not blocked: a new start asks.
    problem(subscriber.post("/api/start-trial", &plan(LIMITED)).await, 503, "provider-unavailable").await;
    subscriber.switch(&json!({ "silent": true })).await;
    subscriber.pay("start-trial", Some(LIMITED)).await;
    assert_eq!(subscriber.payment(&start).await["status"], "expired");
    assert_eq!(subscriber.subscription().await["status"], "trial");
}

#[tokio::test]
async fn three_d_secure_and_messages_in_any_order_start_the_trial_once() {
    let subscriber = Subscriber::open().await;
    let start = subscriber.start("start-trial", &plan(UNLIMITED)).await;
    let detour = subscriber.card(&start, "3ds").await;
    let address = detour["redirect"].as_str().unwrap();
    let answer = subscriber
        .app
        .request(reqwest::Method::POST, address)
        .header("Accept", "application/json")
        .form(&[("action", "approve")])
        .send()
        .await
        .unwrap();
    let message: Value = answer.json().await.unwrap();
    let back = &message["return"];
    let form = [("json", back["json"].as_str().unwrap()), ("mac", back["mac"].as_str().unwrap())];
    let returned = subscriber
        .app
        .request(reqwest::Method::POST, "/api/payments/return")
        .form(&form)
        .send()
        .await
        .unwrap();
    assert_eq!(returned.headers()["location"], "/paketimakse-sooritatud");
    for _ in 0..3 {
        assert_eq!(subscriber.notify(&message).await.status(), 200);
    }
    subscriber.until_payment(&start, "paid").await;
    assert_eq!(subscriber.emails().await, ["Sinu prooviperiood algas"]);
}

#[tokio::test]
async fn late_repeated_and_reordered_messages_join_once() {
    for faults in [json!({ "duplicate": 3, "reordered": true }), json!({ "lateMillis": 400, "duplicate": 2 })]
    {
        let subscriber = Subscriber::open().await;
        subscriber.switch(&faults).await;
        let start = subscriber.start("checkout-subscription", &plan(LIMITED)).await;
        let completed = subscriber.card(&start, "approve").await;
        join_all((0..5).map(|_| subscriber.notify(&completed))).await;
        subscriber.until_payment(&start, "paid").await;
        subscriber.app.until_notified().await;
        assert_eq!(subscriber.taken().await, ["6.99"], "{faults}");
        let emails = subscriber.emails().await;
        assert_eq!(emails.len(), 1, "{faults}: {emails:?}");
        assert!(subscriber.incidents().await.is_empty(), "{faults}");
    }
}

#[tokio::test]
async fn messages_of_others_or_for_another_shop_start_no_subscription() {
    // A wrong MAC: nothing in it is believed, not even the card. The store asks the provider and finds the money.
    let subscriber = Subscriber::open().await;
    subscriber.switch(&json!({ "wrongMac": true })).await;
    let start = subscriber.start("checkout-subscription", &plan(LIMITED)).await;
    let completed = subscriber.card(&start, "approve").await;
    assert!(subscriber.notify(&completed).await.status().is_client_error());
    subscriber.app.advance(Duration::from_secs(31));
    subscriber.run_due().await;
    assert_eq!(subscriber.payment(&start).await["status"], "paid");
    let now = subscriber.subscription().await;
    assert_eq!((&now["status"], &now["hasCard"]), (&json!("active"), &json!(false)));

    // Messages of payments that name another shop are not believed either. A card's message names none: its
    // transaction is asked for under the shop's own keys.
    let subscriber = Subscriber::open().await;
    subscriber.switch(&json!({ "otherShop": true })).await;
    subscriber.pay("checkout-subscription", Some(LIMITED)).await;
    assert_eq!(subscriber.taken().await, ["6.99"]);
    assert_eq!(subscriber.emails().await.len(), 1);

    // Another amount: an incident.
    let subscriber = Subscriber::open().await;
    subscriber.switch(&json!({ "amount": "0.01" })).await;
    let start = subscriber.start("checkout-subscription", &plan(LIMITED)).await;
    let completed = subscriber.card(&start, "approve").await;
    subscriber.notify(&completed).await;
    subscriber.app.until_notified().await;
    assert_ne!(subscriber.payment(&start).await["status"], "paid");
    assert_eq!(subscriber.subscription().await["status"], "none");
    assert_eq!(subscriber.incidents().await, ["amount-differs"]);
}

#[tokio::test]
async fn an_unanswered_upgrade_is_looked_up_before_it_is_retried() {
    let upgrade = plan(UNLIMITED);
    for (fault, first) in [("errors", true), ("lost", false)] {
        let subscriber = Subscriber::open().await;
        subscriber.pay("checkout-subscription", Some(LIMITED)).await;
        subscriber.switch(&json!({ fault: 1, "only": "charge" })).await;
        let answer = subscriber.post("/api/change-subscription", &upgrade).await;
        problem(answer, 503, "charge-unanswered").await;
        let mut answers = Vec::new();
        for _ in 0..3 {
            answers.push(subscriber.post("/api/change-subscription", &upgrade).await.status().as_u16());
        }
        assert!(answers.contains(&200), "{fault}: {answers:?}");
        assert_eq!(subscriber.get("/api/user").await["subscriptionType"], UNLIMITED, "{fault}");
        assert_eq!(subscriber.taken().await, ["6.99", "5.00"], "{fault}: had arrived at once: {first}");
    }
}

#[tokio::test]
async fn an_unanswered_upgrade_that_the_bank_declined_is_reported_as_declined() {
    let subscriber = Subscriber::open().await;
    subscriber.pay("checkout-subscription", Some(LIMITED)).await;
    subscriber.switch(&json!({ "declines": 1, "errors": 1, "only": "charge" })).await;
    let first = subscriber.post("/api/change-subscription", &plan(UNLIMITED)).await;
    assert!([402, 503].contains(&first.status().as_u16()));
    assert_eq!(subscriber.get("/api/user").await["subscriptionType"], LIMITED);
    let mut answers = Vec::new();
    for _ in 0..3 {
        answers.push(subscriber.post("/api/change-subscription", &plan(UNLIMITED)).await.status().as_u16());
    }
    assert!(answers.contains(&200), "{answers:?}");
    assert_eq!(subscriber.taken().await, ["6.99", "5.00"]);
}

#[tokio::test]
async fn the_hours_are_those_of_the_paid_month_for_any_report() {
    let subscriber = Subscriber::open().await;
    let user: Value = subscriber.get("/api/user").await;
    let id = user["id"].as_str().unwrap().parse().unwrap();
    let book = put_book(&subscriber.app, "rented", true).await;
    let mut tx = subscriber.app.db().write().await.unwrap();
    library::grant(&mut tx, id, book, Source::Subscription, None, subscriber.app.clock.now()).await.unwrap();
    tx.commit().await.unwrap();
    subscriber.walk_to("2027-03-10T12:00:00+02:00").await;
    subscriber.pay("checkout-subscription", Some(LIMITED)).await;
    let files = format!("/api/books/{book}/files");
    let minutes = async || {
        let stats = subscriber.get("/api/reading").await;
        stats["readingTotalDurationMinutes"].as_i64().unwrap()
    };
    let listen = async |length: u64, ago: u64| {
        let end = subscriber.app.clock.now().minus(Duration::from_secs(ago * 60));
        let sent = report(book, end.minus(Duration::from_secs(length * 60)), end);
        subscriber.post("/api/reading", &sent).await.status()
    };
    for _ in 0..119 {
        subscriber.app.advance(Duration::from_mins(10));
        assert_eq!(listen(10, 0).await, 200);
    }
    assert_eq!(minutes().await, 1190);
    assert_eq!(subscriber.app.get_as(&subscriber.token, &files).await.status(), 200);
    // Repeated, overlapping, absurdly long: no minute is counted twice, and no impossible one.
    assert_eq!(listen(10, 0).await, 200);
    assert_eq!(listen(5, 2).await, 200);
    assert_eq!(listen(1000, 0).await, 200);
    assert_eq!(listen(100_000, 0).await, 422);
    assert_eq!(minutes().await, 1190);
    subscriber.app.advance(Duration::from_mins(10));
    assert_eq!(listen(10, 0).await, 200);
    assert_eq!(minutes().await, 1200);
    problem(subscriber.app.get_as(&subscriber.token, &files).await, 402, "quota-full").await;

    // The renewal resets the hours; a range across it counts on each side.
    subscriber.walk_to("2027-04-10T11:56:00+03:00").await;
    subscriber.walk_to("2027-04-10T12:04:00+03:00").await;
    assert_eq!(subscriber.subscription().await["status"], "active");
    assert_eq!(minutes().await, 0);
    assert_eq!(subscriber.app.get_as(&subscriber.token, &files).await.status(), 200);
    assert_eq!(listen(8, 0).await, 200);
    assert!((3..=4).contains(&minutes().await), "{}", minutes().await);
    // A clock that runs ahead by more than two minutes, and one that is days behind.
    let ahead = subscriber.app.clock.now().plus(Duration::from_mins(30));
    let sent = report(book, ahead.minus(Duration::from_mins(10)), ahead);
    subscriber.post("/api/reading", &sent).await;
    assert!(minutes().await <= 4);
    assert_eq!(listen(10, 5 * 24 * 60).await, 200);
    assert!(minutes().await <= 4, "that was in the month before");
}
