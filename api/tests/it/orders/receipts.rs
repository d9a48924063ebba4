//! Receipts and credit notes: their content, their numbers, and the refund that each credit note follows.

use heliriiul::{money::Cents, receipts};
use heliriiul_db::ReceiptId;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use crate::{
    fixtures::{
        app::{TestApp, problem},
        shop::Shop,
        subscriber::Subscriber,
    },
    subscriptions::cards::Provider,
};

impl Shop {
    /// Buys books. Returns the checkout result.
    async fn buy(&self, slugs: &[&str]) -> Value {
        let checkout = self.checkout(slugs).await;
        let message = self.at_bank(id_of(&checkout), "pay").await;
        self.return_with(&message).await;
        self.until_order(&checkout, "paid").await;
        checkout
    }

    /// The buyer's receipts and credit notes in full, the oldest first.
    async fn documents(&self) -> Vec<Value> {
        documents(&self.app, &self.buyer).await
    }

    async fn credit_notes(&self) -> Vec<Value> {
        let mut notes = self.documents().await;
        notes.retain(|document| document["kind"] == "credit-note");
        notes
    }

    async fn refund(&self, checkout: &Value, options: &[&str]) {
        let arguments = [&["payments", "refund", id_of(checkout)], options].concat();
        self.app.command(&arguments, "").await.unwrap();
    }

    async fn subjects(&self) -> Vec<String> {
        let mails = self.app.emails().await;
        mails.iter().rev().map(|mail| mail["subject"].as_str().unwrap().to_owned()).collect()
    }
}

fn id_of(checkout: &Value) -> &str {
    checkout["transactionId"].as_str().unwrap()
}

async fn documents(app: &TestApp, token: &str) -> Vec<Value> {
    let list: Vec<Value> = app.get_as(token, "/api/receipts").await.json().await.unwrap();
    let mut documents = Vec::new();
    for item in list.iter().rev() {
        let path = format!("/api/receipts/{}", item["id"].as_str().unwrap());
        documents.push(app.get_as(token, &path).await.json().await.unwrap());
    }
    documents
}

/// Texts and prices of the lines.
fn lines(document: &Value) -> Vec<Value> {
    document["lines"].as_array().unwrap().iter().map(|line| json!([line["text"], line["price"]])).collect()
}

fn line(text: &str, price: f64) -> Value {
    json!([text, price])
}

#[tokio::test]
async fn a_receipt_keeps_the_seller_the_buyer_and_the_lines() {
    let shop = Shop::open().await;
    let checkout = shop.buy(&["kevade", "suvi"]).await;
    shop.app.db().execute("UPDATE users SET first_name = 'Uus'", ()).await.unwrap();
    let [receipt] = &shop.documents().await[..] else { panic!("one receipt") };
    assert_eq!(
        (&receipt["kind"], &receipt["number"], &receipt["total"]),
        (&json!("receipt"), &json!(1), &json!(22.4))
    );
    assert_eq!(
        (&receipt["orderId"], &receipt["reference"]),
        (&checkout["orderId"], &checkout["orderNumber"])
    );
    assert_eq!(receipt["buyer"], json!({ "name": "Mari Maasikas", "email": "mari@naide.ee" }));
    let seller = json!({
        "name": "Heliriiuli näidispood", "registryCode": "00000000", "vatNumber": "EE000000000",
        "address": "Näidise 1, 10000 Tallinn"
    });
    assert_eq!(receipt["seller"], seller);
    assert_eq!(lines(receipt), [line("Oskar Luts - Kevade", 9.9), line("Oskar Luts - Suvi", 12.5)]);
    assert_eq!(receipt["vat"], json!([{ "rate": 9.0, "net": 20.55, "vat": 1.85 }]));
    let text = shop.receipts().await[0]["text"].as_str().unwrap().to_owned();
    for part in ["Registrikood: 00000000\n", "KMKR nr: EE000000000\n", "Aadress: Näidise 1", "Kuupäev: "] {
        assert!(text.contains(part), "{part} is missing in:\n{text}");
    }
    let list: Value = shop.app.get_as(&shop.buyer, "/api/receipts").await.json().await.unwrap();
    assert_eq!(list[0]["texts"], json!(["Oskar Luts - Kevade", "Oskar Luts - Suvi"]));
}

