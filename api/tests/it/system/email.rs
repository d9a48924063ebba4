//! Letters on their way to a mail server, which here is one that takes what it is given, or refuses at first.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use heliriiul::{
    config::{EmailTransport, Provider, Secret},
    worker,
};
use reqwest::Method;
use serde_json::json;
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    net::{TcpListener, TcpStream},
};

use crate::fixtures::app::TestApp;

/// A mail server on a port of its own.
struct EmailServer {
    port: u16,
    state: Arc<Mutex<Mailbox>>,
}

#[derive(Default)]
struct Mailbox {
    /// How many letters are still to be refused for now.
    refusals: usize,
    letters: Vec<String>,
}

impl EmailServer {
    async fn start(refusals: usize) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let state = Arc::new(Mutex::new(Mailbox { refusals, letters: Vec::new() }));
        let shared = state.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(converse(stream, shared.clone()));
            }
        });
        Self { port, state }
    }

    async fn app(&self) -> TestApp {
        TestApp::with(|config| {
            config.mail.transport = EmailTransport::Smtp;
            config.mail.smtp_url = Secret::new(format!("smtp://127.0.0.1:{}", self.port));
        })
        .await
    }

    fn letters(&self) -> Vec<String> {
        self.state.lock().unwrap().letters.clone()
    }
}

/// The server's side of SMTP, as far as a client that sends one letter at a time needs it.
async fn converse(stream: TcpStream, state: Arc<Mutex<Mailbox>>) -> std::io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 test\r\n").await?;
    while let Some(line) = lines.next_line().await? {
        let answer = match line.split([' ', ':']).next().unwrap_or_default() {
            "MAIL" => {
                let mut state = state.lock().unwrap();
                if state.refusals > 0 {
                    state.refusals -= 1;
                    "451 come again"
                } else {
                    "250 ok"
                }
            }
            "DATA" => {
                write.write_all(b"354 go on\r\n").await?;
                let mut letter = String::new();
                while let Some(line) = lines.next_line().await?.filter(|line| line != ".") {
                    letter.push_str(&line);
                    letter.push('\n');
                }
                state.lock().unwrap().letters.push(letter);
                "250 taken"
            }
            "QUIT" => {
                write.write_all(b"221 bye\r\n").await?;
                return Ok(());
            }
            _ => "250 ok",
        };
        write.write_all(format!("{answer}\r\n").as_bytes()).await?;
    }
    Ok(())
}

async fn left_in_store(app: &TestApp) -> Vec<(bool, String, String)> {
    let mut tx = app.db().read().await.unwrap();
    tx.all("SELECT sent_at IS NOT NULL, text_body, html_body FROM emails ORDER BY id", ()).await.unwrap()
}

#[tokio::test]
async fn a_letter_goes_out_once_and_leaves_no_token_behind() {
    let server = EmailServer::start(0).await;
    let app = server.app().await;
    app.register("mari@naide.ee").await;
    assert!(!left_in_store(&app).await[0].0);
    for _ in 0..2 {
        worker::run_due(&app.state).await.unwrap();
    }
    let letters = server.letters();
    assert_eq!(letters.len(), 1);
    let letter = &letters[0];
    for part in [
        "To: mari@naide.ee\n",
        "From: Heliriiul <abi@heliriiul.test>\n",
        "Subject: Kinnita oma meiliaadress\n",
        "Message-ID: <",
        "multipart/alternative",
        "text/plain; charset=utf-8",
        "text/html; charset=utf-8",
    ] {
        assert!(letter.contains(part), "{part} is missing in {letter}");
    }
    assert_eq!(left_in_store(&app).await, [(true, String::new(), String::new())]);
}

#[tokio::test]
async fn a_letter_that_is_refused_goes_out_later() {
    let server = EmailServer::start(2).await;
    let app = server.app().await;
    app.register("mari@naide.ee").await;
    worker::run_due(&app.state).await.unwrap();
    assert!(server.letters().is_empty());
    assert!(left_in_store(&app).await[0].1.contains("token="), "it is kept for the next attempt");
    for _ in 0..6 {
        app.advance(Duration::from_mins(10));
        worker::run_due(&app.state).await.unwrap();
    }
    assert_eq!(server.letters().len(), 1);
}

/// Asks for the account's new password under another name of the store.
async fn forget_under(app: &TestApp, host: &str) {
    let asked = app.request(Method::POST, "/api/forgot-password").header("Host", host);
    let answer = asked.json(&json!({ "email": "mari@naide.ee" })).send().await.unwrap();
    assert_eq!(answer.status(), 202);
}

#[tokio::test]
async fn only_the_outbox_follows_the_address_that_the_browser_used() {
    let app = TestApp::new().await;
    app.register("mari@naide.ee").await;
    forget_under(&app, "localhost:8080").await;
    let link = app.mails().await[0]["links"][0].as_str().unwrap().to_owned();
    assert!(link.starts_with("http://localhost:8080/reset-password/"), "{link}");

    let server = EmailServer::start(0).await;
    let app = server.app().await;
    app.register("mari@naide.ee").await;
    forget_under(&app, "evil.example").await;
    let letters = left_in_store(&app).await;
    assert_eq!(letters.len(), 2);
    for (_, text, html) in letters {
        assert!(text.contains(&app.base) && !text.contains("evil.example") && !html.contains("evil.example"));
    }
}

#[tokio::test]
async fn the_outbox_is_shown_only_where_letters_go_nowhere_else() {
    let server = EmailServer::start(0).await;
    assert_eq!(server.app().await.get("/_sandbox/mail").await.status(), 404);
    let with_real_payments = TestApp::with(|config| config.payments.provider = Provider::MakeCommerce).await;
    assert_eq!(with_real_payments.get("/_sandbox/mail").await.status(), 404);
}
