//! The life of a document: autosaves, schedules, addresses, references, the audit log.

use std::time::Duration;

use futures::future::join_all;
use heliriiul::worker;
use reqwest::{Method, Response};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    fixtures::app::problem,
    fixtures::desk::{Desk, EDITING, OTHER, ahead, body, get_html, id_of, page},
};

async fn autosave(desk: &Desk, id: &str, based_on: i64, editing: &str, text: &str) -> Response {
    desk.app
        .request(Method::PUT, &format!("/api/desk/items/{id}"))
        .header("Api-Token", &desk.editor)
        .json(&json!({ "basedOn": based_on, "editing": editing, "autosave": true, "body": page(text) }))
        .send()
        .await
        .unwrap()
}

#[tokio::test]
async fn saves_conflict_with_those_of_other_sessions_alone() {
    let desk = Desk::new().await;
    let id = id_of(&desk.make("page", "leht", page("<p>a</p>")).await);
    let first = body(autosave(&desk, &id, 1, EDITING, "<p>ab</p>").await).await;
    assert_eq!((&first["revision"], &first["status"]), (&json!(2), &json!("draft")));
    // The response was lost: the next save starts from the same revision.
    let second = body(autosave(&desk, &id, 1, EDITING, "<p>abc</p>").await).await;
    assert_eq!(second["revision"], 3);
    // Sent twice.
    assert_eq!(body(autosave(&desk, &id, 1, EDITING, "<p>abc</p>").await).await["revision"], 3);
    let stale = problem(autosave(&desk, &id, 1, OTHER, "<p>x</p>").await, 409, "stale-revision").await;
    assert_eq!(stale["current"]["body"]["content"], "<p>abc</p>");
    assert_eq!(body(autosave(&desk, &id, 3, OTHER, "<p>x</p>").await).await["revision"], 4);
    problem(autosave(&desk, &id, 3, EDITING, "<p>abcd</p>").await, 409, "stale-revision").await;
    // A save without a session conflicts with every later one.
    problem(desk.put(&id, 3, page("<p>y</p>")).await, 409, "stale-revision").await;
}

#[tokio::test]
async fn of_autosaves_one_revision_a_minute_stays() {
    let desk = Desk::new().await;
    let id = id_of(&desk.make("page", "leht", page("<p>0</p>")).await);
    for number in 1..=30 {
        body(autosave(&desk, &id, number, EDITING, &format!("<p>{number}</p>")).await).await;
        desk.app.advance(Duration::from_secs(5));
    }
    let history = desk.get(&format!("/api/desk/items/{id}/revisions")).await;
    let kept = history.as_array().unwrap();
    assert!((3..=6).contains(&kept.len()), "{history}");
    assert_eq!((&kept[0]["revision"], &kept[0]["autosaved"]), (&json!(31), &json!(true)));
    assert_eq!(kept.last().unwrap()["autosaved"], false);
    assert_eq!(desk.get(&format!("/api/desk/items/{id}")).await["body"]["content"], "<p>30</p>");
}

#[tokio::test]
async fn of_ten_editors_at_once_no_accepted_save_is_lost() {
    let desk = Desk::new().await;
    let id = id_of(&desk.make("page", "leht", page("<p>0</p>")).await);
    let mut revision = 1;
    for round in 0..4 {
        let texts: Vec<String> = (0..10).map(|editor| format!("<p>{round} {editor}</p>")).collect();
        let sessions: Vec<String> = (0..10).map(|_| Uuid::from_u128(rand::random()).to_string()).collect();
        let saves =
            texts.iter().zip(&sessions).map(|(text, session)| autosave(&desk, &id, revision, session, text));
        let mut won = Vec::new();
        for (answer, text) in join_all(saves).await.into_iter().zip(&texts) {
            if answer.status() == 200 {
                won.push(text.clone());
                continue;
            }
            let stale = problem(answer, 409, "stale-revision").await;
            assert!(texts.iter().any(|text| stale["current"]["body"]["content"] == text.as_str()));
        }
        assert_eq!(won.len(), 1);
        revision += 1;
        let now = desk.get(&format!("/api/desk/items/{id}")).await;
        assert_eq!((&now["revision"], &now["body"]["content"]), (&json!(revision), &json!(won[0])));
    }
}

