//! Buying: the cart's price, the order, the bank, the library and the receipt.

use std::time::Duration;

use futures::future::join_all;
use heliriiul::{
    config::VatRate,
    money::Cents,
    subscriptions::{self, Plan},
};
use heliriiul_db::Timestamp;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    fixtures::app::problem,
    fixtures::shop::{Shop, location},
};

async fn quote(shop: &Shop, query: &str) -> Value {
    let answer = shop.app.get_as(&shop.buyer, &format!("/api/cart/quote?{query}")).await;
    assert_eq!(answer.status(), 200, "{query}");
    answer.json().await.unwrap()
}

async fn discounts(shop: &Shop, arguments: &[&str]) {
    let arguments = [&["discounts", "create"], arguments].concat();
    shop.app.command(&arguments, "").await.unwrap();
}

async fn make_member(shop: &Shop) {
    let now = shop.app.clock.now();
    let mut tx = shop.app.db().write().await.unwrap();
    let user = tx.scalar("SELECT id FROM users", ()).await.unwrap();
    let until = now.plus(Duration::from_hours(24));
    subscriptions::grant(&mut tx, user, Plan::Unlimited, until, now).await.unwrap();
    tx.commit().await.unwrap();
}

#[tokio::test]
async fn a_bought_book_is_in_the_library_and_has_a_receipt() {
    let shop = Shop::open().await;
    let checkout = shop.checkout(&["kevade", "suvi"]).await;
    assert_eq!(checkout["amount"], 22.40);
    assert_eq!(checkout["paid"], false);
    assert_eq!(checkout["lines"][0]["title"], "Kevade");
    let methods = &checkout["paymentMethods"];
    assert_eq!(methods["banklinks"].as_array().unwrap().len(), 3);
    let transaction = checkout["transactionId"].as_str().unwrap();
    for method in [&methods["banklinks"][0], &methods["cards"][0]] {
        let url = method["url"].as_str().unwrap();
        assert!(url.starts_with(&format!("{}/_sandbox/pay/{transaction}", shop.app.base)), "{url}");
        let logo = method["logo_url"].as_str().unwrap().strip_prefix(&shop.app.base).unwrap();
        assert_eq!(shop.app.get(logo).await.headers()["content-type"], "image/svg+xml");
    }
    assert_eq!(shop.order(&checkout).await["status"], "open");

    let back = shop.at_bank(transaction, "pay").await;
    let order_id = checkout["orderId"].as_str().unwrap();
    assert_eq!(shop.return_with(&back).await, format!("/makse-sooritatud?tellimus={order_id}"));
    let order = shop.order(&checkout).await;
    assert_eq!((&order["status"], &order["total"]), (&json!("paid"), &json!(22.40)));
    assert_eq!(order["lines"][1]["vatRate"], 9.0);
    assert!(order["paidAt"].is_string());
    assert_eq!(shop.bought().await, ["Kevade", "Suvi"]);

    let receipts = shop.receipts().await;
    assert_eq!(receipts.len(), 1);
    let receipt = &receipts[0];
    assert_eq!(receipt["to"], "mari@naide.ee");
    assert_eq!(
        receipt["subject"],
        format!("Kviitung tellimuse {} eest", checkout["orderNumber"].as_str().unwrap())
    );
    let text = receipt["text"].as_str().unwrap().replace('\u{a0}', " ");
    for part in [
        "Kviitung nr 1\n",
        "Oskar Luts - Kevade\n  9,90 €",
        "Kokku: 22,40 €",
        "käibemaks 9%: 1,85 €",
        "20,55 €",
    ] {
        assert!(text.contains(part), "{part} is missing in:\n{text}");
    }
    let answer = shop.try_checkout(&shop.buyer, &["sygis", "suvi"], None).await;
    let refused = problem(answer, 422, "validation").await;
    assert_eq!(refused["errors"], json!([{ "field": "books[1]", "code": "owned" }]));
}

