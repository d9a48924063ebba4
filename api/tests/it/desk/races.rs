//! Editors, schedules and deletions at the same moment: the state agrees with every response.

use std::time::Duration;

use futures::{future::join_all, join};
use heliriiul::worker;
use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::{
    desk::images::png,
    fixtures::app::{TestApp, problem},
    fixtures::desk::Desk,
};

const ROUNDS: usize = 10;

fn page(text: &str) -> Value {
    json!({ "title": "Leht", "content": text })
}

fn id_of(document: &Value) -> String {
    document["id"].as_str().unwrap().to_owned()
}

fn minutes_ahead(app: &TestApp, minutes: i64) -> String {
    let at = (app.clock.now().millis() / 60_000 + minutes) * 60_000;
    heliriiul_db::Timestamp::from_millis(at).to_string()
}

async fn rename(desk: &Desk, id: &str, identifier: &str) -> Response {
    let request = desk.app.request(Method::PUT, &format!("/api/desk/items/{id}/identifier"));
    let request = request.header("Api-Token", &desk.editor).json(&json!({ "identifier": identifier }));
    request.send().await.unwrap()
}

#[tokio::test]
async fn a_schedule_never_undoes_a_publish_of_the_same_moment() {
    let desk = Desk::new().await;
    for round in 0..ROUNDS {
        let id = id_of(&desk.make("page", &format!("leht-{round}"), page("<p>1</p>")).await);
        assert_eq!(desk.act("publish", &id, 1).await.status(), 200);
        assert_eq!(desk.put(&id, 1, page("<p>2</p>")).await.status(), 200);
        let plan = json!({ "revision": 2, "publishAt": minutes_ahead(&desk.app, 2) });
        assert_eq!(desk.post(&format!("/api/desk/items/{id}/schedule"), plan).await.status(), 200);
        assert_eq!(desk.put(&id, 2, page("<p>3</p>")).await.status(), 200);
        desk.app.advance(Duration::from_mins(3));
        let (published, due) = join!(desk.act("publish", &id, 3), worker::run_due(&desk.app.state));
        due.unwrap();
        assert_eq!(published.status(), 200);
        let now = desk.get(&format!("/api/desk/items/{id}")).await;
        assert_eq!((&now["publishedRevision"], &now["publishAt"]), (&json!(3), &Value::Null), "{round}");
    }
}

#[tokio::test]
async fn a_picture_deleted_at_the_moment_of_a_save_is_refused() {
    let desk = Desk::new().await;
    let id = id_of(&desk.make("page", "leht", page("<p>1</p>")).await);
    let upload = desk.app.request(Method::POST, "/api/desk/images?name=a.png");
    let upload = upload.header("Api-Token", &desk.editor).body(png(8, 8, [9, 9, 9]));
    let picture = id_of(&upload.send().await.unwrap().json().await.unwrap());
    let mut tx = desk.app.db().write().await.unwrap();
    let wanted: uuid::Uuid = picture.parse().unwrap();
    tx.execute("DELETE FROM images WHERE id = $1", (wanted,)).await.unwrap();
    // The save finds the image and waits for the deletion to end.
    let thrown = async {
        tokio::time::sleep(Duration::from_millis(300)).await;
        tx.commit().await.unwrap();
    };
    let text = format!("<img data-image=\"{picture}\" alt=\"a\">");
    let (saved, ()) = join!(desk.put(&id, 1, page(&text)), thrown);
    let refused = problem(saved, 422, "validation").await;
    assert_eq!(refused["errors"][0], json!({ "field": "body.content", "code": "image-not-found" }));
}

#[tokio::test]
async fn a_schedule_moved_at_its_moment_waits_for_the_new_time() {
    let desk = Desk::new().await;
    for round in 0..ROUNDS {
        let id = id_of(&desk.make("page", &format!("leht-{round}"), page("<p>1</p>")).await);
        assert_eq!(desk.act("publish", &id, 1).await.status(), 200);
        let path = format!("/api/desk/items/{id}/schedule");
        let until = |at: String| json!({ "revision": 1, "takeDownAt": at });
        assert_eq!(desk.post(&path, until(minutes_ahead(&desk.app, 2))).await.status(), 200);
        desk.app.advance(Duration::from_mins(3));
        let later = minutes_ahead(&desk.app, 60);
        let (put_off, due) = join!(desk.post(&path, until(later)), worker::run_due(&desk.app.state));
        due.unwrap();
        if put_off.status() == 200 {
            let now = desk.get(&format!("/api/desk/items/{id}")).await;
            assert_eq!(now["publishedRevision"], 1, "{round}");
            assert_ne!(now["takeDownAt"], Value::Null, "{round}");
        } else {
            // It was taken down already.
            problem(put_off, 422, "validation").await;
        }
    }
}

