//! Previews, presence, and documents that are left open.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    fixtures::app::problem,
    fixtures::desk::{Desk, EDITING, OTHER, body, get_html, id_of, page, with_role},
};

#[tokio::test]
async fn a_preview_shows_the_draft_only_under_its_address() {
    let desk = Desk::new().await;
    let id = id_of(&desk.make("page", "leht", page("<p>live tekst</p>")).await);
    body(desk.act("publish", &id, 1).await).await;
    body(desk.put(&id, 1, page("<p>mustand</p>")).await).await;
    let path = format!("/api/desk/items/{id}/preview");
    let newest = body(desk.post(&path, json!({})).await).await["url"].as_str().unwrap().to_owned();
    assert!(newest.starts_with("/leht?eelvaade="));
    let answer = desk.app.get(&newest).await;
    assert_eq!(answer.headers()["cache-control"], "private, no-store");
    assert_eq!(answer.headers()["x-robots-tag"], "noindex");
    let policies: Vec<_> = answer.headers().get_all("content-security-policy").iter().collect();
    assert!(policies.len() == 2 && policies[1] == "script-src 'none'");
    assert!(answer.text().await.unwrap().contains("mustand"));
    let (_, live) = get_html(&desk.app, "/leht").await;
    assert!(live.contains("live tekst") && !live.contains("mustand"));
    // A preview of the latest revision shows later saves too; one of a named revision does not.
    let fixed =
        body(desk.post(&path, json!({ "revision": 2 })).await).await["url"].as_str().unwrap().to_owned();
    body(desk.put(&id, 2, page("<p>veel uuem</p>")).await).await;
    assert!(get_html(&desk.app, &newest).await.1.contains("veel uuem"));
    assert!(get_html(&desk.app, &fixed).await.1.contains("mustand"));
    // A section is shown on the home page.
    let promo = id_of(
        &desk.make("section", "promo", json!({ "title": "Pakkumine", "content": "<p>peagi</p>" })).await,
    );
    let shown = body(desk.post(&format!("/api/desk/items/{promo}/preview"), json!({})).await).await;
    let home = shown["url"].as_str().unwrap();
    assert!(get_html(&desk.app, home).await.1.contains("peagi"));
    assert!(!get_html(&desk.app, "/").await.1.contains("peagi"));
    // A changed or expired address is 404.
    assert_eq!(get_html(&desk.app, &newest.replace("eelvaade=", "eelvaade=A")).await.0, 404);
    problem(desk.post(&path, json!({ "revision": 99 })).await, 404, "not-found").await;
    desk.app.advance(Duration::from_hours(25));
    assert_eq!(get_html(&desk.app, &newest).await.0, 404);
}

#[tokio::test]
async fn a_preview_has_a_notice_except_in_the_frame_of_the_desk() {
    let desk = Desk::new().await;
    let id = id_of(&desk.make("page", "leht", page("<p>mustand</p>")).await);
    let made = body(desk.post(&format!("/api/desk/items/{id}/preview"), json!({})).await).await;
    let url = made["url"].as_str().unwrap();
    let (_, html) = get_html(&desk.app, url).await;
    let (_, mark) = html.split_once("<aside class=\"preview-mark\" aria-label=\"Eelvaade\">").unwrap();
    let (mark, _) = mark.split_once("</aside>").unwrap();
    let (said, until) = mark.split_once("Link kehtib kuni ").unwrap();
    assert_eq!(said, "Eelvaade. Lugejad seda veel ei näe. ");
    assert!(until.contains(" kell ") && until.ends_with('.'), "{until}");
    let seen_by = async |place: &str| {
        let request = desk.app.request(Method::GET, url).header("Sec-Fetch-Dest", place);
        let html = request.send().await.unwrap().text().await.unwrap();
        assert!(html.contains("mustand"), "{place}");
        html.contains("preview-mark")
    };
    assert!(seen_by("document").await);
    assert!(!seen_by("iframe").await);
    let written = desk.post(url, json!({ "body": page("<p>kirjutan</p>") })).await.text().await.unwrap();
    assert!(written.contains("kirjutan") && !written.contains("preview-mark"));
    // A published revision needs no notice, nor does a page that does not exist.
    body(desk.act("publish", &id, 1).await).await;
    for path in [url, "/leht"] {
        assert!(!get_html(&desk.app, path).await.1.contains("preview-mark"), "{path}");
    }
    body(desk.put(&id, 1, page("<p>uuem</p>")).await).await;
    assert!(get_html(&desk.app, url).await.1.contains("preview-mark"));
    desk.app.advance(Duration::from_hours(25));
    let (status, html) = get_html(&desk.app, url).await;
    assert!(status == 404 && !html.contains("preview-mark"));
}

