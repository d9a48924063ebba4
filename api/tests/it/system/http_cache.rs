//! Encodings and conditional requests, the same for every kind of body that caches may store.

use reqwest::{Method, Response};
use serde_json::json;

use crate::fixtures::app::TestApp;

async fn store() -> TestApp {
    let app = TestApp::new().await;
    let description = "<p>Kui Arno isaga koolimajja jõudis, olid tunnid juba alanud.</p>".repeat(20);
    let book = json!({ "slug": "kevade", "title": "Kevade", "author": "Oskar Luts", "price": "9.90",
        "description": description });
    let others = (10..30)
        .map(|n| json!({ "slug": format!("r{n}"), "title": format!("Raamat {n}"), "author": "Luts" }));
    app.import(&std::iter::once(book).chain(others).collect::<Vec<_>>()).await;
    app
}

/// An API body, a page, a feed, and the script of the storefront's build.
async fn addresses(app: &TestApp) -> [String; 4] {
    let page = app.get("/raamatud/kevade").await.text().await.unwrap();
    let (_, script) = page.split_once("<script type=\"module\" src=\"").expect("the storefront is built");
    let script = script.split('"').next().unwrap().replace("&#x2f;", "/");
    ["/api/books", "/raamatud/kevade", "/opds/publications", &script].map(str::to_owned)
}

async fn get(app: &TestApp, path: &str, name: &str, value: &str) -> Response {
    app.request(Method::GET, path).header(name, value).send().await.unwrap()
}

fn encoding(response: &Response) -> Option<&str> {
    response.headers().get("content-encoding").map(|value| value.to_str().unwrap())
}

#[tokio::test]
async fn the_client_chooses_the_encoding_of_every_body() {
    let app = store().await;
    for path in addresses(&app).await {
        for (accepted, expected) in [
            ("gzip, deflate, br, zstd", Some("br")),
            ("br;q=0", None),
            ("br;q=0, gzip", Some("gzip")),
            ("gzip;q=1.0, br;q=0.5", Some("gzip")),
            ("gzip;q=0.5, br;q=0.6", Some("br")),
            ("*;q=0.1", Some("br")),
            ("*, br;q=0", Some("gzip")),
            ("identity;q=0", None),
            ("identity;q=0, gzip;q=0.5", Some("gzip")),
            ("identity, gzip;q=0.5", None),
            ("", None),
        ] {
            let response = get(&app, &path, "Accept-Encoding", accepted).await;
            assert_eq!(response.status(), 200, "{path}: {accepted}");
            assert_eq!(encoding(&response), expected, "{path}: {accepted}");
            let vary = response.headers()["vary"].to_str().unwrap();
            assert!(vary.contains("accept-encoding"), "{path}: {vary}");
        }
    }
}

#[tokio::test]
async fn a_client_that_has_the_body_gets_304() {
    let app = store().await;
    for path in addresses(&app).await {
        let first = get(&app, &path, "Accept-Encoding", "br").await;
        let etag = first.headers()["etag"].to_str().unwrap();
        let plain = app.get(&path).await;
        assert_ne!(plain.headers()["etag"], etag, "{path}: a strong tag names one encoding");
        for (known, status) in [
            (etag.to_owned(), 304),
            (format!("W/{etag}"), 304),
            (format!("\"other\", W/{etag}"), 304),
            (format!("\"other\",{etag} , \"third\""), 304),
            ("*".to_owned(), 304),
            ("\"other\"".to_owned(), 200),
            (etag.trim_matches('"').to_owned(), 200),
            (String::new(), 200),
        ] {
            let response = get(&app, &path, "If-None-Match", &known).await;
            assert_eq!(response.status(), status, "{path}: {known}");
            assert_eq!(response.headers()["etag"], plain.headers()["etag"], "{path}: {known}");
            assert_eq!(response.headers()["cache-control"], plain.headers()["cache-control"], "{path}");
            assert_eq!(response.bytes().await.unwrap().is_empty(), status == 304, "{path}: {known}");
        }
    }
}
