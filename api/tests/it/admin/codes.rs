//! Gift cards and discount codes by an operator.

use serde_json::json;

use super::Admin;
use crate::fixtures::{app::problem, shop::Shop};

#[tokio::test]
async fn gift_cards_are_made_listed_and_revoked() {
    let shop = Shop::open().await;
    let admin = Admin::of(&shop.app).await;
    let batch = json!({
        "plan": "20H_LIMITED", "months": 3, "count": 2, "validUntil": "2099-12-31", "note": "Raamatupäev", "reason": "Müük"
    });
    let codes = admin.post("gift-cards", &batch).await["codes"].clone();
    let activate = json!({ "activationCode": codes[0] });
    assert_eq!(shop.app.post_as(&shop.buyer, "/api/activate-gift-card", &activate).await.status(), 200);
    let used = admin.get("gift-cards?status=activated").await;
    assert_eq!(used["giftCards"][0]["email"], "mari@naide.ee");
    let unused = admin.get("gift-cards?status=unused").await;
    assert_eq!(unused["giftCards"].as_array().unwrap().len(), 1);
    let revoke = |id: &serde_json::Value| format!("gift-cards/{}/revoke", id.as_str().unwrap());
    let reason = json!({ "reason": "Kadunud" });
    admin.post(&revoke(&unused["giftCards"][0]["id"]), &reason).await;
    let activate = json!({ "activationCode": codes[1] });
    let refused = shop.app.post_as(&shop.buyer, "/api/activate-gift-card", &activate).await;
    problem(refused, 404, "gift-card-not-found").await;
    problem(admin.try_post(&revoke(&used["giftCards"][0]["id"]), &reason).await, 404, "not-found").await;
    for (change, field) in [
        (json!({ "months": 0 }), "months"),
        (json!({ "count": 1001 }), "count"),
        (json!({ "validUntil": "2020-01-01" }), "validUntil"),
        (json!({ "validUntil": "homme" }), "validUntil"),
        (json!({ "reason": "" }), "reason"),
    ] {
        let mut wrong = batch.clone();
        wrong.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let refused = problem(admin.try_post("gift-cards", &wrong).await, 422, "validation").await;
        assert_eq!(refused["errors"][0]["field"], field);
    }
}

#[tokio::test]
async fn discount_codes_are_made_used_and_revoked() {
    let shop = Shop::open().await;
    let admin = Admin::of(&shop.app).await;
    let code = json!({
        "code": "KEVAD", "count": 1, "percent": 50, "scope": "both", "maxUses": 5, "reason": "Kampaania"
    });
    assert_eq!(admin.post("discounts", &code).await["codes"], json!(["KEVAD"]));
    problem(admin.try_post("discounts", &code).await, 409, "conflict").await;
    let order = shop.checkout_with(&["kevade"], Some("kevad")).await;
    shop.at_bank(order["transactionId"].as_str().unwrap(), "pay").await;
    shop.until_order(&order, "paid").await;
    let list = admin.get("discounts").await;
    let id = list["discounts"][0]["id"].as_str().unwrap();
    assert_eq!(list["discounts"][0]["uses"], 1);
    let uses = admin.get(&format!("discounts/{id}/uses")).await;
    assert_eq!(uses["uses"][0]["number"], order["orderNumber"]);
    admin.post(&format!("discounts/{id}/revoke"), &json!({ "reason": "Läbi" })).await;
    let refused = shop.try_checkout(&shop.buyer, &["suvi"], Some("KEVAD")).await;
    assert_eq!(refused.status(), 404);
    for (change, field) in [
        (json!({ "code": " " }), "code"),
        (json!({ "percent": 0 }), "percent"),
        (json!({ "maxUses": 0 }), "maxUses"),
        (json!({ "validFrom": "2027-02-01", "validUntil": "2027-01-01" }), "validUntil"),
    ] {
        let mut wrong = code.clone();
        wrong.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let refused = problem(admin.try_post("discounts", &wrong).await, 422, "validation").await;
        assert_eq!(refused["errors"][0]["field"], field);
    }
}