#[tokio::test]
async fn a_schedule_is_applied_on_the_minute() {
    let desk = Desk::new().await;
    let id = id_of(&desk.make("page", "leht", page("<p>tulekul</p>")).await);
    let (up, until_up) = ahead(&desk.app, 3);
    let (down, _) = ahead(&desk.app, 5);
    let path = format!("/api/desk/items/{id}/schedule");
    let plan = json!({ "revision": 1, "publishAt": up, "takeDownAt": down });
    let planned = body(desk.post(&path, plan.clone()).await).await;
    assert_eq!((&planned["status"], &planned["scheduledRevision"]), (&json!("scheduled"), &json!(1)));
    let listed = desk.get("/api/desk/schedule").await;
    let acts: Vec<&Value> = listed.as_array().unwrap().iter().map(|planned| &planned["act"]).collect();
    assert_eq!(acts, ["publish", "take-down"]);
    // A newer draft does not change the schedule.
    assert_eq!(desk.put(&id, 1, page("<p>hilisem</p>")).await.status(), 200);
    desk.app.advance(until_up.saturating_sub(Duration::from_secs(2)));
    worker::run_due(&desk.app.state).await.unwrap();
    assert_eq!(get_html(&desk.app, "/leht").await.0, 404);
    desk.app.advance(Duration::from_secs(2));
    worker::run_due(&desk.app.state).await.unwrap();
    desk.app.catch_up().await;
    let (status, html) = get_html(&desk.app, "/leht").await;
    assert!(status == 200 && html.contains("tulekul") && !html.contains("hilisem"));
    assert!(get_html(&desk.app, "/sitemaps/1.xml").await.1.contains("/leht<"));
    desk.app.advance(Duration::from_mins(2));
    worker::run_due(&desk.app.state).await.unwrap();
    desk.app.catch_up().await;
    assert_eq!(get_html(&desk.app, "/leht").await.0, 404);
    let audit = desk.get(&format!("/api/desk/items/{id}/audit")).await;
    let acts: Vec<&Value> = audit.as_array().unwrap().iter().map(|act| &act["act"]).collect();
    assert_eq!(acts, ["take-down", "publish", "save", "schedule", "create"]);
    assert_eq!((&audit[0]["by"], &audit[3]["by"]), (&Value::Null, &json!("Mari Maasikas")));

    for (plan, field, rule) in [
        (json!({ "revision": 2, "publishAt": up }), "publishAt", "in-past"),
        (json!({ "revision": 2, "takeDownAt": down }), "takeDownAt", "in-past"),
        (
            json!({ "revision": 2, "publishAt": ahead(&desk.app, 9).0, "takeDownAt": ahead(&desk.app, 8).0 }),
            "takeDownAt",
            "out-of-range",
        ),
        (json!({ "revision": 2, "takeDownAt": ahead(&desk.app, 8).0 }), "takeDownAt", "not-live"),
    ] {
        let refused = problem(desk.post(&path, plan).await, 422, "validation").await;
        assert_eq!(refused["errors"][0], json!({ "field": field, "code": rule }));
    }
    problem(desk.post(&path, plan).await, 422, "validation").await;
}

#[tokio::test]
async fn schedules_due_during_a_downtime_are_applied_at_the_start() {
    let desk = Desk::new().await;
    let id = id_of(&desk.make("section", "lubadus", page("<p>nüüd</p>")).await);
    let (up, _) = ahead(&desk.app, 2);
    let path = format!("/api/desk/items/{id}/schedule");
    body(desk.post(&path, json!({ "revision": 1, "publishAt": up })).await).await;
    desk.app.advance(Duration::from_hours(10));
    worker::run_due(&desk.app.state).await.unwrap();
    desk.app.catch_up().await;
    let sections: Value = desk.app.get("/api/sections").await.json().await.unwrap();
    assert!(sections.as_array().unwrap().iter().any(|section| section["identifier"] == "lubadus"));
}

