//! What the provider tells of a member's payments, and what players tell of their hours: late, twice, wrong or not at all.

use std::time::Duration;

use futures::future::join_all;
use heliriiul::library::{self, Source};
use serde_json::{Value, json};

use crate::{
    fixtures::app::problem,
    fixtures::subscriber::Club,
    library::listening::{put_book, report},
    subscriptions::billing::{LIMITED, UNLIMITED, plan},
};

#[tokio::test]
async fn a_charge_without_an_answer_is_asked_about_and_never_made_twice() {
    for (switch, taken) in [
        (json!({ "errors": 1 }), 2),
        (json!({ "lost": 1 }), 2),
        (json!({ "rateLimited": 1 }), 2),
        (json!({ "errors": 2 }), 2),
        (json!({ "lost": 2 }), 2),
    ] {
        let club = Club::open().await;
        club.walk_to("2027-03-10T12:00:00+02:00").await;
        club.pay("checkout-subscription", Some(LIMITED)).await;
        club.switch(&switch).await;
        club.walk_to("2027-04-10T12:01:00+03:00").await;
        for minute in 2..20 {
            club.walk_to(&format!("2027-04-10T12:{minute:02}:00+03:00")).await;
        }
        assert_eq!(club.taken().await.len(), taken, "{switch}");
        assert_eq!(club.subscription().await["status"], "active", "{switch}");
        assert_eq!(club.letters().await.len(), 2, "{switch}: receipts alone");
    }
}

#[tokio::test]
async fn a_charge_whose_end_stays_unknown_is_told_to_a_person_after_a_day() {
    for unknown in [
        json!({ "hangs": 1, "only": "charge", "silent": true }),
        json!({ "errors": 1, "only": "charge", "silent": true }),
    ] {
        let club = Club::open().await;
        club.walk_to("2027-03-10T12:00:00+02:00").await;
        club.pay("checkout-subscription", Some(LIMITED)).await;
        club.switch(&unknown).await;
        club.walk_to("2027-04-10T12:01:00+03:00").await;
        assert_eq!(club.taken().await.len(), 2, "the provider has the money");
        // From now on it cannot be asked.
        club.switch(&json!({ "lost": 255, "only": "get" })).await;
        club.walk_to("2027-04-10T18:01:00+03:00").await;
        assert!(club.cases().await.is_empty());
        club.walk_to("2027-04-11T13:01:00+03:00").await;
        club.walk_to("2027-04-11T14:31:00+03:00").await;
        assert_eq!(club.cases().await, ["charge-unanswered"], "{unknown}");
        let listed = club.app.command(&["payments", "list", "--needs-attention"], "").await.unwrap();
        assert!(listed.contains("6.99 EUR"), "{listed}");
        assert_eq!(club.taken().await.len(), 2, "{unknown}");
        assert_eq!(club.get("/api/user").await["subscriptionActive"], true);
        // Answered at last.
        club.switch(&json!({})).await;
        club.walk_to("2027-04-11T16:01:00+03:00").await;
        assert_eq!(club.subscription().await["status"], "active", "{unknown}");
        assert_eq!(club.taken().await.len(), 2, "{unknown}");
    }
}

#[tokio::test]
async fn three_d_secure_and_messages_in_any_order_start_the_trial_once() {
    let club = Club::open().await;
    let start = club.start("start-trial", &plan(UNLIMITED)).await;
    let detour = club.card(&start, "3ds").await;
    let address = detour["redirect"].as_str().unwrap();
    let answer = club
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
    let returned =
        club.app.request(reqwest::Method::POST, "/api/payments/return").form(&form).send().await.unwrap();
    assert_eq!(returned.headers()["location"], "/paketimakse-sooritatud");
    for _ in 0..3 {
        assert_eq!(club.notify(&message).await.status(), 200);
    }
    club.until_payment(&start, "paid").await;
    assert_eq!(club.letters().await, ["Sinu prooviperiood algas"]);
}

#[tokio::test]
async fn messages_late_twice_and_out_of_order_join_once() {
    for faults in [json!({ "duplicate": 3, "reordered": true }), json!({ "lateMillis": 400, "duplicate": 2 })]
    {
        let club = Club::open().await;
        club.switch(&faults).await;
        let start = club.start("checkout-subscription", &plan(LIMITED)).await;
        let completed = club.card(&start, "approve").await;
        join_all((0..5).map(|_| club.notify(&completed))).await;
        club.until_payment(&start, "paid").await;
        tokio::time::sleep(Duration::from_millis(700)).await;
        assert_eq!(club.taken().await, ["6.99"], "{faults}");
        let letters = club.letters().await;
        assert_eq!(letters.len(), 1, "{faults}: {letters:?}");
        assert!(club.cases().await.is_empty(), "{faults}");
    }
}

