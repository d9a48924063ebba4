//! Refunds by an operator.

use serde_json::{Value, json};

use super::{Admin, event_kinds};
use crate::fixtures::{app::problem, shop::Shop};

async fn paid(shop: &Shop, slugs: &[&str]) -> Value {
    let order = shop.checkout(slugs).await;
    shop.at_bank(order["transactionId"].as_str().unwrap(), "pay").await;
    shop.until_order(&order, "paid").await;
    order
}

#[tokio::test]
async fn a_refunded_book_leaves_the_library_and_can_be_bought_again() {
    let shop = Shop::open().await;
    let order = paid(&shop, &["kevade", "suvi"]).await;
    let admin = Admin::of(&shop.app).await;
    let path = format!("orders/{}/refund", order["orderId"].as_str().unwrap());
    let body = json!({ "bookId": shop.book("kevade"), "reason": "Kliendi soov" });
    let refund = admin.post(&path, &body).await;
    assert_eq!(refund, json!({ "amount": 9.90, "status": "SETTLED", "repeated": false }));
    assert_eq!(shop.bought().await, ["Suvi"]);
    // A second click sends nothing.
    assert_eq!(admin.post(&path, &body).await["repeated"], true);
    let other_reason = json!({ "bookId": shop.book("kevade"), "reason": "Teine põhjus" });
    problem(admin.try_post(&path, &other_reason).await, 409, "refunded-already").await;
    assert_eq!(shop.refunds().await, [990]);
    let person = admin.person("mari@naide.ee").await;
    assert_eq!(person["orders"][0]["status"], "paid");
    assert_eq!(person["transactions"][0]["refundable"], json!(12.5));
    assert_eq!(person["transactions"][0]["refunds"][0]["bookId"], json!(shop.book("kevade")));
    let kinds = event_kinds(&person);
    for kind in ["refund-started", "refund-changed", "book-returned"] {
        assert!(kinds.contains(&kind.to_owned()), "{kind}: {kinds:?}");
    }
    let open = admin.get("refunds?open=true").await;
    assert_eq!(open["refunds"], json!([]));
    assert_eq!(admin.get("refunds").await["refunds"][0]["email"], "mari@naide.ee");
    paid(&shop, &["kevade"]).await;
    assert_eq!(shop.bought().await, ["Kevade", "Suvi"]);
    problem(
        admin.try_post(&path, &json!({ "bookId": shop.book("sygis"), "reason": "x" })).await,
        404,
        "not-found",
    )
    .await;
}

#[tokio::test]
async fn a_refused_refund_leaves_the_book_in_the_library() {
    let shop = Shop::open().await;
    let order = paid(&shop, &["kevade"]).await;
    let admin = Admin::of(&shop.app).await;
    shop.switch(&json!({ "processing": 9 })).await;
    let path = format!("orders/{}/refund", order["orderId"].as_str().unwrap());
    let body = json!({ "bookId": shop.book("kevade"), "reason": "Kliendi soov" });
    problem(admin.try_post(&path, &body).await, 409, "refund-refused").await;
    assert_eq!(shop.bought().await, ["Kevade"]);
}

#[tokio::test]
async fn a_part_of_a_payment_is_refunded_and_a_free_book_is_returned() {
    let shop = Shop::open().await;
    let order = paid(&shop, &["kevade"]).await;
    let admin = Admin::of(&shop.app).await;
    let path = format!("transactions/{}/refund", order["transactionId"].as_str().unwrap());
    let part = admin.post(&path, &json!({ "amount": 2.5, "reason": "Heast tahtest" })).await;
    assert_eq!(part["amount"], json!(2.5));
    assert_eq!(shop.bought().await, ["Kevade"]);
    let much = json!({ "amount": 7.41, "reason": "Veel" });
    problem(admin.try_post(&path, &much).await, 409, "refund-too-large").await;
    assert_eq!(
        admin.post(&path, &json!({ "amount": null, "reason": "Ülejäänu" })).await["amount"],
        json!(7.4)
    );
    shop.until_order(&order, "refunded").await;
    let code = json!({ "code": "TASUTA", "count": 1, "percent": 100, "scope": "cart", "reason": "Kingitus" });
    admin.post("discounts", &code).await;
    let free = shop.checkout_with(&["suvi"], Some("TASUTA")).await;
    assert_eq!(shop.bought().await, ["Kevade", "Suvi"]);
    let path = format!("orders/{}/refund", free["orderId"].as_str().unwrap());
    let body = json!({ "bookId": shop.book("suvi"), "reason": "Kliendi soov" });
    assert_eq!(admin.post(&path, &body).await["amount"], json!(0.0));
    assert_eq!(shop.bought().await, ["Kevade"]);
    problem(admin.try_post(&path, &body).await, 409, "refunded-already").await;
}

#[tokio::test]
async fn the_sales_take_back_the_refunded_book() {
    let shop = Shop::open().await;
    // Two books of one price: the amount alone does not tell which one comes back.
    let book = |slug: &str| json!({ "slug": slug, "title": slug, "price": "5.00", "author": "A B" });
    shop.app.import(&[book("esimene"), book("teine")]).await;
    let order = paid(&shop, &["esimene", "teine"]).await;
    let admin = Admin::of(&shop.app).await;
    let path = format!("orders/{}/refund", order["orderId"].as_str().unwrap());
    admin.post(&path, &json!({ "bookId": shop.book("teine"), "reason": "Kliendi soov" })).await;
    let today = heliriiul::calendar::day_of(shop.app.clock.now());
    let sales = admin.get(&format!("reports/sales?from={today}&until={today}")).await;
    let counts: Vec<_> =
        sales["rows"].as_array().unwrap().iter().map(|row| (&row["name"], &row["count"])).collect();
    assert_eq!(counts, [(&json!("esimene"), &json!(1)), (&json!("teine"), &json!(0))]);
    let csv = shop
        .app
        .get_as(&admin.token, &format!("/api/admin/reports/sales.csv?from={today}&until={today}"))
        .await;
    assert_eq!(csv.headers()["content-type"], "text/csv; charset=utf-8");
    assert!(csv.text().await.unwrap().starts_with("day,kind,name,"));
    let wrong =
        shop.app.get_as(&admin.token, "/api/admin/reports/sales?from=2026-02-02&until=2026-02-01").await;
    problem(wrong, 422, "validation").await;
}