#[tokio::test]
async fn many_schedules_and_publishes_at_once_all_succeed() {
    let desk = Desk::new().await;
    let mut ids = Vec::new();
    for number in 0..8 {
        let id = id_of(&desk.make("page", &format!("leht-{number}"), page("<p>1</p>")).await);
        let plan = json!({ "revision": 1, "publishAt": minutes_ahead(&desk.app, 2) });
        assert_eq!(desk.post(&format!("/api/desk/items/{id}/schedule"), plan).await.status(), 200);
        ids.push(id);
    }
    desk.app.advance(Duration::from_mins(3));
    let by_hand = join_all(ids.iter().rev().map(|id| desk.act("publish", id, 1)));
    let (published, due) = join!(by_hand, worker::run_due(&desk.app.state));
    due.unwrap();
    assert!(published.iter().all(|answer| answer.status() == 200));
    for id in &ids {
        assert_eq!(desk.get(&format!("/api/desk/items/{id}")).await["publishedRevision"], 1);
    }
}

#[tokio::test]
async fn of_pages_renamed_to_one_address_at_once_one_gets_it() {
    let desk = Desk::new().await;
    let mut ids = Vec::new();
    for number in 0..4 {
        ids.push(id_of(&desk.make("page", &format!("leht-{number}"), page("<p>1</p>")).await));
    }
    for round in 0..ROUNDS {
        let wanted = format!("soovitud-{round}");
        let answers = join_all(ids.iter().map(|id| rename(&desk, id, &wanted))).await;
        let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status().as_u16()).collect();
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409, 409, 409]);
    }
}

#[tokio::test]
async fn a_save_finds_its_page_after_a_rename() {
    let desk = Desk::new().await;
    let id = id_of(&desk.make("page", "leht", page("<p>0</p>")).await);
    for round in 1..=ROUNDS {
        let based_on = i64::try_from(round).unwrap();
        let (name, text) = (format!("leht-{round}"), page(&format!("<p>{round}</p>")));
        let (renamed, saved) = join!(rename(&desk, &id, &name), desk.put(&id, based_on, text));
        assert_eq!((renamed.status().as_u16(), saved.status().as_u16()), (200, 200), "{round}");
    }
}

#[tokio::test]
async fn a_save_that_is_sent_twice_at_once_makes_one_revision() {
    let desk = Desk::new().await;
    let id = id_of(&desk.make("page", "leht", page("<p>0</p>")).await);
    for round in 1..=ROUNDS {
        let based_on = i64::try_from(round).unwrap();
        let text = page(&format!("<p>{round}</p>"));
        let answers = join_all((0..3).map(|_| desk.put(&id, based_on, text.clone()))).await;
        for answer in answers {
            assert_eq!(answer.status(), 200);
            assert_eq!(answer.json::<Value>().await.unwrap()["revision"], based_on + 1);
        }
    }
}

#[tokio::test]
async fn publishes_at_once_are_recorded_in_their_order() {
    let desk = Desk::new().await;
    let id = id_of(&desk.make("page", "leht", page("<p>0</p>")).await);
    for round in 1..=ROUNDS {
        let based_on = i64::try_from(round).unwrap();
        assert_eq!(desk.put(&id, based_on, page(&format!("<p>{round}</p>"))).await.status(), 200);
        let answers = join_all((0..2).map(|_| desk.act("publish", &id, based_on + 1))).await;
        assert!(answers.iter().all(|answer| answer.status() == 200));
    }
    let audit = desk.get(&format!("/api/desk/items/{id}/audit")).await;
    let mut acts: Vec<&Value> =
        audit.as_array().unwrap().iter().filter(|act| act["act"] == "publish").collect();
    acts.reverse();
    for pair in acts.windows(2) {
        assert_eq!(pair[0]["toRevision"], pair[1]["fromRevision"]);
    }
}

#[tokio::test]
async fn a_slider_and_the_deletion_of_its_category_exclude_each_other() {
    let desk = Desk::new().await;
    for round in 0..ROUNDS {
        let new = json!({ "parentId": null, "slug": format!("luule-{round}"), "name": "Luule", "includeInMenu": false });
        let category: Value = desk.post("/api/desk/categories", new).await.json().await.unwrap();
        let row = json!({
            "kind": "slider", "identifier": format!("rida-{round}"),
            "body": { "title": "Rida", "rule": { "kind": "category", "categoryId": category["id"], "count": 3 } },
        });
        let path = format!("/api/desk/categories/{}", category["id"].as_str().unwrap());
        let deletion = desk.app.request(Method::DELETE, &path).header("Api-Token", &desk.editor).send();
        let (made, deleted) = join!(desk.post("/api/desk/items", row), deletion);
        let statuses = (made.status().as_u16(), deleted.unwrap().status().as_u16());
        assert!(matches!(statuses, (201, 409) | (422, 204)), "{round}: {statuses:?}");
    }
}
