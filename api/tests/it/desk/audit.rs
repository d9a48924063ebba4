//! The audit log of books, categories and images, as the desk reads it.

use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::{
    desk::images::png,
    fixtures::app::problem,
    fixtures::desk::Desk,
    fixtures::desk::{body, id_of},
};

async fn put(desk: &Desk, path: &str, sent: &Value) -> Response {
    let request = desk.app.request(Method::PUT, path).header("Api-Token", &desk.editor);
    request.json(sent).send().await.unwrap()
}

fn acts(audit: &Value) -> Vec<&Value> {
    audit.as_array().unwrap().iter().map(|act| &act["act"]).collect()
}

#[tokio::test]
async fn the_audit_log_of_a_book_a_category_and_a_picture_is_listed_newest_first() {
    let desk = Desk::new().await;
    desk.app.import(&[json!({ "slug": "kevade", "title": "Kevade", "author": "Oskar Luts" })]).await;
    let book = format!("/api/desk/books/{}", desk.app.book_id("kevade"));
    assert_eq!(desk.get(&format!("{book}/audit")).await, json!([]));
    for title in ["Suvi", "Sügis"] {
        let mut draft = desk.get(&book).await;
        draft["basedOn"] = draft["version"].clone();
        draft["title"] = json!(title);
        body(put(&desk, &book, &draft).await).await;
    }
    let audit = desk.get(&format!("{book}/audit")).await;
    assert_eq!(acts(&audit), ["change", "change"]);
    assert_eq!(audit[0]["by"], "Mari Maasikas");
    assert_eq!(audit[0]["detail"]["title"], json!({ "from": "Suvi", "to": "Sügis" }));
    assert_eq!(audit[0]["fromRevision"], audit[1]["toRevision"]);
    assert!(audit[0]["at"].is_string());

    let mut novels =
        json!({ "parentId": null, "slug": "romaanid", "name": "Romaanid", "includeInMenu": true });
    let made: Value = desk.post("/api/desk/categories", novels.clone()).await.json().await.unwrap();
    let category = format!("/api/desk/categories/{}", id_of(&made));
    novels["name"] = json!("Proosa");
    novels["basedOn"] = made["version"].clone();
    body(put(&desk, &category, &novels).await).await;
    let audit = desk.get(&format!("{category}/audit")).await;
    assert_eq!(acts(&audit), ["change", "create"]);
    assert_eq!(audit[0]["detail"], json!({ "name": { "from": "Romaanid", "to": "Proosa" } }));
    let gone = desk.app.request(Method::DELETE, &category).header("Api-Token", &desk.editor);
    assert_eq!(gone.send().await.unwrap().status(), 204);
    assert_eq!(acts(&desk.get(&format!("{category}/audit")).await), ["delete", "change", "create"]);

    let request = desk.app.request(Method::POST, "/api/desk/images?name=a.png");
    let sent = request.header("Api-Token", &desk.editor).body(png(8, 8, [9, 9, 9])).send().await.unwrap();
    let made: Value = sent.json().await.unwrap();
    let picture = format!("/api/desk/images/{}", id_of(&made));
    let said = json!({ "name": "a.png", "alt": "Kask", "decorative": false, "basedOn": made["version"] });
    body(put(&desk, &picture, &said).await).await;
    let audit = desk.get(&format!("{picture}/audit")).await;
    assert_eq!(acts(&audit), ["change", "create"]);
    assert_eq!(audit[0]["detail"], json!({ "alt": { "from": "", "to": "Kask" } }));
    let gone = desk.app.request(Method::DELETE, &picture).header("Api-Token", &desk.editor);
    assert_eq!(gone.send().await.unwrap().status(), 204);
    assert_eq!(acts(&desk.get(&format!("{picture}/audit")).await), ["delete", "change", "create"]);
}

#[tokio::test]
async fn the_audit_log_of_a_missing_thing_is_404() {
    let desk = Desk::new().await;
    for thing in ["items", "books", "categories", "images"] {
        for id in ["01976f00-0000-7000-8000-000000000001", "00000000-0000-0000-0000-000000000000", "x"] {
            let path = format!("/api/desk/{thing}/{id}/audit");
            problem(desk.app.get_as(&desk.editor, &path).await, 404, "not-found").await;
        }
    }
}