#[tokio::test]
async fn a_second_click_finds_the_same_order() {
    let shop = Shop::open().await;
    let first = shop.checkout(&["kevade", "suvi"]).await;
    assert_eq!(shop.checkout(&["suvi", "kevade", "suvi"]).await["transactionId"], first["transactionId"]);
    let clicks = (0..6).map(|_| shop.checkout(&["sygis"]));
    let clicks = join_all(clicks).await;
    assert!(clicks.iter().all(|click| click["orderId"] == clicks[0]["orderId"]));
    let other = shop.checkout(&["suvi"]).await;
    assert_ne!(other["orderId"], first["orderId"]);
    let orders: Value = shop.app.get_as(&shop.buyer, "/api/orders").await.json().await.unwrap();
    assert_eq!(orders.as_array().unwrap().len(), 3);
    assert_eq!(orders[0]["id"], other["orderId"]);
    let another = shop.app.register("jaan@naide.ee").await;
    let path = format!("/api/orders/{}", first["orderId"].as_str().unwrap());
    problem(shop.app.get_as(&another, &path).await, 404, "not-found").await;
}

#[tokio::test]
async fn cancel_fail_and_expiry_close_the_order_and_the_cart_can_be_ordered_again() {
    let shop = Shop::open().await;
    let mut last = Value::Null;
    for (action, word, status) in
        [("cancel", "cancelled", "cancelled"), ("fail", "failed", "failed"), ("expire", "failed", "expired")]
    {
        let checkout = shop.checkout(&["kevade"]).await;
        assert_ne!(checkout["orderId"], last);
        last = checkout["orderId"].clone();
        let back = shop.at_bank(checkout["transactionId"].as_str().unwrap(), action).await;
        let place = format!("/ostukorv?makse={word}&tellimus={}", last.as_str().unwrap());
        assert_eq!(shop.return_with(&back).await, place);
        assert_eq!(shop.order(&checkout).await["status"], status);
    }
    let checkout = shop.checkout(&["kevade"]).await;
    shop.later(Duration::from_mins(61)).await;
    assert_eq!(shop.order(&checkout).await["status"], "expired");
    assert!(shop.bought().await.is_empty());
}

#[tokio::test]
async fn the_error_of_a_bad_cart_names_the_field() {
    let shop = Shop::open().await;
    let hidden =
        json!({ "slug": "peidus", "title": "Peidus", "price": "1.00", "author": "A B", "visible": false });
    let package = json!({ "slug": "pakett", "title": "Pakett", "price": "1.00", "author": "A B", "paymentType": "SUBSCRIPTION" });
    shop.app.import(&[hidden, package]).await;
    let answer = shop.try_checkout(&shop.buyer, &["kevade", "pakett", "peidus"], None).await;
    let refused = problem(answer, 422, "validation").await;
    assert_eq!(
        refused["errors"],
        json!([{ "field": "books[1]", "code": "not-for-sale" }, { "field": "books[2]", "code": "not-found" }])
    );
    for (body, field, code) in [
        (json!({ "books": [] }), "books", "required"),
        (json!({}), "books", "required"),
        (json!({ "books": ["x"] }), "books[0]", "invalid"),
        (json!({ "books": vec![uuid(1); 1] }), "books[0]", "not-found"),
        (json!({ "books": (0..101).map(uuid).collect::<Vec<_>>() }), "books", "too-long"),
        (json!({ "books": [shop.book("suvi")], "discountCode": 5 }), "discountCode", "invalid"),
        (json!({ "books": [shop.book("suvi")], "discountCode": "x".repeat(65) }), "discountCode", "too-long"),
    ] {
        let refused =
            problem(shop.app.post_as(&shop.buyer, "/api/checkout-cart", &body).await, 422, "validation")
                .await;
        assert_eq!(refused["errors"][0], json!({ "field": field, "code": code }), "{body}");
    }
    problem(shop.app.post("/api/checkout-cart", &json!({ "books": [] })).await, 401, "unauthorized").await;
    problem(shop.app.get_as(&shop.buyer, "/api/orders/x").await, 404, "not-found").await;
}

fn uuid(number: u32) -> String {
    format!("00000000-0000-7000-8000-{number:012}")
}

