//! A store for one test: its own database, data folder and port, ended with the test.

use std::{net::SocketAddr, process::Stdio, time::Duration};

use heliriiul::{
    app::AppState,
    catalogue::import::{self, Report},
    clock::Clock,
    config::Config,
    freshness, serve,
};
use heliriiul_db::{BookId, Db};
use reqwest::{Client, Method, RequestBuilder, Response};
use serde_json::{Value, json};
use sqlx::{Connection, Executor, PgConnection};
use tempfile::TempDir;
use tokio::{
    io::AsyncWriteExt,
    net::TcpListener,
    process::{Child, Command},
    task::JoinHandle,
};
use tokio_util::sync::CancellationToken;

/// A served store. Requests go over HTTP; `state` reaches inside where a client could not.
pub struct TestApp {
    pub state: AppState,
    pub clock: Clock,
    pub base: String,
    client: Client,
    server: JoinHandle<()>,
    schema: Option<Schema>,
    data: TempDir,
}

/// A PostgreSQL schema that is dropped with the test.
struct Schema {
    server: String,
    name: String,
}

impl TestApp {
    pub async fn new() -> Self {
        Self::with(|_| {}).await
    }

    /// A store with other settings than the defaults.
    pub async fn with(change: impl FnOnce(&mut Config)) -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let data = TempDir::new().unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let schema = Schema::make().await;
        let mut config = Config {
            listen: address,
            data_dir: data.path().to_owned(),
            database_url: schema.as_ref().map_or_else(String::new, Schema::url),
            database_connections: 8,
            ..Config::default()
        };
        change(&mut config);
        let clock = Clock::default();
        let state = AppState::open(config, clock.clone()).await.unwrap();
        let store = state.clone();
        let server =
            tokio::spawn(async move { serve::serve(&store, listener, &CancellationToken::new()).await });
        let client = Client::builder()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(Duration::from_secs(30))
            .build()
            .unwrap();
        Self { state, clock, base: format!("http://{address}"), client, server, schema, data }
    }

    pub fn request(&self, method: Method, path: &str) -> RequestBuilder {
        self.client.request(method, format!("{}{path}", self.base))
    }

    pub async fn get(&self, path: &str) -> Response {
        self.request(Method::GET, path).send().await.unwrap()
    }

    pub async fn get_as(&self, token: &str, path: &str) -> Response {
        self.request(Method::GET, path).header("Api-Token", token).send().await.unwrap()
    }

    pub async fn post(&self, path: &str, body: &Value) -> Response {
        self.request(Method::POST, path).json(body).send().await.unwrap()
    }

    pub async fn post_as(&self, token: &str, path: &str, body: &Value) -> Response {
        self.request(Method::POST, path).header("Api-Token", token).json(body).send().await.unwrap()
    }

    /// Registers an account with the password `heliriiul` and answers its session.
    pub async fn register(&self, email: &str) -> String {
        let body = json!({
            "email": email, "firstName": "Mari", "lastName": "Maasikas", "password": "heliriiul"
        });
        let answer = self.post("/api/register", &body).await;
        assert_eq!(answer.status(), 201, "{email}");
        let user: Value = answer.json().await.unwrap();
        user["apiToken"].as_str().unwrap().to_owned()
    }

    /// The sandbox's outbox, newest first.
    pub async fn mails(&self) -> Vec<Value> {
        let asked = self.request(Method::GET, "/_sandbox/mail").header("Accept", "application/json");
        asked.send().await.unwrap().json().await.unwrap()
    }

    /// The token of the newest letter's first link.
    pub async fn mailed_token(&self) -> String {
        let mails = self.mails().await;
        let link = mails[0]["links"][0].as_str().unwrap().to_owned();
        let token = link.split("token=").nth(1).map(|rest| rest.split('&').next().unwrap());
        token.unwrap_or_else(|| link.rsplit('/').next().unwrap()).to_owned()
    }

    /// The program on this store's data, in a process of its own.
    pub fn program(&self, arguments: &[&str]) -> Command {
        let config = &self.state.config;
        let mut program = Command::new(env!("CARGO_BIN_EXE_heliriiul"));
        program
            .args(arguments)
            .env("HELIRIIUL_LOG", "warn")
            .env("HELIRIIUL_DATA_DIR", &config.data_dir)
            .env("HELIRIIUL_DATABASE_URL", config.database())
            // Where it finds the simulator of the payment provider.
            .env("HELIRIIUL_LISTEN", config.listen.to_string())
            .current_dir(&config.data_dir);
        program
    }

    /// Serves this store from another process at `address`, which ends with the answer; requests go there from now on.
    pub async fn serve_from_another_process(&mut self, address: SocketAddr) -> Child {
        let child = self
            .program(&["serve"])
            .env("HELIRIIUL_LISTEN", address.to_string())
            // Each process has an index of its own.
            .env("HELIRIIUL_INDEX_DIR", self.state.config.data_dir.join(format!("index-{}", address.port())))
            .stdout(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap();
        self.base = format!("http://{address}");
        for _ in 0..200 {
            if self.request(Method::GET, "/healthz").send().await.is_ok() {
                return child;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        panic!("the server does not begin to answer");
    }

    /// Runs the program on this store's data, as an operator beside the server; answers its output.
    pub async fn command(&self, arguments: &[&str], input: &str) -> Result<String, String> {
        let mut child = self
            .program(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(input.as_bytes()).await.unwrap();
        let output = child.wait_with_output().await.unwrap();
        let text = |bytes| String::from_utf8(bytes).unwrap();
        if output.status.success() { Ok(text(output.stdout)) } else { Err(text(output.stderr)) }
    }

    /// Starts the program on this store's data; its output comes through a pipe.
    pub fn spawn(&self, arguments: &[&str]) -> Child {
        self.program(arguments)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .unwrap()
    }

    /// Moves the store's clock.
    pub fn advance(&self, by: Duration) {
        self.clock.advance(by);
    }

    /// Moves the store's clock to the next round hour, where every window of the rate limits begins anew.
    pub fn advance_to_hour(&self) {
        let hour = 60 * 60 * 1000;
        let rest = hour - self.clock.now().millis().rem_euclid(hour);
        self.advance(Duration::from_millis(rest.unsigned_abs()));
    }

    /// Applies what other nodes would see through the feed of changes.
    pub async fn catch_up(&self) {
        freshness::catch_up(&self.state).await.unwrap();
    }

    /// Brings books in as `import catalogue` does; each must be taken.
    pub async fn import(&self, records: &[Value]) -> Report {
        let report = self.try_import(records).await;
        assert_eq!(report.refused(), 0, "{:#?}", report.lines);
        report
    }

    /// As [`Self::import`], with records that may be refused.
    pub async fn try_import(&self, records: &[Value]) -> Report {
        let lines: Vec<String> = records.iter().map(Value::to_string).collect();
        let file = self.data_dir().join("records.jsonl");
        std::fs::write(&file, lines.join("\n")).unwrap();
        import::import_catalogue(&self.state, &file, |_| {}).await.unwrap()
    }

    /// Brings categories in as `import categories` does.
    pub async fn import_categories(&self, toml: &str) -> Report {
        let file = self.data_dir().join("categories.toml");
        std::fs::write(&file, toml).unwrap();
        import::import_categories(&self.state, &file).await.unwrap()
    }

    /// The id of a book, hidden or not.
    pub fn book_id(&self, slug: &str) -> BookId {
        self.state.catalogue.snapshot().by_slug(slug).unwrap().id()
    }

    pub fn data_dir(&self) -> &std::path::Path {
        self.data.path()
    }

    pub fn db(&self) -> &Db {
        &self.state.db
    }
}

/// Asserts that an answer is the problem document of `code`, and answers it.
pub async fn problem(answer: Response, status: u16, code: &str) -> Value {
    let address = answer.url().path().to_owned();
    assert_eq!(answer.status(), status, "{address}");
    assert_eq!(answer.headers()["content-type"], "application/problem+json", "{address}");
    let problem: Value = answer.json().await.unwrap();
    assert_eq!(problem["code"], code, "{address}: {problem}");
    problem
}

impl Drop for TestApp {
    fn drop(&mut self) {
        self.server.abort();
        if let Some(schema) = self.schema.take() {
            schema.drop_beside();
        }
    }
}

impl Schema {
    async fn make() -> Option<Self> {
        let server = std::env::var("HELIRIIUL_TEST_POSTGRES_URL").ok()?;
        let token = heliriiul::auth::token_hash(&heliriiul::auth::new_token());
        let name = format!("test_{}", &token[..16]);
        let mut connection = PgConnection::connect(&server).await.unwrap();
        connection.execute(sqlx::AssertSqlSafe(format!("CREATE SCHEMA {name}"))).await.unwrap();
        Some(Self { server, name })
    }

    fn url(&self) -> String {
        let joiner = if self.server.contains('?') { '&' } else { '?' };
        format!(
            "{}{joiner}options[search_path]={name}&application_name={name}",
            self.server,
            name = self.name
        )
    }

    /// On a thread of its own, since a test's runtime may be ending.
    fn drop_beside(self) {
        let drop_schema = async move {
            let mut connection = PgConnection::connect(&self.server).await?;
            // A connection left in a transaction would hold the schema, since this test's runtime stands still.
            sqlx::query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1")
                .bind(&self.name)
                .execute(&mut connection)
                .await?;
            connection.execute(sqlx::AssertSqlSafe(format!("DROP SCHEMA {} CASCADE", self.name))).await
        };
        let dropping = std::thread::spawn(move || {
            tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(drop_schema)
        });
        if let Ok(Err(error)) = dropping.join() {
            eprintln!("a test schema stays behind: {error}");
        }
    }
}
