//! Reports of sales and of listening as CSV.

use std::time::Duration;

use heliriiul::calendar::day_of;
use serde_json::{Value, json};

use crate::fixtures::{shop::Shop, subscriber::Subscriber};

async fn report(app: &crate::fixtures::app::TestApp, kind: &str) -> Vec<String> {
    let today = day_of(app.clock.now());
    let printed = app.command(&["report", kind, "--from", &today, "--until", &today], "").await.unwrap();
    printed.lines().map(|line| line.replace(&today, "TODAY")).collect()
}

#[tokio::test]
async fn sales_are_by_day_book_and_vat_rate_and_refunds_take_them_back() {
    let shop = Shop::open().await;
    let header = "day,kind,name,isbn,publisher,vatRate,count,gross,vat,net";
    assert_eq!(report(&shop.app, "sales").await, [header]);
    let both = shop.checkout(&["kevade", "suvi"]).await;
    let message = shop.at_bank(both["transactionId"].as_str().unwrap(), "pay").await;
    shop.return_with(&message).await;
    shop.until_order(&both, "paid").await;
    let kevade = "TODAY,book,Kevade,,,900,1,9.90,0.82,9.08";
    let suvi = "TODAY,book,Suvi,,,900,1,12.50,1.03,11.47";
    assert_eq!(report(&shop.app, "sales").await, [header, kevade, suvi]);
    // The price of one book comes back, then a part that is no book's.
    let id = both["transactionId"].as_str().unwrap();
    for (amount, comment) in [("9.90", "üks raamat"), ("1.00", "heast tahtest")] {
        let refund = ["payments", "refund", id, "--amount", amount, "--comment", comment];
        shop.app.command(&refund, "").await.unwrap();
    }
    let number = both["orderNumber"].as_str().unwrap();
    let part = format!("TODAY,refund,{number},,,900,-1,-1.00,-0.08,-0.92");
    assert_eq!(
        report(&shop.app, "sales").await,
        [header, "TODAY,book,Kevade,,,900,0,0.00,0.00,0.00", suvi, &part]
    );
    // Another day has nothing.
    let wrong = ["report", "sales", "--from", "2026-02-02", "--until", "2026-02-01"];
    assert!(shop.app.command(&wrong, "").await.unwrap_err().contains("--until is before --from"));
}

#[tokio::test]
async fn plans_and_listening_are_reported() {
    let subscriber = Subscriber::open().await;
    subscriber.pay("checkout-subscription", Some("20H_LIMITED")).await;
    let rows = report(&subscriber.app, "sales").await;
    assert_eq!(rows[1], "TODAY,subscription,Paindlik pakett,,,2400,1,6.99,1.35,5.64");
    subscriber
        .app
        .import(&[json!({
            "slug": "kevade", "title": "Kevade", "author": "Oskar Luts", "publisher": "Sõnakaja",
            "isbn": "9789949000005", "paymentType": "ALL", "price": "0"
        })])
        .await;
    let book = subscriber.app.book_id("kevade");
    let added = subscriber.post("/api/library", &json!({ "bookId": book })).await;
    assert!(added.status().is_success(), "{}", added.text().await.unwrap());
    subscriber.app.advance(Duration::from_mins(11));
    let now: i64 = subscriber.app.clock.now().millis() / 1000;
    let body = |speed: f64, from: i64, to: i64| -> Value {
        json!({ "bookId": book, "playbackSpeed": speed, "source": "WEB", "startedAtEpoch": now - from, "endedAtEpoch": now - to })
    };
    for body in [body(1.0, 600, 300), body(1.5, 300, 60), body(1.0, 600, 300)] {
        assert_eq!(subscriber.post("/api/reading", &body).await.status(), 200);
    }
    let rows = report(&subscriber.app, "listening").await;
    assert_eq!(rows[0], "month,title,isbn,publisher,listeners,minutes,bookMinutes");
    let month = &day_of(subscriber.app.clock.now())[..7];
    assert_eq!(rows[1], format!("{month},Kevade,9789949000005,Sõnakaja,1,9,11"));
}