#[tokio::test]
async fn the_quote_equals_the_price_at_checkout() {
    let shop = Shop::with(|config| config.shop.subscriber_discount = 15.try_into().unwrap()).await;
    make_member(&shop).await;
    discounts(&shop, &["Suvi20", "--percent", "20"]).await;
    let ids = format!("{},{},{}", shop.book("kevade"), uuid(1), shop.book("suvi"));
    let quoted = quote(&shop, &format!("books={ids}&discountCode=SUVI20")).await;
    // 9.90 → 8.42 → 6.74; 12.50 → 10.63 → 8.50
    assert_eq!(quoted["lines"][0]["price"], 6.74);
    assert_eq!(quoted["lines"][1]["price"], 8.50);
    assert_eq!(quoted["lines"][0]["slug"], "kevade");
    assert_eq!((&quoted["total"], &quoted["listTotal"]), (&json!(15.24), &json!(22.40)));
    assert_eq!((&quoted["memberPercentage"], &quoted["discountPercentage"]), (&json!(15), &json!(20)));
    assert_eq!(quoted["unavailable"], json!([uuid(1)]));
    let checkout = shop.checkout_with(&["kevade", "suvi"], Some("suvi20 ")).await;
    assert_eq!(checkout["amount"], 15.24);
    assert_eq!(shop.order(&checkout).await["discountCode"], "Suvi20");

    let anonymous: Value = shop.app.get(&format!("/api/cart/quote?books={ids}")).await.json().await.unwrap();
    assert_eq!((&anonymous["total"], &anonymous["memberPercentage"]), (&json!(22.40), &json!(0)));
    assert_eq!(quote(&shop, "books=").await["lines"], json!([]));
    assert_eq!(quote(&shop, "books=x").await["unavailable"], json!(["x"]));
    problem(shop.app.get("/api/cart/quote").await, 422, "validation").await;
    let unknown = shop.app.get(&format!("/api/cart/quote?books={ids}&discountCode=talv")).await;
    problem(unknown, 404, "discount-not-found").await;
    let found: Value = shop.app.get("/api/discounts/sUVI20").await.json().await.unwrap();
    assert_eq!(found, json!({ "discountCode": "Suvi20", "discountPercentage": 20 }));
}

#[tokio::test]
async fn a_total_of_zero_needs_no_bank() {
    let shop = Shop::open().await;
    discounts(&shop, &["KINGITUS", "--percent", "100", "--max-uses", "1"]).await;
    let checkout = shop.checkout_with(&["kevade"], Some("KINGITUS")).await;
    assert_eq!((&checkout["paid"], &checkout["amount"]), (&json!(true), &json!(0.0)));
    assert_eq!(checkout["transactionId"], Value::Null);
    assert_eq!(shop.bought().await, ["Kevade"]);
    assert_eq!(shop.order(&checkout).await["status"], "paid");
    let receipt = shop.receipts().await.remove(0);
    assert!(receipt["text"].as_str().unwrap().contains("Sooduskood: KINGITUS"));
    problem(shop.try_checkout(&shop.buyer, &["suvi"], Some("KINGITUS")).await, 404, "discount-not-found")
        .await;
}

#[tokio::test]
async fn codes_that_cannot_be_used_are_not_found() {
    let shop = Shop::open().await;
    discounts(&shop, &["LOPPENUD", "--percent", "10", "--until", "2020-01-01"]).await;
    discounts(&shop, &["TULEVIK", "--percent", "10", "--from", "2100-01-01"]).await;
    discounts(&shop, &["PAKETT", "--percent", "10", "--scope", "subscription"]).await;
    discounts(&shop, &["TAGASI", "--percent", "10"]).await;
    shop.app.command(&["discounts", "revoke", "tagasi"], "").await.unwrap();
    for code in ["LOPPENUD", "TULEVIK", "PAKETT", "TAGASI", "PUUDUB", "%F0%9F%98%80", &"x".repeat(65)] {
        problem(shop.app.get(&format!("/api/discounts/{code}")).await, 404, "discount-not-found").await;
    }
    let list = shop.app.command(&["discounts", "list"], "").await.unwrap();
    assert!(list.contains("TAGASI") && list.contains("revoked"), "{list}");
    assert!(shop.app.command(&["discounts", "create", "Pakett", "--percent", "5"], "").await.is_err());
    for _ in 0..60 {
        shop.app.get("/api/discounts/arvan").await;
    }
    let limited = shop.app.get("/api/discounts/arvan").await;
    assert!(limited.headers().contains_key("retry-after"));
    problem(limited, 429, "too-many-requests").await;
}

