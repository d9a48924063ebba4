//! Restoring old revisions with missing references.

use heliriiul_db::{BookId, ChangeKind, append_change};
use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::{
    desk::images::png,
    fixtures::app::problem,
    fixtures::desk::Desk,
    fixtures::desk::{body, get_html, id_of},
};

async fn restore(desk: &Desk, id: &str, revision: i64, from: i64) -> Response {
    let restore = json!({ "revision": revision, "from": from });
    desk.post(&format!("/api/desk/items/{id}/restore"), restore).await
}

async fn picture(desk: &Desk) -> String {
    let request = desk.app.request(Method::POST, "/api/desk/images?name=a.png");
    let colour: [u8; 3] = rand::random();
    let sent = request.header("Api-Token", &desk.editor).body(png(8, 8, colour)).send().await.unwrap();
    id_of(&sent.json().await.unwrap())
}

async fn delete(desk: &Desk, path: &str) {
    let request = desk.app.request(Method::DELETE, path).header("Api-Token", &desk.editor);
    assert_eq!(request.send().await.unwrap().status(), 204, "{path}");
}

#[tokio::test]
async fn a_page_is_restored_without_its_missing_pictures() {
    let desk = Desk::new().await;
    let (gone, shared, kept) = (picture(&desk).await, picture(&desk).await, picture(&desk).await);
    let of = |id: &str| format!("<img data-image=\"{id}\" alt=\"Kask\">");
    let text = format!(
        "<p>algus</p>{}<p>keskel</p><figure>{}<figcaption>Kask</figcaption></figure>{}<p>lõpp</p>",
        of(&gone),
        of(&gone),
        of(&kept)
    );
    let old = json!({ "title": "Vana", "content": text, "shareImage": shared });
    let id = id_of(&desk.make("page", "leht", old).await);
    body(desk.put(&id, 1, json!({ "title": "Uus", "content": "<p>uus</p>" })).await).await;
    for id in [&gone, &shared] {
        delete(&desk, &format!("/api/desk/images/{id}")).await;
    }

    let restored = body(restore(&desk, &id, 2, 1).await).await;
    assert_eq!((&restored["revision"], &restored["title"]), (&json!(3), &json!("Vana")));
    let left = format!("<p>algus</p><p>keskel</p>{}<p>lõpp</p>", of(&kept));
    assert_eq!(restored["body"]["content"], left);
    assert!(restored["body"].get("shareImage").is_none());
    let mut left_out = [format!("image/{gone}"), format!("image/{shared}")];
    left_out.sort_unstable();
    assert_eq!(restored["leftOut"], json!(left_out));
    let audit = desk.get(&format!("/api/desk/items/{id}/audit")).await;
    assert_eq!((&audit[0]["act"], &audit[0]["detail"]), (&json!("restore"), &json!({ "leftOut": left_out })));
    body(desk.act("publish", &id, 3).await).await;
    let (_, html) = get_html(&desk.app, "/leht").await;
    assert!(html.contains("keskel") && html.contains("/media/images/"));
    // The old revision is unchanged.
    let past = desk.get(&format!("/api/desk/items/{id}/revisions/1")).await;
    assert_eq!(past["body"]["content"], text);

    // Nothing is left out of a revision without missing references. A stale restore is refused.
    let whole = body(restore(&desk, &id, 3, 2).await).await;
    assert_eq!((&whole["leftOut"], &whole["body"]["content"]), (&json!([]), &json!("<p>uus</p>")));
    let audit = desk.get(&format!("/api/desk/items/{id}/audit")).await;
    assert_eq!((&audit[0]["fromRevision"], &audit[0]["detail"]), (&json!(2), &json!({})));
    let stale = problem(restore(&desk, &id, 3, 1).await, 409, "stale-revision").await;
    assert_eq!(stale["current"]["revision"], 4);
}

#[tokio::test]
async fn a_slider_is_restored_without_its_missing_books_and_category() {
    let desk = Desk::new().await;
    desk.app
        .import(&[
            json!({ "slug": "kevade", "title": "Kevade", "author": "Oskar Luts" }),
            json!({ "slug": "suvi", "title": "Suvi", "author": "Oskar Luts" }),
        ])
        .await;
    let (gone, kept) = (desk.app.book_id("kevade"), desk.app.book_id("suvi"));
    let id = id_of(&desk.make("slider", "rida", json!({ "title": "Rida", "bookIds": [gone, kept] })).await);
    let new = json!({ "parentId": null, "slug": "luule", "name": "Luule", "includeInMenu": false });
    let category: Value = desk.post("/api/desk/categories", new).await.json().await.unwrap();
    let rule = json!({ "kind": "category", "categoryId": category["id"], "count": 3 });
    body(desk.put(&id, 1, json!({ "title": "Rida", "rule": rule })).await).await;
    body(desk.put(&id, 2, json!({ "title": "Rida", "bookIds": [kept] })).await).await;
    delete(&desk, &format!("/api/desk/categories/{}", id_of(&category))).await;
    delete_book(&desk, gone).await;

    let restored = body(restore(&desk, &id, 3, 1).await).await;
    assert_eq!(restored["body"]["bookIds"], json!([kept]));
    assert_eq!(restored["leftOut"], json!([format!("book/{gone}")]));
    let restored = body(restore(&desk, &id, 4, 2).await).await;
    assert_eq!(restored["body"], json!({ "title": "Rida", "bookIds": [] }));
    assert_eq!(restored["leftOut"], json!([format!("category/{}", id_of(&category))]));
}

/// Deletes a book, which no call does.
async fn delete_book(desk: &Desk, id: BookId) {
    let mut tx = desk.app.db().write().await.unwrap();
    tx.execute("DELETE FROM books WHERE id = $1", (id,)).await.unwrap();
    append_change(&mut tx, ChangeKind::Book, id.uuid(), desk.app.clock.now()).await.unwrap();
    tx.commit().await.unwrap();
    desk.app.catch_up().await;
}
