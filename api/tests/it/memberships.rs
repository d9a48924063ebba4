//! The life of a membership, walked through by the store's clock.

use std::{sync::Arc, time::Duration};

use futures::future::join_all;
use heliriiul::shelf::{self, Source};
use serde_json::{Value, json};

use crate::{
    club::Club,
    harness::problem,
    listening::{put_book, report},
};

const LIMITED: &str = "20H_LIMITED";
const UNLIMITED: &str = "UNLIMITED";

fn plan(kind: &str) -> Value {
    json!({ "subscriptionType": kind })
}

/// The moment of a member of an answer, in Estonia as far as the minute.
fn local(value: &Value) -> String {
    use time::{OffsetDateTime, format_description::well_known::Rfc3339};
    use time_tz::{OffsetDateTimeExt, timezones::db::europe::TALLINN};
    let at =
        OffsetDateTime::parse(value.as_str().unwrap_or_default(), &Rfc3339).unwrap().to_timezone(TALLINN);
    format!("{} {:02}:{:02}", at.date(), at.hour(), at.minute())
}

#[tokio::test]
#[expect(clippy::too_many_lines, reason = "one life, told in its order")]
async fn a_year_of_a_member() {
    let club = Club::open().await;
    club.walk_to("2027-01-17T12:00:00+02:00").await;
    assert_eq!(club.subscription().await["status"], "none");

    // The trial: 0 EUR, no charge, a letter.
    let start = club.pay("start-trial", Some(LIMITED)).await;
    assert_eq!(start["amount"].as_f64(), Some(0.00));
    let now = club.subscription().await;
    assert_eq!((&now["status"], &now["hasCard"]), (&json!("trial"), &json!(true)));
    assert_eq!(local(&now["expiresAt"]), "2027-01-31 12:00");
    assert_eq!(now["nextAmount"].as_f64(), Some(6.99));
    let user = club.get("/api/user").await;
    assert_eq!((&user["trialActive"], &user["subscriptionActive"]), (&json!(true), &json!(true)));
    assert_eq!(club.letters().await, ["Sinu prooviperiood algas"]);

    club.walk_to("2027-01-28T11:59:00+02:00").await;
    assert_eq!(club.letters().await.len(), 1);
    club.walk_to("2027-01-28T12:01:00+02:00").await;
    assert_eq!(club.letters().await[1], "Sinu prooviperiood lõpeb 31.1.2027");

    // The first charge, when the trial is over and not a minute before.
    club.walk_to("2027-01-31T11:59:00+02:00").await;
    assert!(club.taken().await.is_empty());
    club.walk_to("2027-01-31T12:01:00+02:00").await;
    assert_eq!(club.taken().await, ["6.99"]);
    let now = club.subscription().await;
    assert_eq!((&now["status"], local(&now["renewsAt"])), (&json!("active"), "2027-02-28 12:00".to_owned()));
    assert!(club.letters().await[2].starts_with("Kviitung makse P"));

    // Of the 31st each month, across the summer time and back.
    for (day, next, taken) in [
        ("2027-02-28T12:01:00+02:00", "2027-03-31 12:00", 2),
        ("2027-03-31T12:01:00+03:00", "2027-04-30 12:00", 3),
        ("2027-04-30T12:01:00+03:00", "2027-05-31 12:00", 4),
        ("2027-05-31T12:01:00+03:00", "2027-06-30 12:00", 5),
        ("2027-06-30T12:01:00+03:00", "2027-07-31 12:00", 6),
        ("2027-07-31T12:01:00+03:00", "2027-08-31 12:00", 7),
    ] {
        club.walk_to(day).await;
        let now = club.subscription().await;
        assert_eq!(
            (now["status"].as_str(), local(&now["renewsAt"])),
            (Some("active"), next.to_owned()),
            "{day}"
        );
        assert_eq!(club.taken().await.len(), taken, "{day}");
    }

    // A declined charge: tried after one day and after three, with access and a letter each time.
    club.switch(&json!({ "declines": 2 })).await;
    let before = club.letters().await.len();
    club.walk_to("2027-08-31T12:01:00+03:00").await;
    let now = club.subscription().await;
    assert_eq!(now["status"], "grace");
    assert_eq!(club.get("/api/user").await["subscriptionActive"], true);
    club.walk_to("2027-09-01T11:59:00+03:00").await;
    assert_eq!(club.letters().await.len(), before + 1);
    club.walk_to("2027-09-01T12:02:00+03:00").await;
    assert_eq!(club.letters().await.len(), before + 2);
    assert_eq!(club.get("/api/user").await["subscriptionActive"], true);
    assert_eq!(club.taken().await.len(), 7);
    club.walk_to("2027-09-03T12:03:00+03:00").await;
    assert_eq!(club.taken().await.len(), 8);
    let now = club.subscription().await;
    assert_eq!((&now["status"], local(&now["renewsAt"])), (&json!("active"), "2027-09-30 12:00".to_owned()));
    assert_eq!(club.letters().await[before], "Paketi tasu maksmine ei õnnestunud");

    // Another card.
    let expiry = club.get("/api/payment-token-expiry").await;
    let start = club.pay("change-card-details", None).await;
    assert_eq!(start["amount"].as_f64(), Some(0.00));
    assert_ne!(club.get("/api/payment-token-expiry").await, expiry);

    // Flexible → unlimited in the middle: 15 of 30 days are left, today counts.
    club.walk_to("2027-09-15T09:00:00+03:00").await;
    assert_eq!(club.subscription().await["upgradeAmount"].as_f64(), Some(2.5));
    let answer = club.post("/api/change-subscription", &plan(UNLIMITED)).await;
    assert_eq!(answer.status(), 200);
    let changed: Value = answer.json().await.unwrap();
    assert_eq!((&changed["changed"], changed["amount"].as_f64().unwrap()), (&json!("now"), 2.5));
    assert_eq!(club.taken().await.last().unwrap(), "2.50");
    assert_eq!(club.get("/api/user").await["subscriptionType"], UNLIMITED);
    club.walk_to("2027-09-30T12:01:00+03:00").await;
    assert_eq!(club.taken().await.last().unwrap(), "11.99");

    // Unlimited → flexible: never at once, but booked.
    let answer = club.post("/api/change-subscription", &plan(LIMITED)).await;
    problem(answer, 409, "downgrade-at-period-end").await;
    let booked = json!({ "subscriptionType": LIMITED, "atPeriodEnd": true });
    assert_eq!(club.post("/api/change-subscription", &booked).await.status(), 200);
    let now = club.subscription().await;
    assert_eq!(
        (&now["subscriptionType"], &now["nextSubscriptionType"]),
        (&json!(UNLIMITED), &json!(LIMITED))
    );
    club.walk_to("2027-10-31T12:01:00+02:00").await;
    assert_eq!(club.taken().await.last().unwrap(), "6.99");
    let now = club.subscription().await;
    assert_eq!((&now["subscriptionType"], &now["nextSubscriptionType"]), (&json!(LIMITED), &Value::Null));

    club.walk_to("2027-11-30T12:01:00+02:00").await;
    club.walk_to("2027-12-31T12:01:00+02:00").await;
    let taken = club.taken().await;
    assert_eq!(taken.len(), 13, "12 months and what was missing: {taken:?}");

    // Stopped: active to the end, charged no more.
    club.walk_to("2028-01-10T12:01:00+02:00").await;
    let user: Value = club.post("/api/unsubscribe", &json!({})).await.json().await.unwrap();
    assert_eq!(local(&user["subscriptionExpiresAt"]), "2028-01-31 12:00");
    assert_eq!(user["subscriptionActive"], true);
    assert_eq!(club.letters().await.last().unwrap(), "Sinu pakett on lõpetatud");
    club.walk_to("2028-01-31T11:59:00+02:00").await;
    assert_eq!(club.get("/api/user").await["subscriptionActive"], true);
    club.walk_to("2028-01-31T12:01:00+02:00").await;
    assert_eq!(club.get("/api/user").await["subscriptionActive"], false);
    assert_eq!(club.letters().await.last().unwrap(), "Sinu pakett on lõppenud");
    club.walk_to("2028-04-01T12:01:00+03:00").await;
    assert_eq!(club.taken().await.len(), 13);
    assert_eq!(club.subscription().await["status"], "ended");

    // The return: no second trial, paid at once, months counted from now.
    problem(club.post("/api/start-trial", &plan(LIMITED)).await, 409, "trial-used").await;
    let start = club.pay("checkout-subscription", Some(UNLIMITED)).await;
    assert_eq!(start["amount"].as_f64(), Some(11.99));
    let now = club.subscription().await;
    assert_eq!((&now["status"], local(&now["renewsAt"])), (&json!("active"), "2028-05-01 12:01".to_owned()));
    assert!(club.cases().await.is_empty());
}