#[tokio::test]
async fn editors_of_one_document_see_each_other_until_they_leave() {
    let desk = Desk::new().await;
    let id = id_of(&desk.make("page", "leht", page("<p>a</p>")).await);
    let path = format!("/api/desk/items/{id}/presence");
    let other = with_role(&desk.app, "teine@naide.ee", "editor").await;
    let here = async |token: &str, editing: &str| {
        let seen = desk.app.post_as(token, &path, &json!({ "editing": editing })).await;
        body(seen).await["others"].as_array().unwrap().len()
    };
    assert_eq!(here(&desk.editor, EDITING).await, 0);
    assert_eq!(here(&desk.editor, "01920000-0000-7000-8000-00000000000c").await, 0, "two tabs of one person");
    assert_eq!(here(&other, OTHER).await, 1);
    assert_eq!(here(&desk.editor, EDITING).await, 1);
    desk.app.advance(Duration::from_secs(31));
    assert_eq!(here(&other, OTHER).await, 0);
}

#[tokio::test]
async fn a_document_left_open_does_not_extend_the_session() {
    let desk = Desk::new().await;
    let id = id_of(&desk.make("page", "leht", page("<p>a</p>")).await);
    let path = format!("/api/desk/items/{id}/presence");
    for _ in 0..3 {
        desk.app.advance(Duration::from_mins(79));
        body(desk.post(&path, json!({ "editing": EDITING })).await).await;
    }
    desk.app.advance(Duration::from_mins(4));
    problem(desk.post(&path, json!({ "editing": EDITING })).await, 401, "unauthorized").await;
    problem(desk.app.get_as(&desk.editor, "/api/desk/items").await, 401, "unauthorized").await;
}

#[tokio::test]
async fn a_preview_shows_an_editor_the_unsaved_text() {
    let desk = Desk::new().await;
    desk.app.import(&[json!({ "slug": "kevade", "title": "Kevade", "author": "Oskar Luts" })]).await;
    let id = id_of(&desk.make("page", "leht", page("<p>salvestatud</p>")).await);
    let url_of = async |id: &str| {
        let made = body(desk.post(&format!("/api/desk/items/{id}/preview"), json!({})).await).await;
        made["url"].as_str().unwrap().to_owned()
    };
    let url = url_of(&id).await;
    let written = json!({ "title": "Uus <b>", "content": "<p>kirjutan<script>alert(1)</script></p>" });
    let answer = desk.post(&url, json!({ "body": written })).await;
    assert_eq!(answer.status(), 200);
    assert_eq!(answer.headers()["cache-control"], "private, no-store");
    assert!(answer.headers()["content-type"].to_str().unwrap().starts_with("text/html"));
    let policies: Vec<_> = answer.headers().get_all("content-security-policy").iter().collect();
    assert!(policies.len() == 2 && policies[1] == "script-src 'none'", "{policies:?}");
    let html = answer.text().await.unwrap();
    assert!(html.contains("<p>kirjutan</p>") && html.contains("Uus &lt;b&gt;"), "{html}");
    assert!(!html.contains("salvestatud") && !html.contains("alert(1)"));
    // It is not saved.
    assert!(get_html(&desk.app, &url).await.1.contains("salvestatud"));
    assert_eq!(desk.get(&format!("/api/desk/items/{id}")).await["revision"], 1);
    // The rules of a save apply.
    let refused = desk.post(&url, json!({ "body": { "title": " ", "content": "" } })).await;
    assert_eq!(problem(refused, 422, "validation").await["errors"][0]["field"], "body.title");
    let long = json!({ "body": { "title": "Leht", "content": "a".repeat(3_000_000) } });
    problem(desk.post(&url, long).await, 413, "payload-too-large").await;
    // The announcement, sections and sliders are shown on the home page.
    for (kind, identifier, draft, seen) in [
        ("announcement", "announcement", json!({ "title": "Teade", "content": "<p>pühad</p>" }), "pühad"),
        ("section", "promo", json!({ "title": "Pakkumine", "content": "<p>peagi</p>" }), "peagi"),
        (
            "slider",
            "rida",
            json!({ "title": "Kevadrida", "rule": { "kind": "newest", "categoryId": null, "count": 3 } }),
            "Kevadrida",
        ),
    ] {
        let empty = json!({ "title": "Tühi", "content": "" });
        let id = id_of(&desk.make(kind, identifier, empty).await);
        let answer = desk.post(&url_of(&id).await, json!({ "body": draft })).await;
        assert!(answer.text().await.unwrap().contains(seen), "{kind}");
        assert!(!get_html(&desk.app, "/").await.1.contains(seen), "{kind}");
    }
    // Only editors may post, and only to a valid address.
    let listener = desk.app.register("kuulaja@naide.ee").await;
    let sent = json!({ "body": written });
    problem(desk.post("/leht", sent.clone()).await, 405, "method-not-allowed").await;
    problem(desk.app.post(&url, &sent).await, 401, "unauthorized").await;
    problem(desk.app.post_as(&listener, &url, &sent).await, 403, "forbidden").await;
    assert_eq!(desk.post(&url.replace("eelvaade=", "eelvaade=A"), sent).await.status(), 404);
}

