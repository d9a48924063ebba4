//! Clients that are silent in the middle of a request, and those that are only slow.

use std::time::Duration;

use futures::future::join_all;
use serde_json::json;
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::{sleep, timeout},
};

use crate::{fixtures::app::TestApp, fixtures::desk::with_role};

/// A store that waits two seconds where it would wait longer.
async fn hasty() -> TestApp {
    TestApp::with(|config| {
        config.head_seconds = 2;
        config.body_pause_seconds = 2;
    })
    .await
}

async fn connect(app: &TestApp) -> TcpStream {
    TcpStream::connect(app.base.strip_prefix("http://").unwrap()).await.unwrap()
}

/// All that the store answers until it closes the connection.
async fn answer(mut stream: TcpStream) -> String {
    let mut answer = Vec::new();
    // One that is closed with something unread is reset.
    let _ = timeout(Duration::from_secs(20), stream.read_to_end(&mut answer)).await.unwrap();
    String::from_utf8(answer).unwrap()
}

fn head(request: &str, headers: &str, length: usize) -> String {
    format!("{request} HTTP/1.1\r\nHost: a\r\n{headers}Content-Length: {length}\r\n\r\n")
}

#[tokio::test]
async fn a_body_that_stops_coming_is_given_up() {
    let app = hasty().await;
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
        let answer = answer(stream).await;
        assert!(answer.starts_with("HTTP/1.1 408 "), "{request}: {answer}");
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        assert!(head.contains("application/problem+json"), "{head}");
        assert!(body.contains("\"code\":\"request-timeout\""), "{body}");
    }))
    .await;
}

#[tokio::test]
async fn a_slow_body_may_take_its_time() {
    let app = hasty().await;
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
    let answer = answer(stream).await;
    assert!(answer.starts_with("HTTP/1.1 201 "), "{answer}");
}

#[tokio::test]
async fn a_connection_that_asks_for_nothing_is_closed() {
    let app = hasty().await;
    let begun = ["", "G", "GET /healthz HTTP/1.1\r\nHost:", "PRI", "PRI * HTTP/2.0\r\n"];
    join_all(begun.map(async |begun| {
        let mut stream = connect(&app).await;
        stream.write_all(begun.as_bytes()).await.unwrap();
        let answer = answer(stream).await;
        assert!(!answer.contains(" 200 "), "{begun}: {answer}");
    }))
    .await;
    // A head may come in pieces, and another follow it.
    let mut stream = connect(&app).await;
    for piece in
        ["GE", "T /healthz HTTP/1.1\r\nHost: a", "\r\n\r\n", "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"]
    {
        stream.write_all(piece.as_bytes()).await.unwrap();
        sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(answer(stream).await.matches("HTTP/1.1 200 ").count(), 2);
}

#[tokio::test]
async fn an_answer_waits_for_a_reader_that_pauses() {
    let app = hasty().await;
    let mut stream = connect(&app).await;
    let asked = "GET /api/docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: a\r\n";
    // More than any socket holds.
    for _ in 0..9 {
        stream.write_all(format!("{asked}\r\n").as_bytes()).await.unwrap();
    }
    stream.write_all(format!("{asked}Connection: close\r\n\r\n").as_bytes()).await.unwrap();
    sleep(Duration::from_secs(5)).await;
    let answers = answer(stream).await;
    assert!(answers.len() > 10_000_000, "{}", answers.len());
    assert_eq!(answers.matches("HTTP/1.1 200 OK\r\n").count(), 10);
}