#[tokio::test]
async fn the_last_use_of_a_code_goes_to_one_buyer() {
    let shop = Shop::open().await;
    discounts(&shop, &["VIIMANE", "--percent", "50", "--max-uses", "1"]).await;
    let mut buyers = vec![shop.buyer.clone()];
    for number in 0..5 {
        buyers.push(shop.app.register(&format!("ostja{number}@naide.ee")).await);
    }
    let tries = buyers.iter().map(|buyer| shop.try_checkout(buyer, &["kevade"], Some("VIIMANE")));
    let answers = join_all(tries).await;
    let won = answers.iter().filter(|answer| answer.status() == 200).count();
    let lost = answers.iter().filter(|answer| answer.status() == 404).count();
    assert_eq!((won, lost), (1, 5));
}

#[tokio::test]
async fn a_code_revoked_after_checkout_keeps_the_price_that_was_shown() {
    let shop = Shop::open().await;
    discounts(&shop, &["POOL", "--percent", "50"]).await;
    let checkout = shop.checkout_with(&["kevade"], Some("POOL")).await;
    let half = checkout["amount"].clone();
    shop.app.command(&["discounts", "revoke", "POOL"], "").await.unwrap();
    // But not for the next cart.
    let other = shop.app.register("teine@naide.ee").await;
    let refused = shop.try_checkout(&other, &["kevade"], Some("POOL")).await;
    problem(refused, 404, "discount-not-found").await;
    let back = shop.at_bank(checkout["transactionId"].as_str().unwrap(), "pay").await;
    assert!(shop.return_with(&back).await.starts_with("/makse-sooritatud"));
    let order = shop.order(&checkout).await;
    assert_eq!((&order["status"], &order["total"]), (&json!("paid"), &half));
}

#[tokio::test]
async fn a_person_reserves_a_code_once_and_can_change_the_cart() {
    let shop = Shop::open().await;
    discounts(&shop, &["KORRA", "--percent", "50", "--max-per-user", "1"]).await;
    let first = shop.checkout_with(&["kevade"], Some("KORRA")).await;
    let second = shop.checkout_with(&["suvi"], Some("KORRA")).await;
    assert_eq!(shop.order(&first).await["status"], "cancelled");
    assert_eq!(shop.order(&second).await["status"], "open");
    let both = join_all(
        [&["kevade", "suvi"][..], &["kevade", "sygis"], &["suvi", "sygis"]]
            .map(|cart| shop.try_checkout(&shop.buyer, cart, Some("KORRA"))),
    );
    assert!(both.await.iter().all(|answer| answer.status() == 200));
    let orders: Value = shop.app.get_as(&shop.buyer, "/api/orders").await.json().await.unwrap();
    let open: Vec<&Value> =
        orders.as_array().unwrap().iter().filter(|order| order["status"] == "open").collect();
    assert_eq!(open.len(), 1);

    let mut tx = shop.app.db().read().await.unwrap();
    let uses: i64 = tx.scalar("SELECT uses FROM discounts", ()).await.unwrap();
    assert_eq!(uses, 1);
    drop(tx);
    // The closed order is paid after all: it is delivered and takes a use over the limit.
    let back = shop.at_bank(first["transactionId"].as_str().unwrap(), "pay").await;
    assert!(shop.return_with(&back).await.starts_with("/makse-sooritatud"));
    assert_eq!(shop.bought().await, ["Kevade"]);
    assert_eq!(shop.incidents().await, ["late-payment"]);
    problem(shop.try_checkout(&shop.buyer, &["suvi"], Some("KORRA")).await, 404, "discount-not-found").await;
}

#[tokio::test]
async fn the_banks_page_is_a_form_that_returns_to_the_store() {
    let shop = Shop::open().await;
    let checkout = shop.checkout(&["kevade"]).await;
    let path = format!("/_sandbox/pay/{}", checkout["transactionId"].as_str().unwrap());
    let page = shop.app.get(&format!("{path}?method=katsepank")).await;
    assert!(page.headers()["content-security-policy"].to_str().unwrap().contains("form-action 'self'"));
    let page = page.text().await.unwrap();
    for part in [
        "<h1>Katsepank</h1>",
        "Maksa 9,90\u{a0}€",
        "name=\"action\" value=\"pay\"",
        "value=\"cancel\"",
        "value=\"fail\"",
    ] {
        assert!(page.contains(part), "{part} is missing in {page}");
    }
    let paid = shop.app.request(Method::POST, &path).form(&[("action", "pay")]).send().await.unwrap();
    let page = paid.text().await.unwrap();
    assert!(
        page.contains(&format!("action=\"{}/api/payments/return\"", shop.app.base).replace('/', "&#x2f;")),
        "{page}"
    );
    assert!(shop.app.get(&path).await.text().await.unwrap().contains("See makse on lõppenud: makstud."));
    assert_eq!(shop.app.get("/_sandbox/pay/puudub").await.status(), 404);
    assert_eq!(shop.until_order(&checkout, "paid").await["status"], "paid");
    let answer = shop.app.get("/api/payments/return").await;
    assert_eq!(location(&answer), "/ostukorv?makse=pending");
}