#[tokio::test]
async fn publishing_drops_the_schedule_of_an_older_revision() {
    let desk = Desk::new().await;
    let id = id_of(&desk.make("page", "leht", page("<p>vana</p>")).await);
    let (up, _) = ahead(&desk.app, 3);
    body(
        desk.post(&format!("/api/desk/items/{id}/schedule"), json!({ "revision": 1, "publishAt": up })).await,
    )
    .await;
    body(desk.put(&id, 1, page("<p>uus</p>")).await).await;
    let live = body(desk.act("publish", &id, 2).await).await;
    assert_eq!((&live["status"], &live["publishAt"]), (&json!("published"), &Value::Null));
    desk.app.advance(Duration::from_mins(10));
    worker::run_due(&desk.app.state).await.unwrap();
    desk.app.catch_up().await;
    assert!(get_html(&desk.app, "/leht").await.1.contains("uus"));
}

#[tokio::test]
async fn restoring_makes_a_draft_and_never_publishes() {
    let desk = Desk::new().await;
    let id = id_of(&desk.make("page", "leht", page("<p>esimene</p>")).await);
    body(desk.put(&id, 1, page("<p>teine</p>")).await).await;
    body(desk.act("publish", &id, 2).await).await;
    let path = format!("/api/desk/items/{id}/restore");
    let restored = body(desk.post(&path, json!({ "revision": 2, "from": 1 })).await).await;
    assert_eq!((&restored["revision"], &restored["status"]), (&json!(3), &json!("changed")));
    assert_eq!(restored["body"]["content"], "<p>esimene</p>");
    assert!(get_html(&desk.app, "/leht").await.1.contains("teine"));
    problem(desk.post(&path, json!({ "revision": 2, "from": 1 })).await, 409, "stale-revision").await;
    problem(desk.post(&path, json!({ "revision": 3, "from": 77 })).await, 404, "not-found").await;
}

#[tokio::test]
async fn links_by_id_follow_a_changed_address() {
    let desk = Desk::new().await;
    let target = id_of(&desk.make("page", "vana-aadress", page("<p>siin</p>")).await);
    body(desk.act("publish", &target, 1).await).await;
    let link = format!("<p><a href=\"heliriiul:page/{target}\" rel=\"noopener\">vaata</a></p>");
    let from = desk.make("page", "algus", page(&link)).await;
    assert_eq!(from["body"]["content"], link.as_str(), "byte for byte");
    assert_eq!(from["refs"][0]["path"], "/vana-aadress");
    let from = id_of(&from);
    body(desk.act("publish", &from, 1).await).await;
    assert!(get_html(&desk.app, "/algus").await.1.contains("href=\"/vana-aadress\""));
    let renamed = desk
        .app
        .request(Method::PUT, &format!("/api/desk/items/{target}/identifier"))
        .header("Api-Token", &desk.editor)
        .json(&json!({ "identifier": "uus-aadress" }))
        .send()
        .await
        .unwrap();
    assert_eq!(body(renamed).await["identifier"], "uus-aadress");
    assert!(get_html(&desk.app, "/algus").await.1.contains("href=\"/uus-aadress\""));
    let moved = desk.app.get("/vana-aadress").await;
    assert_eq!(
        (moved.status().as_u16(), &moved.headers()["location"]),
        (301, &"/uus-aadress".parse().unwrap())
    );
    // No link leads to a page that was taken down.
    body(desk.act("take-down", &target, 1).await).await;
    assert!(!get_html(&desk.app, "/algus").await.1.contains("uus-aadress"));
    for (identifier, rule) in [("konto", "reserved"), ("Õ", "invalid"), ("algus", "")] {
        let refused = desk
            .app
            .request(Method::PUT, &format!("/api/desk/items/{target}/identifier"))
            .header("Api-Token", &desk.editor)
            .json(&json!({ "identifier": identifier }))
            .send()
            .await
            .unwrap();
        if rule.is_empty() {
            problem(refused, 409, "conflict").await;
            continue;
        }
        let refused = problem(refused, 422, "validation").await;
        assert_eq!(refused["errors"][0], json!({ "field": "identifier", "code": rule }));
    }
    let offered = async || desk.get("/api/desk/targets?q=LEHT").await.as_array().unwrap().len();
    assert_eq!(offered().await, 2);
    let away = id_of(&desk.make("page", "kolmas", page("<p>a</p>")).await);
    assert_eq!(offered().await, 3);
    body(desk.post(&format!("/api/desk/items/{away}/archive"), json!({})).await).await;
    assert_eq!(offered().await, 2);
    let long = desk.app.get_as(&desk.editor, &format!("/api/desk/targets?q={}", "a".repeat(201))).await;
    let refused = problem(long, 422, "validation").await;
    assert_eq!(refused["errors"], json!([{ "field": "q", "code": "too-long" }]));
}

