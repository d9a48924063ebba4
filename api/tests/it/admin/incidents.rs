//! Incidents, and what the store proposes.

use futures::future::join;
use serde_json::json;

use super::Admin;
use crate::fixtures::{app::problem, shop::Shop};

#[tokio::test]
async fn the_proposed_refund_is_made_once_and_empties_the_list() {
    let shop = Shop::open().await;
    // Two orders of one book, both paid: the second book cannot be delivered.
    let first = shop.checkout(&["kevade"]).await;
    let second = shop.checkout(&["kevade", "suvi"]).await;
    for order in [&first, &second] {
        shop.at_bank(order["transactionId"].as_str().unwrap(), "pay").await;
        shop.until_order(order, "paid").await;
    }
    let admin = Admin::of(&shop.app).await;
    let open = admin.get("incidents").await;
    assert_eq!(open["open"], 1);
    let incident = &open["incidents"][0];
    assert_eq!(
        (&incident["kind"], &incident["proposal"], &incident["amount"], &incident["email"]),
        (&json!("paid-twice"), &json!("refund"), &json!(9.9), &json!("mari@naide.ee"))
    );
    let path = format!("incidents/{}/proposal", incident["id"].as_str().unwrap());
    let (one, another) = ((json!({ "reason": "Topelt" })), json!({ "reason": "Kaks korda makstud" }));
    let answers = join(admin.try_post(&path, &one), admin.try_post(&path, &another)).await;
    assert!([answers.0.status(), answers.1.status()].iter().any(|status| *status == 200));
    assert_eq!(admin.get("incidents").await["incidents"], json!([]));
    assert_eq!(admin.get("incidents?resolved=true").await["incidents"][0]["id"], incident["id"]);
    let mut tx = shop.app.db().read().await.unwrap();
    let made: Vec<i64> = tx.scalars("SELECT amount_cents FROM sandbox_refunds", ()).await.unwrap();
    drop(tx);
    assert_eq!(made, [990]);
    assert_eq!(shop.bought().await, ["Kevade", "Suvi"], "the book of the first order stays");
    problem(admin.try_post(&path, &one).await, 409, "incident-resolved").await;
}

#[tokio::test]
async fn an_incident_stays_open_while_the_provider_refuses_and_is_resolved_by_hand() {
    let shop = Shop::open().await;
    let order = shop.checkout(&["kevade"]).await;
    let id = order["transactionId"].as_str().unwrap();
    shop.at_bank(id, "pay").await;
    shop.until_order(&order, "paid").await;
    let mut tx = shop.app.db().write().await.unwrap();
    let incident = heliriiul::ledger::PaymentIncident::new(
        heliriiul::ledger::IncidentKind::Withdrawal,
        "H1:test",
        "The buyer has withdrawn.",
    );
    let incident = incident.transaction(id).amount(heliriiul::money::Cents::new(990));
    assert!(incident.record_with_refund(&mut tx, shop.app.clock.now()).await.unwrap());
    tx.commit().await.unwrap();
    let admin = Admin::of(&shop.app).await;
    shop.switch(&json!({ "processing": 9 })).await;
    let incident = admin.get("incidents").await["incidents"][0]["id"].as_str().unwrap().to_owned();
    let reason = json!({ "reason": "Taganemine" });
    assert_eq!(admin.try_post(&format!("incidents/{incident}/proposal"), &reason).await.status(), 409);
    assert_eq!(admin.get("incidents").await["open"], 1);
    let resolved = admin.post(&format!("incidents/{incident}/resolve"), &reason).await;
    assert!(resolved["resolvedAt"].is_string());
    let person = admin.person("mari@naide.ee").await;
    assert_eq!(person["events"][0]["kind"], "incident-resolved");
    assert_eq!(person["events"][0]["detail"]["reason"], "Taganemine");
}

#[tokio::test]
async fn a_failing_job_is_listed_and_made_due() {
    let shop = Shop::open().await;
    let admin = Admin::of(&shop.app).await;
    let now = shop.app.clock.now();
    let mut tx = shop.app.db().write().await.unwrap();
    let later = now.plus(std::time::Duration::from_hours(5));
    let kind = heliriiul::jobs::JobKind::SubscriptionReminder;
    heliriiul::jobs::enqueue(&mut tx, kind, "reminder:test", &json!({}), later, now).await.unwrap();
    let sql = "UPDATE jobs SET attempts = 3, last_error = 'no answer' WHERE unique_key = 'reminder:test'";
    tx.execute(sql, ()).await.unwrap();
    tx.commit().await.unwrap();
    let failing = admin.get("jobs?failing=true").await;
    let job = &failing["jobs"][0];
    assert_eq!((&job["attempts"], &job["lastError"]), (&json!(3), &json!("no answer")));
    let path = format!("jobs/{}/retry", job["id"].as_str().unwrap());
    admin.post(&path, &json!({ "reason": "Postiserver töötab" })).await;
    let due = admin.get("jobs?failing=true").await;
    assert!(due["jobs"][0]["runAt"].as_str() < job["runAt"].as_str());
    let nothing = "jobs/01920000-0000-7000-8000-000000000001/retry";
    problem(admin.try_post(nothing, &json!({ "reason": "x" })).await, 404, "not-found").await;
}
