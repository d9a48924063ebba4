//! Changes of a person's subscription by an operator, and their undoing.

use serde_json::json;

use super::{Admin, event_kinds};
use crate::fixtures::{app::problem, subscriber::Subscriber};

const LIMITED: &str = "20H_LIMITED";

/// A subscriber who has paid a month from 10 March 2027, noon.
async fn member() -> Subscriber {
    let subscriber = Subscriber::open().await;
    subscriber.walk_to("2027-03-10T12:00:00+02:00").await;
    subscriber.pay("checkout-subscription", Some(LIMITED)).await;
    subscriber
}

fn starts_with(value: &serde_json::Value, text: &str) -> bool {
    value.as_str().is_some_and(|value| value.starts_with(text))
}

#[tokio::test]
async fn days_and_months_postpone_the_renewal_and_are_undone() {
    let subscriber = member().await;
    let admin = Admin::of(&subscriber.app).await;
    let before = admin.person("mari@naide.ee").await["subscription"].clone();
    assert!(starts_with(&before["paidUntil"], "2027-04-10T09:00"));
    let longer = admin.change(json!({ "change": "extend", "days": 3 })).await;
    assert!(starts_with(&longer["subscription"]["paidUntil"], "2027-04-13T09:00"), "{longer}");
    assert!(starts_with(&longer["subscription"]["renewsAt"], "2027-04-13T09:00"));
    let event = &longer["events"][0];
    assert_eq!((&event["kind"], &event["undoable"]), (&json!("subscription-changed"), &json!(true)));
    assert_eq!((&event["by"], &event["detail"]["reason"]), (&json!("Mari Maasikas"), &json!("Kliendi soov")));
    let undo = format!("{}/undo", admin.changes().await);
    let undone = admin.post(&undo, &json!({ "event": event["id"], "reason": "Eksitus" })).await;
    assert_eq!(undone["subscription"], before);
    let again = admin.try_post(&undo, &json!({ "event": event["id"], "reason": "Eksitus" })).await;
    problem(again, 409, "conflict").await;
    let given = admin.change(json!({ "change": "give-months", "plan": "UNLIMITED", "months": 2 })).await;
    assert!(starts_with(&given["subscription"]["paidUntil"], "2027-06-10T09:00"), "{given}");
    // Nothing is charged before the end of the gift.
    subscriber.walk_to("2027-06-10T08:59:00Z").await;
    assert_eq!(subscriber.taken().await, ["6.99"]);
    subscriber.walk_to("2027-06-10T09:01:00Z").await;
    assert_eq!(subscriber.taken().await, ["6.99", "6.99"]);
}

#[tokio::test]
async fn the_renewal_moves_to_a_later_day_and_stays_there() {
    let subscriber = member().await;
    let admin = Admin::of(&subscriber.app).await;
    for (day, code) in [("2027-04-10", "too-early"), ("2029-01-01", "too-late"), ("homme", "invalid")] {
        let refused = admin.try_change(json!({ "change": "move-renewal", "day": day })).await;
        let refused = problem(refused, 422, "validation").await;
        assert_eq!(refused["errors"][0], json!({ "field": "day", "code": code }));
    }
    let moved = admin.change(json!({ "change": "move-renewal", "day": "2027-04-25" })).await;
    assert!(starts_with(&moved["subscription"]["renewsAt"], "2027-04-25T09:00"), "{moved}");
    subscriber.walk_to("2027-04-24T12:00:00+03:00").await;
    assert_eq!(subscriber.taken().await, ["6.99"]);
    subscriber.walk_to("2027-04-25T12:01:00+03:00").await;
    assert_eq!(subscriber.taken().await, ["6.99", "6.99"]);
    assert!(starts_with(&subscriber.subscription().await["renewsAt"], "2027-05-25T09:00"));
}