#[tokio::test]
async fn a_picture_without_an_alternative_text_is_not_published() {
    let desk = Desk::new().await;
    let id = id_of(&desk.make("page", "leht", page("<img src=\"/media/a.jpg\" alt=\"\">")).await);
    let refused = problem(desk.act("publish", &id, 1).await, 422, "validation").await;
    assert_eq!(refused["errors"][0], json!({ "field": "body.content", "code": "alt-missing" }));
    let decorative = page("<img src=\"/media/a.jpg\" alt=\"\" data-decorative=\"true\">");
    body(desk.put(&id, 1, decorative).await).await;
    body(desk.act("publish", &id, 2).await).await;
    // The conflict comes before the rules of the other revision.
    body(desk.put(&id, 2, page("<img src=\"/media/a.jpg\" alt=\"\">")).await).await;
    problem(desk.act("publish", &id, 2).await, 409, "stale-revision").await;
    let unknown = page("<img data-image=\"01920000-0000-7000-8000-0000000000ff\" alt=\"x\">");
    let refused = problem(desk.put(&id, 3, unknown).await, 422, "validation").await;
    assert_eq!(refused["errors"][0]["code"], "image-not-found");
}

#[tokio::test]
async fn sliders_by_rule_and_cards_of_books_follow_the_catalogue() {
    let desk = Desk::new().await;
    desk.app
        .import(&[json!({ "slug": "kevade", "title": "Kevade <3", "author": "Oskar Luts", "price": "9.90" })])
        .await;
    let book = desk.app.book_id("kevade");
    let rule = json!({ "title": "Uued", "rule": { "kind": "newest", "categoryId": null, "count": 5 } });
    let row = id_of(&desk.make("slider", "uued", rule).await);
    body(desk.act("publish", &row, 1).await).await;
    let home: Value = desk.app.get("/api/home").await.json().await.unwrap();
    assert_eq!(home["sliders"][0]["books"][0]["slug"], "kevade");
    let id = id_of(&desk.make("page", "leht", page(&format!("<div data-book=\"{book}\"></div>"))).await);
    body(desk.act("publish", &id, 1).await).await;
    let (_, html) = get_html(&desk.app, "/leht").await;
    assert!(html.contains("class=\"text-book__link\"") && html.contains("Kevade &lt;3"), "{html}");
    // A changed title appears at once.
    desk.app.import(&[json!({ "slug": "kevade", "title": "Suvi" })]).await;
    desk.app.catch_up().await;
    assert!(get_html(&desk.app, "/leht").await.1.contains("Suvi"));
}

#[tokio::test]
async fn fields_of_other_kinds_are_ignored() {
    let desk = Desk::new().await;
    let novels = json!({ "parentId": null, "slug": "romaanid", "name": "Romaanid", "includeInMenu": true });
    let made: Value = desk.post("/api/desk/categories", novels).await.json().await.unwrap();
    let category = id_of(&made);
    let row = json!({ "title": "Rida", "rule": { "kind": "newest", "categoryId": category, "count": 3 } });
    let row = desk.make("slider", "rida", row).await;
    assert_eq!(row["body"]["rule"]["categoryId"], Value::Null);
    let path = format!("/api/desk/categories/{category}");
    let gone = desk.app.request(Method::DELETE, &path).header("Api-Token", &desk.editor).send().await;
    assert_eq!(gone.unwrap().status(), 204);
    desk.make("page", "leht", json!({ "title": "Leht", "content": "", "linkedPage": "pole" })).await;
}

