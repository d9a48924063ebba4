//! The archive of the desk: archiving, documents that cannot be archived, and restoring.

use std::time::Duration;

use futures::future::join;
use heliriiul_db::Timestamp;
use reqwest::Response;
use serde_json::{Value, json};

use crate::{
    fixtures::app::problem,
    fixtures::desk::Desk,
    fixtures::desk::{body, get_html, id_of, page},
};

async fn act(desk: &Desk, id: &str, act: &str) -> Response {
    desk.post(&format!("/api/desk/items/{id}/{act}"), Value::Null).await
}

async fn acts(desk: &Desk, id: &str) -> Vec<String> {
    let audit = desk.get(&format!("/api/desk/items/{id}/audit")).await;
    audit.as_array().unwrap().iter().map(|act| act["act"].as_str().unwrap().to_owned()).collect()
}

fn later(desk: &Desk) -> String {
    Timestamp::from_millis(desk.app.clock.now().millis() + 600_000).to_string()
}

#[tokio::test]
async fn an_archived_document_keeps_its_revisions_and_identifier() {
    let desk = Desk::new().await;
    let id = id_of(&desk.make("page", "leht", page("<p>1</p>")).await);
    let draft = body(desk.put(&id, 1, page("<p>2</p>")).await).await;
    assert_eq!(draft["archivedAt"], Value::Null);
    let archived = body(act(&desk, &id, "archive").await).await;
    assert_eq!(archived["status"], "archived");
    assert!(archived["archivedAt"].is_string());
    assert_eq!((&archived["revision"], &archived["body"]), (&json!(2), &draft["body"]));
    // A second call changes nothing.
    desk.app.advance(Duration::from_mins(1));
    assert_eq!(body(act(&desk, &id, "archive").await).await, archived);
    let list = desk.get("/api/desk/items").await;
    let listed = list.as_array().unwrap().iter().find(|item| item["id"] == id.as_str()).unwrap();
    assert_eq!((&listed["status"], &listed["archivedAt"]), (&json!("archived"), &archived["archivedAt"]));
    assert_eq!(desk.get(&format!("/api/desk/items/{id}/revisions")).await.as_array().unwrap().len(), 2);
    let taken = json!({ "kind": "page", "identifier": "leht", "body": page("") });
    problem(desk.post("/api/desk/items", taken).await, 409, "conflict").await;
    // A save leaves the document in the archive.
    let saved = body(desk.put(&id, 2, page("<p>3</p>")).await).await;
    assert_eq!((&saved["status"], &saved["revision"]), (&json!("archived"), &json!(3)));

    let back = body(act(&desk, &id, "unarchive").await).await;
    assert_eq!((&back["status"], &back["archivedAt"]), (&json!("draft"), &Value::Null));
    assert_eq!(back["body"]["content"], "<p>3</p>");
    assert_eq!(body(act(&desk, &id, "unarchive").await).await, back);
    assert_eq!(acts(&desk, &id).await, ["unarchive", "save", "archive", "save", "create"]);
    for unknown in ["01976f00-0000-7000-8000-000000000001", "x"] {
        for each in ["archive", "unarchive"] {
            problem(act(&desk, unknown, each).await, 404, "not-found").await;
        }
    }
}

#[tokio::test]
async fn a_published_or_scheduled_document_cannot_be_archived() {
    let desk = Desk::new().await;
    let id = id_of(&desk.make("page", "leht", page("<p>1</p>")).await);
    body(desk.act("publish", &id, 1).await).await;
    let refused = problem(act(&desk, &id, "archive").await, 409, "conflict").await;
    assert_eq!(refused["current"]["status"], "published");
    assert!(get_html(&desk.app, "/leht").await.1.contains("<p>1</p>"));
    body(desk.act("take-down", &id, 1).await).await;
    let schedule = format!("/api/desk/items/{id}/schedule");
    body(desk.post(&schedule, json!({ "revision": 1, "publishAt": later(&desk) })).await).await;
    let refused = problem(act(&desk, &id, "archive").await, 409, "conflict").await;
    assert_eq!(refused["current"]["status"], "scheduled");
    body(desk.post(&schedule, json!({ "revision": 1 })).await).await;
    body(act(&desk, &id, "archive").await).await;
    assert_eq!(acts(&desk, &id).await[0], "archive");
}

#[tokio::test]
async fn publishing_or_scheduling_takes_a_document_out_of_the_archive() {
    let desk = Desk::new().await;
    let id = id_of(&desk.make("page", "leht", page("<p>1</p>")).await);
    body(act(&desk, &id, "archive").await).await;
    let published = body(desk.act("publish", &id, 1).await).await;
    assert_eq!((&published["status"], &published["archivedAt"]), (&json!("published"), &Value::Null));
    assert!(get_html(&desk.app, "/leht").await.1.contains("<p>1</p>"));
    body(desk.act("take-down", &id, 1).await).await;
    body(act(&desk, &id, "archive").await).await;
    let schedule = format!("/api/desk/items/{id}/schedule");
    // An empty schedule leaves it in the archive.
    let empty = body(desk.post(&schedule, json!({ "revision": 1 })).await).await;
    assert_eq!(empty["status"], "archived");
    let plan = json!({ "revision": 1, "publishAt": later(&desk) });
    let planned = body(desk.post(&schedule, plan).await).await;
    assert_eq!((&planned["status"], &planned["archivedAt"]), (&json!("scheduled"), &Value::Null));
}

#[tokio::test]
async fn a_document_is_never_published_and_archived_at_once() {
    let desk = Desk::new().await;
    for round in 0..10 {
        let id = id_of(&desk.make("page", &format!("leht-{round}"), page("<p>1</p>")).await);
        let (archived, published) = join(act(&desk, &id, "archive"), desk.act("publish", &id, 1)).await;
        assert_eq!(published.status(), 200);
        assert!(matches!(archived.status().as_u16(), 200 | 409), "{round}");
        let now = desk.get(&format!("/api/desk/items/{id}")).await;
        assert_eq!((&now["status"], &now["archivedAt"]), (&json!("published"), &Value::Null), "{round}");
    }
}