#[tokio::test]
async fn the_sandbox_clock_moves_and_is_stored() {
    let shop = Shop::open().await;
    let checkout = shop.checkout(&["kevade"]).await;
    let before = shop.app.clock.now();
    let body = json!({ "advanceSeconds": 4000 });
    assert_eq!(shop.app.post("/_sandbox/clock", &body).await.status(), 200);
    assert!(shop.app.clock.now().since(before) >= 4_000_000);
    assert_eq!(shop.order(&checkout).await["status"], "expired");
    for bad in [
        json!({}),
        json!({ "advanceSeconds": -1 }),
        json!({ "advanceSeconds": 1e12 }),
        json!({ "advanceSeconds": u64::MAX }),
    ] {
        problem(shop.app.post("/_sandbox/clock", &bad).await, 422, "validation").await;
    }
    // Another process on the same data sees the moved time.
    discounts(&shop, &["AEG", "--percent", "10"]).await;
    let mut tx = shop.app.db().read().await.unwrap();
    let made: i64 = tx.scalar("SELECT created_at FROM discounts", ()).await.unwrap();
    assert!(made >= before.millis() + 4_000_000);
}

#[tokio::test]
async fn the_return_goes_to_the_address_that_the_buyer_uses() {
    let shop = Shop::open().await;
    let localhost = shop.app.base.replace("127.0.0.1", "localhost");
    let cart = json!({ "books": [shop.book("kevade")] });
    let asked = shop.app.request(Method::POST, "/api/checkout-cart").header("Api-Token", &shop.buyer);
    let host = localhost.strip_prefix("http://").unwrap();
    let checkout: Value = asked.header("Host", host).json(&cart).send().await.unwrap().json().await.unwrap();
    let method = &checkout["paymentMethods"]["banklinks"][0];
    assert!(method["url"].as_str().unwrap().starts_with(&localhost), "{method}");
    let back = shop.at_bank(checkout["transactionId"].as_str().unwrap(), "pay").await;
    assert_eq!(back["url"], format!("{localhost}/api/payments/return"));
    assert_eq!(back["method"], "POST");

    let named = Shop::with(|config| config.public_url = "https://raamat.example/".to_owned()).await;
    let checkout = named.checkout(&["kevade"]).await;
    let back = named.at_bank(checkout["transactionId"].as_str().unwrap(), "cancel").await;
    assert_eq!(back["url"], "https://raamat.example/api/payments/return");
}

#[tokio::test]
async fn the_vat_of_an_order_is_that_of_the_day_of_payment() {
    let shop = Shop::with(|config| {
        config.shop.vat.push(VatRate { from: "2027-01-01".to_owned(), books: 1_300, other: 2_600 });
    })
    .await;
    let new_year: Timestamp = serde_json::from_value("2027-01-01T00:00:00+02:00".into()).unwrap();
    let ten_to = new_year.minus(Duration::from_mins(10)).since(shop.app.clock.now());
    shop.app.advance(Duration::from_millis(ten_to.unsigned_abs()));
    let order = shop.checkout(&["kevade"]).await;
    shop.app.advance(Duration::from_mins(20));
    let message = shop.at_bank(order["transactionId"].as_str().unwrap(), "pay").await;
    shop.return_with(&message).await;
    let line: (i64, Cents) = shop
        .app
        .db()
        .optional("SELECT vat_basis_points, vat_cents FROM order_lines", ())
        .await
        .unwrap()
        .unwrap();
    assert_eq!(line, (1_300, Cents::new(114)));
    let receipt = shop.receipts().await[0]["text"].as_str().unwrap().to_owned();
    assert!(receipt.contains("13%"), "{receipt}");
}