#[tokio::test]
async fn only_the_owner_reads_a_receipt_and_sends_it_again() {
    let shop = Shop::open().await;
    shop.buy(&["kevade"]).await;
    let id = shop.documents().await[0]["id"].as_str().unwrap().to_owned();
    let path = format!("/api/receipts/{id}");
    let send_path = format!("{path}/send");
    let other = shop.app.register("jaan@naide.ee").await;
    problem(shop.app.get_as(&other, &path).await, 404, "not-found").await;
    problem(shop.app.post_as(&other, &send_path, &json!(null)).await, 404, "not-found").await;
    problem(shop.app.get(&path).await, 401, "unauthorized").await;
    let listed: Value = shop.app.get_as(&other, "/api/receipts").await.json().await.unwrap();
    assert_eq!(listed, json!([]));
    let sent =
        shop.app.request(Method::POST, &send_path).header("Api-Token", &shop.buyer).send().await.unwrap();
    assert_eq!(sent.status(), StatusCode::NO_CONTENT);
    let mail = &shop.app.emails().await[0];
    assert_eq!((&mail["subject"], &mail["to"]), (&json!("Kviitung nr 1"), &json!("mari@naide.ee")));
    assert!(mail["text"].as_str().unwrap().contains(&format!("/konto/kviitung/{id}")));
    for _ in 0..9 {
        assert_eq!(shop.app.post_as(&shop.buyer, &send_path, &json!(null)).await.status(), 204);
    }
    problem(shop.app.post_as(&shop.buyer, &send_path, &json!(null)).await, 429, "too-many-requests").await;
    // An operator is not limited.
    let before = shop.app.emails().await.len();
    shop.app.advance(std::time::Duration::from_secs(1));
    let id: ReceiptId = id.parse().unwrap();
    receipts::send_again(&shop.app.state, id).await.unwrap();
    assert_eq!(shop.app.emails().await.len(), before + 1);
}

#[tokio::test]
async fn a_refund_of_the_order_credits_all_lines() {
    let shop = Shop::open().await;
    let checkout = shop.buy(&["kevade", "suvi"]).await;
    shop.refund(&checkout, &["--comment", "Eksitus"]).await;
    shop.until_order(&checkout, "refunded").await;
    let [note] = &shop.credit_notes().await[..] else { panic!("one credit note") };
    assert_eq!((&note["number"], &note["total"]), (&json!(1), &json!(-22.4)));
    assert_eq!(lines(note), [line("Oskar Luts - Kevade", -9.9), line("Oskar Luts - Suvi", -12.5)]);
    assert_eq!(note["vat"], json!([{ "rate": 9.0, "net": -20.55, "vat": -1.85 }]));
    assert_eq!(note["credited"]["number"], 1);
    assert_eq!(note["reference"], checkout["orderNumber"]);
    let subject = shop.subjects().await.pop().unwrap();
    assert_eq!(subject, "Kreeditarve nr 1: maksame raha tagasi");
    let text = shop.app.emails().await[0]["text"].as_str().unwrap().replace('\u{a0}', " ");
    for part in ["Kreeditarve nr 1\n", "Krediteerib kviitungit nr 1 (", "Kokku: −22,40 €", "9%: −1,85 €"]
    {
        assert!(text.contains(part), "{part} is missing in:\n{text}");
    }
}

