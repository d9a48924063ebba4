//! The library over HTTP, and who may see a hidden book.

use heliriiul::library::{self, Source};
use heliriiul_db::UserId;
use serde_json::{Value, json};

use crate::fixtures::app::{TestApp, problem};

async fn store() -> (TestApp, String) {
    let app = TestApp::new().await;
    app.import(&[
        json!({ "slug": "pakett", "title": "Pakett", "paymentType": "SUBSCRIPTION", "price": null }),
        json!({ "slug": "molemad", "title": "Mõlemad", "paymentType": "ALL", "price": "9.90" }),
        json!({ "slug": "ost", "title": "Ost", "paymentType": "PURCHASE", "price": "9.90" }),
        json!({ "slug": "tasuta", "title": "Tasuta", "paymentType": "ALL", "price": 0 }),
        json!({ "slug": "peidus", "title": "Peidus", "paymentType": "ALL", "price": 0, "isVisible": false }),
    ])
    .await;
    let token = app.register("mari@naide.ee").await;
    (app, token)
}

async fn add(app: &TestApp, token: &str, slug: &str) -> reqwest::Response {
    app.post_as(token, "/api/library", &json!({ "bookId": app.book_id(slug).to_string() })).await
}

async fn library(app: &TestApp, token: &str) -> Vec<(String, bool)> {
    let books: Vec<Value> = app.get_as(token, "/api/library").await.json().await.unwrap();
    books
        .iter()
        .map(|book| (book["slug"].as_str().unwrap().to_owned(), book["subscriptionBook"].as_bool().unwrap()))
        .collect()
}

async fn grant(app: &TestApp, token: &str, slug: &str, source: Source) -> bool {
    let user: Value = app.get_as(token, "/api/user").await.json().await.unwrap();
    let id: UserId = user["id"].as_str().unwrap().parse().unwrap();
    let mut tx = app.db().write().await.unwrap();
    let granted =
        library::grant(&mut tx, id, app.book_id(slug), source, None, app.clock.now()).await.unwrap();
    tx.commit().await.unwrap();
    granted
}

#[tokio::test]
async fn subscription_and_free_books_can_be_added_and_the_others_must_be_bought() {
    let (app, token) = store().await;
    for (slug, subscription) in [("pakett", true), ("molemad", true), ("tasuta", false)] {
        let added = add(&app, &token, slug).await;
        assert_eq!(added.status(), 201, "{slug}");
        let book: Value = added.json().await.unwrap();
        assert_eq!(book["slug"], slug);
        assert_eq!(book["subscriptionBook"], subscription, "{slug}");
        assert!(book["addedAt"].is_string());
        assert_eq!(add(&app, &token, slug).await.status(), 200, "{slug} a second time");
    }
    problem(add(&app, &token, "ost").await, 403, "forbidden").await;
    problem(add(&app, &token, "peidus").await, 404, "not-found").await;
    let mut books = library(&app, &token).await;
    books.sort();
    assert_eq!(books, [("molemad".into(), true), ("pakett".into(), true), ("tasuta".into(), false)]);
    let other = app.register("juku@naide.ee").await;
    assert_eq!(library(&app, &other).await, []);
    problem(app.get("/api/library").await, 401, "unauthorized").await;
}

#[tokio::test]
async fn bad_input_names_its_field() {
    let (app, token) = store().await;
    let unknown = json!({ "bookId": "01900000-0000-7000-8000-000000000000" });
    problem(app.post_as(&token, "/api/library", &unknown).await, 404, "not-found").await;
    for body in [json!({}), json!({ "bookId": null }), json!({ "bookId": 5 }), json!({ "bookId": "x" })] {
        let error = problem(app.post_as(&token, "/api/library", &body).await, 422, "validation").await;
        assert_eq!(error["errors"][0]["field"], "bookId", "{body}");
    }
    problem(app.post("/api/library", &unknown).await, 401, "unauthorized").await;
}

#[tokio::test]
async fn buying_turns_a_subscription_book_into_a_bought_one_and_never_back() {
    let (app, token) = store().await;
    add(&app, &token, "molemad").await;
    assert!(grant(&app, &token, "molemad", Source::Purchase).await);
    assert!(!grant(&app, &token, "molemad", Source::Purchase).await, "once");
    assert!(!grant(&app, &token, "molemad", Source::Subscription).await);
    assert_eq!(library(&app, &token).await, [("molemad".to_owned(), false)]);
    assert_eq!(add(&app, &token, "molemad").await.status(), 200);
    assert_eq!(library(&app, &token).await, [("molemad".to_owned(), false)]);
    // A subscription book that has become free stays for ever.
    add(&app, &token, "pakett").await;
    app.import(&[json!({ "slug": "pakett", "paymentType": "ALL", "price": 0 })]).await;
    let book: Value = add(&app, &token, "pakett").await.json().await.unwrap();
    assert_eq!(book["subscriptionBook"], false);
}

#[tokio::test]
async fn only_its_owner_sees_a_hidden_book() {
    let (app, token) = store().await;
    grant(&app, &token, "peidus", Source::Purchase).await;
    let own = app.get_as(&token, "/api/books/slug/peidus").await;
    assert_eq!(own.status(), 200);
    assert_eq!(own.headers()["cache-control"], "private, no-store");
    let book: Value = own.json().await.unwrap();
    assert_eq!(book["isVisible"], false);
    assert_eq!(library(&app, &token).await, [("peidus".to_owned(), false)]);
    assert_eq!(add(&app, &token, "peidus").await.status(), 200, "it is there already");
    let other = app.register("juku@naide.ee").await;
    problem(app.get_as(&other, "/api/books/slug/peidus").await, 404, "not-found").await;
    problem(app.get("/api/books/slug/peidus").await, 404, "not-found").await;
}
