//! Clients that pause within a request, and clients that are only slow.

use std::time::Duration;

use futures::future::join_all;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{sleep, timeout},
};

use crate::{fixtures::app::TestApp, fixtures::desk::with_role};

/// A store with timeouts of two seconds.
async fn impatient_store() -> TestApp {
    TestApp::with(|config| {
        config.head_seconds = 2;
        config.body_pause_seconds = 2;
    })
    .await
}

async fn connect(app: &TestApp) -> TcpStream {
    TcpStream::connect(app.base.strip_prefix("http://").unwrap()).await.unwrap()
}

/// Reads everything until the store closes the connection.
async fn read_all(mut stream: TcpStream) -> String {
    let mut response = Vec::new();
    // A connection that is closed with unread data is reset.
    let _ = timeout(Duration::from_secs(20), stream.read_to_end(&mut response)).await.unwrap();
    String::from_utf8(response).unwrap()
}

fn head(request: &str, headers: &str, length: usize) -> String {
    format!("{request} HTTP/1.1\r\nHost: a\r\n{headers}Content-Length: {length}\r\n\r\n")
}

#[tokio::test]
async fn a_body_that_pauses_too_long_is_408() {
    let app = impatient_store().await;
    app.import(&[json!({ "slug": "kevade", "title": "Kevade", "author": "Oskar Luts" })]).await;
    let editor = with_role(&app, "toimetaja@naide.ee", "editor").await;
    let sample = format!("PUT /api/desk/books/{}/sample?name=a.mp3", app.book_id("kevade"));
    let token = format!("Api-Token: {editor}\r\n");
    let cases = [("POST /api/register", "Content-Type: application/json\r\n"), (&*sample, &*token)];
    let cases = cases.into_iter().flat_map(|case| [(case, ""), (case, "{\"email\":")]);
    join_all(cases.map(async |((request, headers), begun)| {
        let mut stream = connect(&app).await;
        let sent = format!("{}{begun}", head(request, headers, 100));
        stream.write_all(sent.as_bytes()).await.unwrap();
        let response = read_all(stream).await;
        assert!(response.starts_with("HTTP/1.1 408 "), "{request}: {response}");
        let (head, body) = response.split_once("\r\n\r\n").unwrap();
        assert!(head.contains("application/problem+json"), "{head}");
        assert!(body.contains("\"code\":\"request-timeout\""), "{body}");
    }))
    .await;
}

#[tokio::test]
async fn a_slow_body_is_accepted() {
    let app = impatient_store().await;
    let person = json!({
        "email": "aeglane@naide.ee", "firstName": "Mari", "lastName": "Maasikas", "password": "heliriiul"
    });
    let body = person.to_string();
    let mut stream = connect(&app).await;
    let headers = "Content-Type: application/json\r\nConnection: close\r\n";
    stream.write_all(head("POST /api/register", headers, body.len()).as_bytes()).await.unwrap();
    for piece in body.as_bytes().chunks(body.len() / 12) {
        sleep(Duration::from_millis(250)).await;
        stream.write_all(piece).await.unwrap();
    }
    let response = read_all(stream).await;
    assert!(response.starts_with("HTTP/1.1 201 "), "{response}");
}

#[tokio::test]
async fn a_connection_without_a_request_is_closed() {
    let app = impatient_store().await;
    let begun = ["", "G", "GET /healthz HTTP/1.1\r\nHost:", "PRI", "PRI * HTTP/2.0\r\n"];
    join_all(begun.map(async |begun| {
        let mut stream = connect(&app).await;
        stream.write_all(begun.as_bytes()).await.unwrap();
        let response = read_all(stream).await;
        assert!(!response.contains(" 200 "), "{begun}: {response}");
    }))
    .await;
    // A head may arrive in parts, and another may follow it.
    let mut stream = connect(&app).await;
    for piece in
        ["GE", "T /healthz HTTP/1.1\r\nHost: a", "\r\n\r\n", "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"]
    {
        stream.write_all(piece.as_bytes()).await.unwrap();
        sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(read_all(stream).await.matches("HTTP/1.1 200 ").count(), 2);
}

#[tokio::test]
async fn a_response_waits_for_a_reader_that_pauses() {
    let app = impatient_store().await;
    let mut stream = connect(&app).await;
    let request = "GET /api/docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: a\r\n";
    // More bytes than any socket buffer holds.
    for _ in 0..9 {
        stream.write_all(format!("{request}\r\n").as_bytes()).await.unwrap();
    }
    stream.write_all(format!("{request}Connection: close\r\n\r\n").as_bytes()).await.unwrap();
    sleep(Duration::from_secs(3)).await;
    let responses = read_all(stream).await;
    assert!(responses.len() > 10_000_000, "{}", responses.len());
    assert_eq!(responses.matches("HTTP/1.1 200 OK\r\n").count(), 10);
}