#[tokio::test]
async fn parts_of_an_order_are_credited_until_nothing_is_left() {
    let shop = Shop::open().await;
    let checkout = shop.buy(&["kevade", "suvi"]).await;
    shop.refund(&checkout, &["--amount", "1.00", "--comment", "heast tahtest"]).await;
    shop.refund(&checkout, &["--comment", "ülejäänu"]).await;
    let notes = shop.credit_notes().await;
    assert_eq!(notes.len(), 2);
    assert_eq!(lines(&notes[0]), [line("Osaline tagasimakse", -1.0)]);
    assert_eq!(notes[0]["vat"], json!([{ "rate": 9.0, "net": -0.92, "vat": -0.08 }]));
    // The last one takes the rest of the VAT.
    assert_eq!(notes[1]["vat"], json!([{ "rate": 9.0, "net": -19.63, "vat": -1.77 }]));
    assert_eq!((&notes[0]["number"], &notes[1]["number"]), (&json!(1), &json!(2)));
}

#[tokio::test]
async fn a_planned_refund_of_a_book_credits_its_line() {
    let shop = Shop::open().await;
    let checkout = shop.checkout(&["kevade", "suvi"]).await;
    let book = shop.app.book_id("kevade");
    for sql in [
        "DELETE FROM book_categories WHERE book_id = $1",
        "DELETE FROM contributors WHERE book_id = $1",
        "DELETE FROM books WHERE id = $1",
    ] {
        shop.app.db().execute(sql, (book,)).await.unwrap();
    }
    let message = shop.at_bank(id_of(&checkout), "pay").await;
    shop.return_with(&message).await;
    assert_eq!(shop.incidents().await, ["book-vanished"]);
    assert!(shop.credit_notes().await.is_empty());
    shop.refund(&checkout, &["--amount", "9.90", "--comment", "raamatut ei ole"]).await;
    let notes = shop.credit_notes().await;
    assert_eq!(lines(&notes[0]), [line("Oskar Luts - Kevade", -9.9)]);
    shop.refund(&checkout, &["--comment", "taganemine"]).await;
    assert_eq!(lines(&shop.credit_notes().await[1]), [line("Oskar Luts - Suvi", -12.5)]);
}

#[tokio::test]
async fn a_refund_in_the_portal_has_a_credit_note_too() {
    let shop = Shop::open().await;
    let part = shop.buy(&["kevade"]).await;
    assert_eq!(Provider(&shop.app).refund(id_of(&part), "4.00").await.0, 201);
    // The command asks the provider first.
    shop.refund(&part, &["--comment", "Ülejäänu"]).await;
    let totals: Vec<Value> = shop.credit_notes().await.iter().map(|note| note["total"].clone()).collect();
    assert_eq!(totals, [json!(-4.0), json!(-5.9)]);
    let whole = shop.buy(&["suvi"]).await;
    assert_eq!(Provider(&shop.app).refund(id_of(&whole), "12.50").await.0, 201);
    shop.until_order(&whole, "refunded").await;
    let notes = shop.credit_notes().await;
    assert_eq!((notes.len(), &notes[2]["total"]), (3, &json!(-12.5)));
}

#[tokio::test]
async fn the_surplus_of_an_order_paid_twice_is_refunded_without_a_credit_note() {
    let shop = Shop::open().await;
    let checkout = shop.buy(&["kevade"]).await;
    shop.app
        .db()
        .execute(
            "INSERT INTO transactions (id, order_id, reference, amount_cents, status, created_at, updated_at) \
             SELECT 'teine', order_id, reference, amount_cents, 'COMPLETED', created_at + 1, updated_at \
             FROM transactions",
            (),
        )
        .await
        .unwrap();
    shop.refund(&checkout, &["--comment", "kaks korda makstud"]).await;
    assert!(shop.credit_notes().await.is_empty(), "the order is still paid");
}

