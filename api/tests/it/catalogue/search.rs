//! Search over HTTP: the index follows the catalogue.

use std::time::{Duration, Instant};

use heliriiul::change_feed;
use serde_json::{Value, json};

use crate::fixtures::app::{TestApp, free_address, problem};

async fn found(app: &TestApp, query: &str) -> Vec<String> {
    let url = reqwest::Url::parse_with_params(&format!("{}/api/books/search", app.base), [("q", query)]);
    let answer = reqwest::get(url.unwrap()).await.unwrap();
    assert_eq!(answer.status(), 200, "{query}");
    let books: Vec<Value> = answer.json().await.unwrap();
    assert!(books.iter().all(|book| book["description"].is_string()));
    books.iter().map(|book| book["slug"].as_str().unwrap().to_owned()).collect()
}

async fn store() -> TestApp {
    let app = TestApp::new().await;
    app.import_categories(
        "[[category]]\nslug = \"romaanid\"\nname = \"Romaanid\"\n\
         [[category]]\npath = \"romaanid/ulme\"\nname = \"Ulmelood\"",
    )
    .await;
    app.import(&[
        json!({ "slug": "oigus", "title": "Tõde ja õigus", "author": "A. H. Tammsaare", "reader": "Helga Hääl",
                "isbn": "9789916001165", "categories": ["romaanid/ulme"],
                "description": "<p>Vargamäe <em>soises</em> talus</p>" }),
        json!({ "slug": "suvi", "title": "Suvi", "author": "Oskar Luts", "publisher": "Kirjastaja" }),
        json!({ "slug": "peidus", "title": "Peidetud kuldkala", "isVisible": false }),
    ])
    .await;
    app
}

#[tokio::test]
async fn a_book_is_found_by_all_that_is_known_of_it() {
    let app = store().await;
    for query in [
        "Tõde ja õigus",
        "tode ja oigus",
        "TAMMSAARE",
        "tammsaar",
        "helga haal",
        "9789916001165",
        "978-9916-00-116-5",
        "ulmelood",
        "vargamäe",
        "  soises  ",
    ] {
        assert_eq!(found(&app, query).await, ["oigus"], "{query}");
    }
    for query in ["", "to", "õõ", "kuldkala", "xyzzyx", "'\"()[]{}:*~^\\"] {
        assert!(found(&app, query).await.is_empty(), "{query}");
    }
}

#[tokio::test]
async fn bad_queries_are_rejected() {
    let app = store().await;
    problem(app.get("/api/books/search").await, 422, "validation").await;
    let long = format!("/api/books/search?q={}", "a".repeat(201));
    let error = problem(app.get(&long).await, 422, "validation").await;
    assert_eq!(error["errors"], json!([{ "field": "q", "code": "too-long" }]));
    problem(app.get("/api/books/search?q=a%00bc").await, 400, "malformed-request").await;
    assert!(found(&app, &"õ".repeat(200)).await.is_empty());
}

#[tokio::test]
async fn the_index_is_updated_after_changes_and_has_no_hidden_books() {
    let app = store().await;
    app.import(&[json!({ "slug": "suvi", "title": "Talv" }), json!({ "slug": "peidus", "isVisible": true })])
        .await;
    assert_eq!(found(&app, "talv").await, ["suvi"]);
    assert!(found(&app, "suvi").await.is_empty());
    assert_eq!(found(&app, "kuldkala").await, ["peidus"]);
    app.import(&[json!({ "slug": "peidus", "isVisible": false })]).await;
    assert!(found(&app, "kuldkala").await.is_empty());
    app.import_categories("[[category]]\nslug = \"romaanid\"\nname = \"Pikad lood\"").await;
    assert_eq!(found(&app, "pikad").await, ["oigus"]);
}

#[tokio::test]
async fn what_another_process_imports_is_found_within_a_second() {
    let app = store().await;
    let following = tokio::spawn(change_feed::run(app.state.clone()));
    let file = app.data_dir().join("more.jsonl");
    std::fs::write(&file, json!({ "slug": "uus", "title": "Hilinenud raamat" }).to_string()).unwrap();
    app.command(&["import", "catalogue", file.to_str().unwrap()], "").await.unwrap();
    let begun = Instant::now();
    while found(&app, "hilinenud").await.is_empty() {
        assert!(begun.elapsed() < Duration::from_secs(5), "the book is not found");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(app.get("/api/books/slug/uus").await.status(), 200);
    following.abort();
}

#[tokio::test]
async fn a_server_updates_its_index_at_the_start() {
    let mut app = store().await;
    let address = free_address().await;
    let mut server = app.serve_from_another_process(address).await;
    assert_eq!(found(&app, "tammsaare").await, ["oigus"]);
    server.kill().await.unwrap();
    app.import(&[
        json!({ "slug": "uus", "title": "Hilinenud raamat" }),
        json!({ "slug": "suvi", "isVisible": false }),
    ])
    .await;
    let _server = app.serve_from_another_process(address).await;
    assert_eq!(found(&app, "hilinenud").await, ["uus"]);
    assert_eq!(found(&app, "tammsaare").await, ["oigus"]);
    assert!(found(&app, "suvi").await.is_empty());
}

#[tokio::test]
async fn reindex_makes_the_index_anew_unless_a_server_has_it() {
    let app = store().await;
    let error = app.command(&["reindex"], "").await.unwrap_err();
    assert!(error.contains("in use by another process"), "{error}");
    let other_index = app.data_dir().join("other-index");
    let done = app.program(&["reindex"]).env("HELIRIIUL_INDEX_DIR", &other_index).output().await.unwrap();
    assert!(done.status.success(), "{done:?}");
    let index = heliriiul_search::SearchIndex::open(&other_index).unwrap();
    assert_eq!(index.book_count(), 2);
}