#[tokio::test]
async fn a_subscription_ends_at_once_or_at_its_end() {
    let subscriber = member().await;
    let admin = Admin::of(&subscriber.app).await;
    let stopped = admin.change(json!({ "change": "end-at-period-end" })).await;
    assert_eq!(stopped["subscription"]["status"], "stopped");
    let twice = admin.try_change(json!({ "change": "end-at-period-end" })).await;
    problem(twice, 409, "conflict").await;
    let ended = admin.change(json!({ "change": "end-now" })).await;
    assert_eq!(ended["subscription"]["status"], "ended");
    assert_eq!(subscriber.subscription().await["status"], "ended");
    problem(admin.try_change(json!({ "change": "extend", "days": 1 })).await, 403, "package-required").await;
    // The end is undone first, then nothing more: the stop is not the last change.
    let undo = format!("{}/undo", admin.changes().await);
    let event =
        &ended["events"].as_array().unwrap().iter().find(|event| event["undoable"] == true).unwrap()["id"];
    let back = admin.post(&undo, &json!({ "event": event, "reason": "Eksitus" })).await;
    assert_eq!(back["subscription"]["status"], "stopped");
    assert!(back["events"].as_array().unwrap().iter().all(|event| event["undoable"] == false));
    subscriber.walk_to("2027-04-10T12:01:00+03:00").await;
    assert_eq!(subscriber.taken().await, ["6.99"], "a stopped subscription is not charged");
}

#[tokio::test]
async fn an_undone_end_renews_again() {
    let subscriber = member().await;
    let mut admin = Admin::of(&subscriber.app).await;
    let ended = admin.change(json!({ "change": "end-now" })).await;
    // The renewal's job of the old end finds nothing to renew.
    subscriber.walk_to("2027-04-12T12:00:00+03:00").await;
    admin.log_in().await;
    let event =
        &ended["events"].as_array().unwrap().iter().find(|event| event["undoable"] == true).unwrap()["id"];
    let undo = format!("{}/undo", admin.changes().await);
    admin.post(&undo, &json!({ "event": event, "reason": "Eksitus" })).await;
    subscriber.run_due().await;
    assert_eq!(subscriber.taken().await, ["6.99", "6.99"]);
    assert_eq!(subscriber.subscription().await["status"], "active");
}

#[tokio::test]
async fn the_plan_changes_now_or_at_the_renewal() {
    let subscriber = member().await;
    let admin = Admin::of(&subscriber.app).await;
    let next = admin.change(json!({ "change": "change-next-plan", "plan": "UNLIMITED" })).await;
    assert_eq!(
        (
            &next["subscription"]["plan"],
            &next["subscription"]["nextPlan"],
            &next["subscription"]["nextAmount"]
        ),
        (&json!(LIMITED), &json!("UNLIMITED"), &json!(11.99))
    );
    let now = admin.change(json!({ "change": "change-plan", "plan": "UNLIMITED" })).await;
    assert_eq!(now["subscription"]["plan"], "UNLIMITED");
    assert_eq!(subscriber.taken().await, ["6.99"]);
    let kinds = event_kinds(&now);
    assert_eq!(kinds.iter().filter(|kind| *kind == "subscription-changed").count(), 2);
}

#[tokio::test]
async fn a_person_without_a_subscription_is_given_months() {
    let subscriber = Subscriber::open().await;
    let admin = Admin::of(&subscriber.app).await;
    let given = admin.change(json!({ "change": "give-months", "plan": LIMITED, "months": 1 })).await;
    assert_eq!(given["subscription"]["status"], "active");
    assert_eq!(given["subscription"]["renews"], false);
    let undo = format!("{}/undo", admin.changes().await);
    let event = &given["events"][0]["id"];
    let undone = admin.post(&undo, &json!({ "event": event, "reason": "Vale inimene" })).await;
    assert_eq!(undone["subscription"], json!(null));
    let nobody = "people/01920000-0000-7000-8000-000000000001/subscription";
    let body = json!({ "change": { "change": "end-now" }, "reason": "x" });
    problem(admin.try_post(nobody, &body).await, 404, "not-found").await;
    let body = json!({ "change": { "change": "end-now" }, "reason": " " });
    problem(admin.try_post(&admin.changes().await, &body).await, 422, "validation").await;
}

#[tokio::test]
async fn the_command_line_makes_the_same_changes() {
    let subscriber = member().await;
    let change = async |arguments: &[&str]| {
        let all = [&["subscriptions"], arguments, &["mari@naide.ee", "--reason", "Kliendi soov"]].concat();
        subscriber.app.command(&all, "").await
    };
    // The process has its own clock, so that only the chain tells the days.
    assert!(change(&["extend", "--days", "3"]).await.unwrap().contains("2027-04-13T09:00"));
    assert!(change(&["undo"]).await.unwrap().contains("paid until 2027-04-10T09:00"));
    assert!(change(&["undo"]).await.unwrap_err().contains("no change that can be undone"));
    let shown = subscriber.app.command(&["people", "show", "mari@naide.ee"], "").await.unwrap();
    assert!(shown.contains("\"subscription-change-undone\""), "{shown}");
}