#[tokio::test]
async fn a_failed_refund_cancels_its_credit_note_which_keeps_its_number() {
    let shop = Shop::open().await;
    let checkout = shop.buy(&["kevade"]).await;
    shop.switch(&json!({ "refundsWait": true })).await;
    shop.refund(&checkout, &["--comment", "Topelt"]).await;
    let note = shop.credit_notes().await.remove(0);
    assert_eq!((&note["number"], &note["cancelledAt"]), (&json!(1), &json!(null)));
    shop.switch(&json!({ "refundsFail": true })).await;
    shop.later(std::time::Duration::from_hours(2)).await;
    let note = shop.credit_notes().await.remove(0);
    assert!(note["cancelledAt"].is_string(), "{note}");
    assert_eq!(shop.subjects().await.pop().unwrap(), "Kreeditarve nr 1 on tühistatud");
    shop.switch(&json!({})).await;
    shop.refund(&checkout, &["--comment", "Uuesti"]).await;
    let notes = shop.credit_notes().await;
    assert_eq!(notes.len(), 2);
    assert_eq!((&notes[1]["number"], &notes[1]["total"]), (&json!(2), &json!(-9.9)));
    assert!(notes[1]["cancelledAt"].is_null());
}

#[tokio::test]
async fn a_refund_that_fails_at_once_has_no_credit_note() {
    let shop = Shop::open().await;
    let checkout = shop.buy(&["kevade"]).await;
    shop.switch(&json!({ "refundsFail": true })).await;
    let arguments = ["payments", "refund", id_of(&checkout), "--comment", "x"];
    shop.app.command(&arguments, "").await.unwrap_err();
    assert!(shop.credit_notes().await.is_empty());
}

#[tokio::test]
async fn numbers_have_no_gaps() {
    let shop = Shop::open().await;
    for slug in ["kevade", "suvi", "sygis"] {
        let checkout = shop.buy(&[slug]).await;
        shop.refund(&checkout, &["--amount", "1.00", "--comment", "a"]).await;
        shop.refund(&checkout, &["--amount", "1.00", "--comment", "b"]).await;
    }
    for (kind, count) in [("receipt", 3), ("credit-note", 6)] {
        let sql = "SELECT number FROM receipts WHERE kind = $1 ORDER BY number";
        let numbers: Vec<(i64,)> = shop.app.db().all(sql, (kind,)).await.unwrap();
        let expected: Vec<(i64,)> = (1..=count).map(|number| (number,)).collect();
        assert_eq!(numbers, expected);
    }
}

#[tokio::test]
async fn a_month_has_a_receipt_and_its_refund_a_credit_note_with_the_vat_of_plans() {
    let subscriber = Subscriber::open().await;
    let start = subscriber.pay("checkout-subscription", Some("20H_LIMITED")).await;
    let id = start["transactionId"].as_str().unwrap();
    let refund = ["payments", "refund", id, "--amount", "3.00", "--comment", "taganemine"];
    subscriber.app.command(&refund, "").await.unwrap();
    let documents = documents(&subscriber.app, &subscriber.token).await;
    let [receipt, note] = &documents[..] else { panic!("{documents:#?}") };
    assert_eq!(lines(receipt), [line("Paindlik pakett, üks kuu", 6.99)]);
    assert_eq!(receipt["vat"], json!([{ "rate": 24.0, "net": 5.64, "vat": 1.35 }]));
    assert_eq!(lines(note), [line("Osaline tagasimakse", -3.0)]);
    assert_eq!(note["vat"], json!([{ "rate": 24.0, "net": -2.42, "vat": -0.58 }]));
    let payment = &subscriber.subscription().await["payments"][0];
    assert_eq!(note["reference"], payment["number"]);
    assert_eq!(note["orderId"], Value::Null);
    let total: Cents = subscriber
        .app
        .db()
        .scalar("SELECT total_cents FROM receipts WHERE number = 1 AND kind = 'receipt'", ())
        .await
        .unwrap();
    assert_eq!(total, Cents::new(699));
}

#[tokio::test]
async fn an_account_with_a_receipt_is_not_deleted() {
    let shop = Shop::open().await;
    shop.buy(&["kevade"]).await;
    let refused = shop.app.command(&["user", "delete", "mari@naide.ee"], "").await.unwrap_err();
    assert!(refused.contains("receipts"), "{refused}");
}
