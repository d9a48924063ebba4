//! A database that is full, locked or away: 503 while it lasts, and no restart afterwards.

use std::time::Duration;

use heliriiul::error::{ApiError, Code};
use reqwest::Response;
use serde_json::json;
use sqlx::{ConnectOptions, Connection, Executor, sqlite::SqliteConnectOptions};
use tokio::{
    io::copy_bidirectional,
    net::{TcpListener, TcpStream},
    task::{JoinHandle, JoinSet},
};

use crate::fixtures::app::{TestApp, problem};

async fn write(app: &TestApp) -> Response {
    let body = json!({ "email": "mari@naide.ee", "password": "vale-parool" });
    app.post("/api/login", &body).await
}

async fn assert_away(response: Response) {
    assert!(response.headers().contains_key("retry-after"), "{response:?}");
    problem(response, 503, "unavailable").await;
}

async fn until_ready(app: &TestApp) {
    for _ in 0..50 {
        if app.get("/readyz").await.status() == 200 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the store does not become ready");
}

fn on_postgres() -> bool {
    std::env::var("HELIRIIUL_TEST_POSTGRES_URL").is_ok()
}

/// SQLite rolls back by itself when its file cannot grow.
#[tokio::test]
async fn writing_goes_on_after_a_full_disk() {
    if on_postgres() {
        return;
    }
    let app = TestApp::new().await;
    app.db().execute("PRAGMA max_page_count = 1", ()).await.unwrap();
    let fill = "INSERT INTO counters (name, value) VALUES (hex(randomblob(100000)), 1)";
    let error: ApiError = app.db().execute(fill, ()).await.unwrap_err().into();
    assert_eq!(error.code, Code::Unavailable, "{error}");
    assert_eq!(write(&app).await.status(), 401);
    assert_eq!(app.get("/readyz").await.status(), 200);
    app.db().execute(fill, ()).await.unwrap();
}

#[tokio::test]
async fn a_database_that_another_program_locks_is_503_until_it_is_released() {
    if on_postgres() {
        return;
    }
    let app = TestApp::new().await;
    let file: SqliteConnectOptions = app.state.config.database().parse().unwrap();
    let mut other = file.connect().await.unwrap();
    other.execute("BEGIN IMMEDIATE").await.unwrap();
    let (ready, written) = tokio::join!(app.get("/readyz"), write(&app));
    assert_eq!(ready.status(), 503);
    assert_away(written).await;
    other.close().await.unwrap();
    until_ready(&app).await;
    assert_eq!(write(&app).await.status(), 401);
}

/// Passes connections on to the database until it is closed.
struct Proxy {
    port: u16,
    server: String,
    task: JoinHandle<()>,
}

impl Proxy {
    async fn open(server: String, port: u16) -> Self {
        let listener = TcpListener::bind(("127.0.0.1", port)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let target = server.clone();
        let task = tokio::spawn(async move {
            let mut connections = JoinSet::new();
            while let Ok((mut client, _)) = listener.accept().await {
                let target = target.clone();
                connections.spawn(async move {
                    let mut server = TcpStream::connect(target).await.unwrap();
                    let _ = copy_bidirectional(&mut client, &mut server).await;
                });
            }
        });
        Self { port, server, task }
    }

    async fn close(self) -> (String, u16) {
        self.task.abort();
        let _ = self.task.await;
        (self.server, self.port)
    }
}

#[tokio::test]
async fn a_database_server_that_goes_away_is_503_until_it_is_back() {
    let Ok(server) = std::env::var("HELIRIIUL_TEST_POSTGRES_URL") else { return };
    let server = url::Url::parse(&server).unwrap();
    let address = format!("{}:{}", server.host_str().unwrap(), server.port().unwrap_or(5432));
    let proxy = Proxy::open(address, 0).await;
    let port = proxy.port;
    let app = TestApp::with(|config| {
        let mut url = url::Url::parse(&config.database_url).unwrap();
        url.set_port(Some(port)).unwrap();
        config.database_url = url.into();
    })
    .await;
    assert_eq!(write(&app).await.status(), 401);
    let (server, port) = proxy.close().await;
    assert_away(write(&app).await).await;
    assert_eq!(app.get("/readyz").await.status(), 503);
    let _proxy = Proxy::open(server, port).await;
    until_ready(&app).await;
    assert_eq!(write(&app).await.status(), 401);
}