#[tokio::test]
async fn an_announcement_follows_its_page_to_another_address() {
    let desk = Desk::new().await;
    let linked = id_of(&desk.make("page", "vana", page("<p>a</p>")).await);
    body(desk.act("publish", &linked, 1).await).await;
    let text = |page: &str, words: &str| json!({ "title": "Teade", "content": words, "linkedPage": page, "linkText": "Loe" });
    let id = id_of(&desk.make("announcement", "announcement", text("vana", "")).await);
    body(desk.act("publish", &id, 1).await).await;
    let renamed = desk
        .app
        .request(Method::PUT, &format!("/api/desk/items/{linked}/identifier"))
        .header("Api-Token", &desk.editor)
        .json(&json!({ "identifier": "uus" }));
    assert_eq!(renamed.send().await.unwrap().status(), 200);
    let slug = async || {
        let sections: Value = desk.app.get("/api/sections").await.json().await.unwrap();
        sections[0]["linkedPageSlug"].clone()
    };
    assert_eq!(slug().await, "uus");
    let open = desk.get(&format!("/api/desk/items/{id}")).await;
    assert_eq!(open["body"]["linkedPage"], "uus");
    // Another page that gets the old address is not linked.
    let second = id_of(&desk.make("page", "teine", page("<p>b</p>")).await);
    body(desk.act("publish", &second, 1).await).await;
    let request = desk.app.request(Method::PUT, &format!("/api/desk/items/{second}/identifier"));
    let request = request.header("Api-Token", &desk.editor).json(&json!({ "identifier": "vana" }));
    assert_eq!(request.send().await.unwrap().status(), 200);
    assert_eq!(slug().await, "uus");
    // A tab that was opened earlier can save.
    body(desk.put(&id, 1, text("uus", "<p>edasi</p>")).await).await;
    // A page that is not published is not linked.
    body(desk.act("take-down", &linked, 1).await).await;
    assert_eq!(slug().await, Value::Null);
}

#[tokio::test]
async fn a_preview_follows_its_page_to_another_address() {
    let desk = Desk::new().await;
    let id = id_of(&desk.make("page", "vana", page("<p>mustand</p>")).await);
    let made = body(desk.post(&format!("/api/desk/items/{id}/preview"), json!({})).await).await;
    let url = made["url"].as_str().unwrap();
    for (item, name) in [(id.clone(), "uus"), (id_of(&desk.make("page", "teine", page("")).await), "vana")] {
        let request = desk.app.request(Method::PUT, &format!("/api/desk/items/{item}/identifier"));
        let request = request.header("Api-Token", &desk.editor).json(&json!({ "identifier": name }));
        assert_eq!(request.send().await.unwrap().status(), 200);
    }
    let moved = desk.app.get(url).await;
    assert_eq!(moved.status(), 307);
    let to = moved.headers()["location"].to_str().unwrap().to_owned();
    assert!(to.starts_with("/uus?eelvaade="), "{to}");
    assert!(get_html(&desk.app, &to).await.1.contains("mustand"));
    let written = json!({ "body": page("<p>kirjutan</p>") });
    assert!(desk.post(url, written).await.text().await.unwrap().contains("kirjutan"));
}