#[tokio::test]
async fn three_declined_charges_end_the_membership() {
    let club = Club::open().await;
    club.walk_to("2027-03-10T12:00:00+02:00").await;
    club.pay("checkout-subscription", Some(LIMITED)).await;
    club.switch(&json!({ "declines": 9 })).await;
    club.walk_to("2027-04-10T12:01:00+03:00").await;
    club.walk_to("2027-04-11T12:02:00+03:00").await;
    assert_eq!(club.get("/api/user").await["subscriptionActive"], true);
    club.walk_to("2027-04-13T12:03:00+03:00").await;
    assert_eq!(club.get("/api/user").await["subscriptionActive"], false);
    let letters = club.letters().await;
    assert_eq!(
        letters[1..],
        [
            "Paketi tasu maksmine ei õnnestunud",
            "Paketi tasu maksmine ei õnnestunud",
            "Sinu pakett on lõppenud"
        ]
    );
    club.walk_to("2027-06-13T12:01:00+03:00").await;
    assert_eq!(club.taken().await, ["6.99"]);
    assert_eq!(club.letters().await.len(), letters.len());
}

#[tokio::test]
async fn another_card_mends_a_declined_charge_at_once() {
    let club = Club::open().await;
    club.walk_to("2027-03-10T12:00:00+02:00").await;
    club.pay("checkout-subscription", Some(LIMITED)).await;
    club.switch(&json!({ "declines": 1 })).await;
    club.walk_to("2027-04-10T12:01:00+03:00").await;
    assert_eq!(club.subscription().await["status"], "grace");
    club.pay("change-card-details", None).await;
    club.run_due().await;
    assert_eq!(club.subscription().await["status"], "active");
    assert_eq!(club.taken().await, ["6.99", "6.99"]);
    club.walk_to("2027-05-01T12:01:00+03:00").await;
    assert_eq!(club.taken().await.len(), 2);
}

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
async fn another_card_and_a_renewal_at_once_charge_once() {
    // On the day, and while a declined charge waits for its second try.
    for declined in [false, true] {
        let club = Arc::new(Club::open().await);
        club.walk_to("2027-03-10T12:00:00+02:00").await;
        club.pay("checkout-subscription", Some(LIMITED)).await;
        if declined {
            club.switch(&json!({ "declines": 1 })).await;
            club.walk_to("2027-04-10T12:01:00+03:00").await;
            assert_eq!(club.subscription().await["status"], "grace");
        }
        let start = club.start("change-card-details", &json!({})).await;
        let completed = club.card(&start, "approve").await;
        club.app.advance(Duration::from_hours(if declined { 24 } else { 31 * 24 }));
        let renewals = (0..25).map(|_| {
            let club = club.clone();
            tokio::spawn(async move { club.run_due().await })
        });
        let renewals: Vec<_> = renewals.collect();
        let shown = join_all((0..25).map(|_| club.notify(&completed))).await;
        assert!(shown.iter().all(|answer| answer.status() == 200));
        for renewal in renewals {
            renewal.await.unwrap();
        }
        club.until_payment(&start, "paid").await;
        club.run_due().await;
        assert_eq!(club.taken().await, ["6.99", "6.99"], "declined before: {declined}");
        let now = club.subscription().await;
        assert_eq!((&now["status"], &now["hasCard"]), (&json!("active"), &json!(true)));
        club.walk_to("2027-05-09T12:01:00+03:00").await;
        assert_eq!(club.taken().await.len(), 2, "declined before: {declined}");
        assert!(club.cases().await.is_empty());
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
async fn the_hours_are_those_of_the_paid_month_whatever_is_reported() {
    let club = Club::open().await;
    let user: Value = club.get("/api/user").await;
    let id = user["id"].as_str().unwrap().parse().unwrap();
    let book = put_book(&club.app, "rented", true).await;
    let mut tx = club.app.db().write().await.unwrap();
    shelf::grant(&mut tx, id, book, Source::Subscription, None, club.app.clock.now()).await.unwrap();
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

    // The renewal brings the hours back; a stretch across it counts on each side for itself.
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

#[tokio::test]
async fn cancelled_declined_and_unfit_cards_start_nothing() {
    let club = Club::open().await;
    let start = club.start("start-trial", &plan(LIMITED)).await;
    assert_eq!(club.card(&start, "decline").await["declined"], true);
    assert_eq!(club.payment(&start).await["status"], "open");
    club.card(&start, "cancel").await;
    let hint = json!({ "message_type": "payment_return", "status": "CANCELLED", "transaction": start["transactionId"] });
    assert_eq!(club.post("/api/notify", &hint).await.status(), 200);
    club.until_payment(&start, "cancelled").await;
    // The next start is another payment.
    let again = club.start("start-trial", &plan(LIMITED)).await;
    assert_ne!(again["transactionId"], start["transactionId"]);
    // A token that can be charged once is no start of a membership.
    club.switch(&json!({ "singleUse": true })).await;
    let completed = club.card(&again, "approve").await;
    assert_eq!(club.notify(&completed).await.status(), 200);
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(club.subscription().await["status"], "none");
    // The same card again, as it should be.
    club.switch(&json!({})).await;
    club.pay("start-trial", Some(LIMITED)).await;
    assert_eq!(club.subscription().await["status"], "trial");
}

#[tokio::test]
async fn a_verified_card_whose_payment_is_left_to_the_shop_is_charged_once() {
    let club = Club::open().await;
    club.switch(&json!({ "leavePending": true })).await;
    club.pay("checkout-subscription", Some(UNLIMITED)).await;
    assert_eq!(club.taken().await, ["11.99"]);
    assert_eq!(club.subscription().await["hasCard"], true);
}

#[tokio::test]
async fn a_declined_upgrade_changes_nothing() {
    let club = Club::open().await;
    club.pay("checkout-subscription", Some(LIMITED)).await;
    club.switch(&json!({ "declines": 1 })).await;
    problem(club.post("/api/change-subscription", &plan(UNLIMITED)).await, 402, "charge-declined").await;
    assert_eq!(club.get("/api/user").await["subscriptionType"], LIMITED);
    assert_eq!(club.post("/api/change-subscription", &plan(UNLIMITED)).await.status(), 200);
    assert_eq!(club.get("/api/user").await["subscriptionType"], UNLIMITED);
    assert_eq!(club.taken().await, ["6.99", "5.00"]);
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
async fn a_verified_card_that_cannot_be_charged_after_all_ends_the_payment() {
    let club = Club::open().await;
    club.switch(&json!({ "leavePending": true, "declines": 1 })).await;
    let start = club.start("checkout-subscription", &plan(LIMITED)).await;
    let completed = club.card(&start, "approve").await;
    assert_eq!(club.notify(&completed).await.status(), 200);
    club.until_payment(&start, "failed").await;
    assert_eq!(club.subscription().await["status"], "none");
    // Another try is another payment.
    club.pay("checkout-subscription", Some(LIMITED)).await;
    assert_eq!(club.taken().await, ["6.99"]);
}

#[tokio::test]
async fn a_stop_can_be_taken_back_while_the_package_runs() {
    let club = Club::open().await;
    club.walk_to("2027-03-10T12:00:00+02:00").await;
    club.pay("checkout-subscription", Some(LIMITED)).await;
    assert_eq!(club.post("/api/unsubscribe", &json!({})).await.status(), 200);
    assert_eq!(club.subscription().await["status"], "stopped");
    let answer: Value = club.post("/api/change-subscription", &plan(LIMITED)).await.json().await.unwrap();
    assert_eq!(answer["changed"], "resumed");
    club.walk_to("2027-04-10T12:01:00+03:00").await;
    assert_eq!(club.taken().await.len(), 2);
}

#[tokio::test]
async fn the_token_of_the_route_is_taken_from_the_body_too() {
    let club = Club::open().await;
    let body = json!({ "apiToken": club.member, "subscriptionType": LIMITED });
    assert_eq!(club.app.post("/api/checkout-subscription", &body).await.status(), 200);
    let other = json!({ "apiToken": "another", "subscriptionType": LIMITED });
    problem(club.post("/api/checkout-subscription", &other).await, 401, "token-mismatch").await;
    problem(club.app.post("/api/checkout-subscription", &plan(LIMITED)).await, 401, "unauthorized").await;
    problem(club.post("/api/checkout-subscription", &plan("GOLD")).await, 422, "validation").await;
    problem(club.post("/api/unsubscribe", &json!({})).await, 403, "package-required").await;
    problem(club.post("/api/change-card-details", &json!({})).await, 403, "package-required").await;
}