#[tokio::test]
async fn revisions_that_somebody_used_are_not_pruned() {
    let desk = Desk::new().await;
    let id = id_of(&desk.make("page", "leht", page("<p>0</p>")).await);
    let revisions = async || -> Vec<Value> {
        let list = desk.get(&format!("/api/desk/items/{id}/revisions")).await;
        list.as_array().unwrap().iter().map(|each| each["revision"].clone()).collect()
    };
    let mut newest = 1;
    let mut write = async |text: &str| {
        newest = body(autosave(&desk, &id, newest, EDITING, text).await).await["revision"].as_i64().unwrap();
        newest
    };
    write("<p>a</p>").await;
    // Saved by a person, though the text was autosaved already.
    let saved = write("<p>b</p>").await;
    let by_hand = json!({ "basedOn": saved, "editing": EDITING, "body": page("<p>b</p>") });
    let request = desk.app.request(Method::PUT, &format!("/api/desk/items/{id}"));
    body(request.header("Api-Token", &desk.editor).json(&by_hand).send().await.unwrap()).await;
    // Published, and taken down again.
    let shown = write("<p>c</p>").await;
    body(desk.act("publish", &id, shown).await).await;
    body(desk.act("take-down", &id, shown).await).await;
    // Scheduled, and the schedule removed.
    let planned = write("<p>d</p>").await;
    let schedule = format!("/api/desk/items/{id}/schedule");
    body(desk.post(&schedule, json!({ "revision": planned, "publishAt": ahead(&desk.app, 9).0 })).await)
        .await;
    body(desk.post(&schedule, json!({ "revision": planned })).await).await;
    // Shared as a preview.
    let shared = write("<p>e</p>").await;
    let preview = desk.post(&format!("/api/desk/items/{id}/preview"), json!({ "revision": shared })).await;
    let url = body(preview).await["url"].as_str().unwrap().to_owned();
    let dropped = write("<p>f</p>").await;
    let last = write("<p>g</p>").await;
    let kept = revisions().await;
    for revision in [saved, shown, planned, shared, last] {
        assert!(kept.contains(&json!(revision)), "{revision} of {kept:?}");
    }
    assert!(!kept.contains(&json!(dropped)));
    assert!(get_html(&desk.app, &url).await.1.contains("<p>e</p>"));
}

#[tokio::test]
async fn taking_down_leaves_a_later_schedule() {
    let desk = Desk::new().await;
    let id = id_of(&desk.make("page", "leht", page("<p>1</p>")).await);
    body(desk.act("publish", &id, 1).await).await;
    body(desk.put(&id, 1, page("<p>2</p>")).await).await;
    let schedule = format!("/api/desk/items/{id}/schedule");
    let (up, down) = (ahead(&desk.app, 5).0, ahead(&desk.app, 9).0);
    let plan = json!({ "revision": 2, "publishAt": up, "takeDownAt": down });
    let planned = body(desk.post(&schedule, plan).await).await;
    let taken = body(desk.act("take-down", &id, 1).await).await;
    assert_eq!((&taken["publishAt"], &taken["takeDownAt"]), (&planned["publishAt"], &planned["takeDownAt"]));
    // Taking down twice is recorded once.
    body(desk.act("take-down", &id, 77).await).await;
    let audit = desk.get(&format!("/api/desk/items/{id}/audit")).await;
    assert_eq!(audit.as_array().unwrap().iter().filter(|act| act["act"] == "take-down").count(), 1);
    // Without a scheduled publish, its take-down is removed too.
    body(desk.post(&schedule, json!({ "revision": 2 })).await).await;
    body(desk.act("publish", &id, 2).await).await;
    body(desk.post(&schedule, json!({ "revision": 2, "takeDownAt": down })).await).await;
    assert_eq!(body(desk.act("take-down", &id, 2).await).await["takeDownAt"], Value::Null);
}

#[tokio::test]
async fn a_long_history_is_listed_to_its_beginning() {
    let desk = Desk::new().await;
    let id = id_of(&desk.make("page", "leht", page("<p>0</p>")).await);
    for revision in 1..205_i64 {
        body(desk.put(&id, revision, page(&format!("<p>{revision}</p>"))).await).await;
    }
    let path = format!("/api/desk/items/{id}/revisions");
    let numbers = async |path: &str| -> Vec<i64> {
        let list = desk.get(path).await;
        list.as_array().unwrap().iter().map(|each| each["revision"].as_i64().unwrap()).collect()
    };
    assert_eq!(numbers(&path).await, (6..=205).rev().collect::<Vec<_>>());
    assert_eq!(numbers(&format!("{path}?before=6")).await, [5, 4, 3, 2, 1]);
    assert!(numbers(&format!("{path}?before=1")).await.is_empty());
}