#[tokio::test]
async fn what_is_not_from_the_provider_or_not_for_the_shop_joins_nobody() {
    // A wrong MAC: nothing of it is believed, the card neither. The store asks by itself and finds the money.
    let club = Club::open().await;
    club.switch(&json!({ "wrongMac": true })).await;
    let start = club.start("checkout-subscription", &plan(LIMITED)).await;
    let completed = club.card(&start, "approve").await;
    assert!(club.notify(&completed).await.status().is_client_error());
    club.app.advance(Duration::from_secs(31));
    club.run_due().await;
    assert_eq!(club.payment(&start).await["status"], "paid");
    let now = club.subscription().await;
    assert_eq!((&now["status"], &now["hasCard"]), (&json!("active"), &json!(false)));

    // Messages of payments that name another shop are not believed either. A card's message names none: its
    // transaction is asked for under the shop's own keys.
    let club = Club::open().await;
    club.switch(&json!({ "otherShop": true })).await;
    club.pay("checkout-subscription", Some(LIMITED)).await;
    assert_eq!(club.taken().await, ["6.99"]);
    assert_eq!(club.letters().await.len(), 1);

    // Another amount: a person looks.
    let club = Club::open().await;
    club.switch(&json!({ "amount": "0.01" })).await;
    let start = club.start("checkout-subscription", &plan(LIMITED)).await;
    let completed = club.card(&start, "approve").await;
    club.notify(&completed).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_ne!(club.payment(&start).await["status"], "paid");
    assert_eq!(club.subscription().await["status"], "none");
    assert_eq!(club.cases().await, ["amount-differs"]);
}

#[tokio::test]
async fn an_upgrade_without_an_answer_is_asked_about_before_it_is_tried_again() {
    let upgrade = plan(UNLIMITED);
    for (fault, first) in [("errors", true), ("lost", false)] {
        let club = Club::open().await;
        club.pay("checkout-subscription", Some(LIMITED)).await;
        club.switch(&json!({ fault: 1, "only": "charge" })).await;
        let answer = club.post("/api/change-subscription", &upgrade).await;
        problem(answer, 503, "charge-unanswered").await;
        let mut answers = Vec::new();
        for _ in 0..3 {
            answers.push(club.post("/api/change-subscription", &upgrade).await.status().as_u16());
        }
        assert!(answers.contains(&200), "{fault}: {answers:?}");
        assert_eq!(club.get("/api/user").await["subscriptionType"], UNLIMITED, "{fault}");
        assert_eq!(club.taken().await, ["6.99", "5.00"], "{fault}: had arrived at once: {first}");
    }
}

#[tokio::test]
async fn an_unanswered_upgrade_that_the_bank_declined_is_told_as_declined() {
    let club = Club::open().await;
    club.pay("checkout-subscription", Some(LIMITED)).await;
    club.switch(&json!({ "declines": 1, "errors": 1, "only": "charge" })).await;
    let first = club.post("/api/change-subscription", &plan(UNLIMITED)).await;
    assert!([402, 503].contains(&first.status().as_u16()));
    assert_eq!(club.get("/api/user").await["subscriptionType"], LIMITED);
    let mut answers = Vec::new();
    for _ in 0..3 {
        answers.push(club.post("/api/change-subscription", &plan(UNLIMITED)).await.status().as_u16());
    }
    assert!(answers.contains(&200), "{answers:?}");
    assert_eq!(club.taken().await, ["6.99", "5.00"]);
}

#[tokio::test]
async fn the_hours_are_those_of_the_paid_month_whatever_is_reported() {
    let club = Club::open().await;
    let user: Value = club.get("/api/user").await;
    let id = user["id"].as_str().unwrap().parse().unwrap();
    let book = put_book(&club.app, "rented", true).await;
    let mut tx = club.app.db().write().await.unwrap();
    library::grant(&mut tx, id, book, Source::Subscription, None, club.app.clock.now()).await.unwrap();
    tx.commit().await.unwrap();
    club.walk_to("2027-03-10T12:00:00+02:00").await;
    club.pay("checkout-subscription", Some(LIMITED)).await;
    let files = format!("/api/books/{book}/files");
    let minutes = async || {
        let stats = club.get("/api/reading").await;
        stats["readingTotalDurationMinutes"].as_i64().unwrap()
    };
    let listen = async |length: u64, ago: u64| {
        let end = club.app.clock.now().minus(Duration::from_secs(ago * 60));
        let sent = report(book, end.minus(Duration::from_secs(length * 60)), end);
        club.post("/api/reading", &sent).await.status()
    };
    for _ in 0..119 {
        club.app.advance(Duration::from_mins(10));
        assert_eq!(listen(10, 0).await, 200);
    }
    assert_eq!(minutes().await, 1190);
    assert_eq!(club.app.get_as(&club.member, &files).await.status(), 200);
    // Sent again, overlapping, absurdly long: no minute is counted twice, none that cannot have been.
    assert_eq!(listen(10, 0).await, 200);
    assert_eq!(listen(5, 2).await, 200);
    assert_eq!(listen(100_000, 0).await, 200);
    assert_eq!(minutes().await, 1190);
    club.app.advance(Duration::from_mins(10));
    assert_eq!(listen(10, 0).await, 200);
    assert_eq!(minutes().await, 1200);
    problem(club.app.get_as(&club.member, &files).await, 402, "quota-full").await;

    // The renewal brings the hours back; a range across it counts on each side for itself.
    club.walk_to("2027-04-10T11:56:00+03:00").await;
    club.walk_to("2027-04-10T12:04:00+03:00").await;
    assert_eq!(club.subscription().await["status"], "active");
    assert_eq!(minutes().await, 0);
    assert_eq!(club.app.get_as(&club.member, &files).await.status(), 200);
    assert_eq!(listen(8, 0).await, 200);
    assert!((3..=4).contains(&minutes().await), "{}", minutes().await);
    // A clock that runs ahead by more than two minutes, and one that is days behind.
    let ahead = club.app.clock.now().plus(Duration::from_mins(30));
    let sent = report(book, ahead.minus(Duration::from_mins(10)), ahead);
    club.post("/api/reading", &sent).await;
    assert!(minutes().await <= 4);
    assert_eq!(listen(10, 5 * 24 * 60).await, 200);
    assert!(minutes().await <= 4, "that was in the month before");
}
