//! Finding people and reading all about them.

use serde_json::json;

use super::{Admin, event_kinds};
use crate::fixtures::{desk::with_role, shop::Shop};

#[tokio::test]
async fn a_person_is_found_by_whatever_the_operator_has() {
    let shop = Shop::open().await;
    let order = shop.checkout(&["kevade"]).await;
    let transaction = order["transactionId"].as_str().unwrap().to_owned();
    shop.at_bank(&transaction, "pay").await;
    shop.until_order(&order, "paid").await;
    let body =
        json!({ "email": "onne@naide.ee", "firstName": "Õnne", "lastName": "Öö", "password": "heliriiul" });
    assert_eq!(shop.app.post("/api/register", &body).await.status(), 201);
    let admin = Admin::of(&shop.app).await;
    let card = admin
        .post(
            "gift-cards",
            &json!({ "plan": "UNLIMITED", "months": 1, "count": 1, "note": "", "reason": "Kingitus" }),
        )
        .await["codes"][0]
        .as_str()
        .unwrap()
        .to_owned();
    let activate = json!({ "activationCode": card });
    assert_eq!(shop.app.post_as(&shop.buyer, "/api/activate-gift-card", &activate).await.status(), 200);
    let number = order["orderNumber"].as_str().unwrap();
    for (q, email) in [
        ("mari@", "mari@naide.ee"),
        ("MAASIKAS", "haldur@naide.ee"), // the newest of this name
        ("õnne", "onne@naide.ee"),
        (number, "mari@naide.ee"),
        (&number.to_lowercase(), "mari@naide.ee"),
        (&transaction, "mari@naide.ee"),
        (&card, "mari@naide.ee"),
    ] {
        let found = admin.get(&format!("people?q={}", q.replace(' ', "%20"))).await;
        assert_eq!(found["people"][0]["email"], email, "{q}");
    }
    for nothing in ["H99999", "%25", "_"] {
        assert_eq!(admin.get(&format!("people?q={nothing}")).await["people"], json!([]), "{nothing}");
    }
    let person = admin.person("mari@naide.ee").await;
    assert_eq!(person["orders"][0]["lines"][0]["title"], "Kevade");
    assert_eq!(person["orders"][0]["lines"][0]["inLibrary"], true);
    assert_eq!(person["transactions"][0]["refundable"], json!(9.9));
    assert_eq!(person["subscription"]["status"], "active");
    assert_eq!(event_kinds(&person)[0], "order-created");
    assert!(event_kinds(&person).contains(&"gift-card-activated".to_owned()));
    let orders = admin.get("orders?status=paid").await;
    assert_eq!((&orders["orders"][0]["number"], &orders["hasMore"]), (&json!(number), &json!(false)));
    assert_eq!(admin.get("orders?status=open").await["orders"], json!([]));
    assert_eq!(admin.get("transactions?status=paid").await["transactions"][0]["id"], json!(transaction));
    assert_eq!(admin.get("subscribers?status=active").await["subscribers"][0]["email"], "mari@naide.ee");
    assert_eq!(admin.get("subscribers?status=ended").await["subscribers"], json!([]));
}

#[tokio::test]
async fn lists_have_pages() {
    let shop = Shop::open().await;
    let admin = Admin::of(&shop.app).await;
    let batch = json!({
        "code": "SUVI", "count": 60, "percent": 10, "scope": "cart", "reason": "Suvekampaania"
    });
    assert_eq!(admin.post("discounts", &batch).await["codes"].as_array().unwrap().len(), 60);
    let (first, second) = (admin.get("discounts").await, admin.get("discounts?page=2").await);
    assert_eq!((first["discounts"].as_array().unwrap().len(), &first["hasMore"]), (50, &json!(true)));
    assert_eq!((second["discounts"].as_array().unwrap().len(), &second["hasMore"]), (10, &json!(false)));
    for page in ["0", "1001"] {
        let refused = shop.app.get_as(&admin.token, &format!("/api/admin/discounts?page={page}")).await;
        assert_eq!(refused.status(), 422);
    }
}

#[tokio::test]
async fn an_editor_gets_nothing_of_it() {
    let shop = Shop::open().await;
    let editor = with_role(&shop.app, "toimetaja@naide.ee", "editor").await;
    for path in ["people", "orders", "incidents", "jobs", "reports/sales?from=2026-01-01&until=2026-01-31"] {
        let refused = shop.app.get_as(&editor, &format!("/api/admin/{path}")).await;
        assert_eq!(refused.status(), 403, "{path}");
    }
}
