//! Saves and publishes that arrive late or twice.

use std::time::Duration;

use heliriiul::worker;
use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::{
    fixtures::app::problem,
    fixtures::desk::Desk,
    fixtures::desk::{EDITING, ahead, body, id_of, page},
};

async fn save(desk: &Desk, id: &str, based_on: i64, step: i64, text: &str) -> Response {
    let request = desk.app.request(Method::PUT, &format!("/api/desk/items/{id}"));
    let save = json!({
        "basedOn": based_on, "editing": EDITING, "step": step, "autosave": true, "body": page(text)
    });
    request.header("Api-Token", &desk.editor).json(&save).send().await.unwrap()
}

#[tokio::test]
async fn a_save_that_arrives_late_does_not_overwrite_a_newer_one() {
    let desk = Desk::new().await;
    let id = id_of(&desk.make("page", "leht", page("<p>0</p>")).await);
    body(save(&desk, &id, 1, 1, "<p>a</p>").await).await;
    body(save(&desk, &id, 1, 3, "<p>ab</p>").await).await;
    // The same save sent again.
    body(save(&desk, &id, 1, 3, "<p>ab</p>").await).await;
    problem(save(&desk, &id, 1, 2, "<p>vana</p>").await, 409, "stale-revision").await;
    assert_eq!(desk.get(&format!("/api/desk/items/{id}")).await["body"]["content"], "<p>ab</p>");
    body(save(&desk, &id, 1, 4, "<p>abc</p>").await).await;
}

#[tokio::test]
async fn an_undone_text_stays_undone_when_an_earlier_save_arrives_late() {
    let desk = Desk::new().await;
    let id = id_of(&desk.make("page", "leht", page("<p>0</p>")).await);
    body(save(&desk, &id, 1, 1, "<p>a</p>").await).await;
    let undone = body(save(&desk, &id, 1, 3, "<p>a</p>").await).await;
    assert_eq!(undone["revision"], 2, "the same text is no new revision");
    problem(save(&desk, &id, 1, 2, "<p>b</p>").await, 409, "stale-revision").await;
    body(save(&desk, &id, 2, 4, "<p>c</p>").await).await;
    // Undone to the text before the session.
    let id = id_of(&desk.make("page", "teine", page("<p>0</p>")).await);
    assert_eq!(body(save(&desk, &id, 1, 1, "<p>0</p>").await).await["revision"], 1);
    body(save(&desk, &id, 1, 3, "<p>0</p>").await).await;
    problem(save(&desk, &id, 1, 2, "<p>b</p>").await, 409, "stale-revision").await;
    assert_eq!(desk.get(&format!("/api/desk/items/{id}")).await["body"]["content"], "<p>0</p>");
}

#[tokio::test]
async fn a_schedule_of_the_published_revision_keeps_its_date() {
    let desk = Desk::new().await;
    let id = id_of(&desk.make("page", "leht", page("<p>1</p>")).await);
    let first = body(desk.act("publish", &id, 1).await).await["publishedAt"].clone();
    let path = format!("/api/desk/items/{id}/schedule");
    let (at, wait) = ahead(&desk.app, 2);
    body(desk.post(&path, json!({ "revision": 1, "publishAt": at })).await).await;
    desk.app.advance(wait);
    worker::run_due(&desk.app.state).await.unwrap();
    let now = desk.get(&format!("/api/desk/items/{id}")).await;
    assert_eq!((&now["publishedAt"], &now["publishAt"]), (&first, &Value::Null));
    let (at, _) = ahead(&desk.app, 2);
    body(desk.post(&path, json!({ "revision": 1, "publishAt": at })).await).await;
    let now = body(desk.act("publish", &id, 1).await).await;
    assert_eq!((&now["publishedAt"], &now["publishAt"]), (&first, &Value::Null));
}

#[tokio::test]
async fn publishing_twice_counts_as_once() {
    let desk = Desk::new().await;
    let id = id_of(&desk.make("page", "leht", page("<p>1</p>")).await);
    let first = body(desk.act("publish", &id, 1).await).await;
    desk.app.advance(Duration::from_mins(1));
    assert_eq!(body(desk.act("publish", &id, 1).await).await, first);
    let audit = desk.get(&format!("/api/desk/items/{id}/audit")).await;
    assert_eq!(audit.as_array().unwrap().iter().filter(|act| act["act"] == "publish").count(), 1);
}
