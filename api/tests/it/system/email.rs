//! Sending emails through a mail server of the test, which accepts them or first refuses some.

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

/// A mail server on its own port.
struct EmailServer {
    port: u16,
    state: Arc<Mutex<Mailbox>>,
}

#[derive(Default)]
struct Mailbox {
    /// How many of the next emails are refused temporarily.
    refusals: usize,
    emails: Vec<String>,
}

impl EmailServer {
    async fn start(refusals: usize) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let state = Arc::new(Mutex::new(Mailbox { refusals, emails: Vec::new() }));
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

    fn emails(&self) -> Vec<String> {
        self.state.lock().unwrap().emails.clone()
    }
}

/// The server side of SMTP for a client that sends one email at a time.
async fn converse(stream: TcpStream, state: Arc<Mutex<Mailbox>>) -> std::io::Result<()> {
    let (read, mut write) = stream.into_split();
    let mut lines = BufReader::new(read).lines();
    write.write_all(b"220 test\r\n").await?;
    while let Some(line) = lines.next_line().await? {
        let response = match line.split([' ', ':']).next().unwrap_or_default() {
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
                let mut email = String::new();
                while let Some(line) = lines.next_line().await?.filter(|line| line != ".") {
                    email.push_str(&line);
                    email.push('\n');
                }
                state.lock().unwrap().emails.push(email);
                "250 taken"
            }
            "QUIT" => {
                write.write_all(b"221 bye\r\n").await?;
                return Ok(());
            }
            _ => "250 ok",
        };
        write.write_all(format!("{response}\r\n").as_bytes()).await?;
    }
    Ok(())
}

async fn stored_emails(app: &TestApp) -> Vec<(bool, String, String)> {
    app.db()
        .all("SELECT sent_at IS NOT NULL, text_body, html_body FROM emails ORDER BY id", ())
        .await
        .unwrap()
}

#[tokio::test]
async fn an_email_is_sent_once_and_its_token_is_deleted() {
    let server = EmailServer::start(0).await;
    let app = server.app().await;
    app.register("mari@naide.ee").await;
    assert!(!stored_emails(&app).await[0].0);
    for _ in 0..2 {
        worker::run_due(&app.state).await.unwrap();
    }
    let emails = server.emails();
    assert_eq!(emails.len(), 1);
    let email = &emails[0];
    for part in [
        "To: mari@naide.ee\n",
        "From: Heliriiul <abi@heliriiul.test>\n",
        "Subject: Kinnita oma meiliaadress\n",
        "Message-ID: <",
        "multipart/alternative",
        "text/plain; charset=utf-8",
        "text/html; charset=utf-8",
    ] {
        assert!(email.contains(part), "{part} is missing in {email}");
    }
    assert_eq!(stored_emails(&app).await, [(true, String::new(), String::new())]);
}

#[tokio::test]
async fn a_refused_email_is_sent_later() {
    let server = EmailServer::start(2).await;
    let app = server.app().await;
    app.register("mari@naide.ee").await;
    worker::run_due(&app.state).await.unwrap();
    assert!(server.emails().is_empty());
    assert!(stored_emails(&app).await[0].1.contains("token="), "it is stored for the next attempt");
    for _ in 0..6 {
        app.advance(Duration::from_mins(10));
        worker::run_due(&app.state).await.unwrap();
    }
    assert_eq!(server.emails().len(), 1);
}

/// Requests a password reset with another host name of the store.
async fn forgot_password_with_host(app: &TestApp, host: &str) {
    let request = app.request(Method::POST, "/api/forgot-password").header("Host", host);
    let response = request.json(&json!({ "email": "mari@naide.ee" })).send().await.unwrap();
    assert_eq!(response.status(), 202);
}

#[tokio::test]
async fn only_the_outbox_links_to_the_address_that_the_browser_used() {
    let app = TestApp::new().await;
    app.register("mari@naide.ee").await;
    forgot_password_with_host(&app, "localhost:8080").await;
    let link = app.emails().await[0]["links"][0].as_str().unwrap().to_owned();
    assert!(link.starts_with("http://localhost:8080/reset-password/"), "{link}");

    let server = EmailServer::start(0).await;
    let app = server.app().await;
    app.register("mari@naide.ee").await;
    forgot_password_with_host(&app, "evil.example").await;
    let emails = stored_emails(&app).await;
    assert_eq!(emails.len(), 2);
    for (_, text, html) in emails {
        assert!(text.contains(&app.base) && !text.contains("evil.example") && !html.contains("evil.example"));
    }
}

#[tokio::test]
async fn the_outbox_is_shown_only_when_no_email_is_sent() {
    let server = EmailServer::start(0).await;
    assert_eq!(server.app().await.get("/_sandbox/mail").await.status(), 404);
    let with_real_payments = TestApp::with(|config| config.payments.provider = Provider::MakeCommerce).await;
    assert_eq!(with_real_payments.get("/_sandbox/mail").await.status(), 404);
}
