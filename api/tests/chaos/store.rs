//! The store: a database, and one or two servers on it that are killed and started again.

use std::{
    fs::{File, OpenOptions},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Stdio,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use heliriiul_db::Db;
use serde_json::json;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection};
use tokio::{
    net::TcpListener,
    process::{Child, Command},
    sync::Mutex,
};

use crate::{
    goods::Goods,
    provider::{Provider, STORE_TIMEOUT},
    record::Record,
};

/// Where a store keeps its rows.
#[derive(Clone, Debug)]
pub enum Database {
    Sqlite,
    /// A schema of its own on this server.
    Postgres {
        server: String,
        schema: String,
    },
}

impl Database {
    /// SQLite, or PostgreSQL when the environment names a server.
    pub async fn create() -> Self {
        let Ok(server) = std::env::var("HELIRIIUL_TEST_POSTGRES_URL") else { return Self::Sqlite };
        let schema = format!("chaos_{:016x}", rand::random::<u64>());
        let mut connection = PgConnection::connect(&server).await.unwrap();
        connection.execute(AssertSqlSafe(format!("CREATE SCHEMA {schema}"))).await.unwrap();
        Self::Postgres { server, schema }
    }

    pub const fn name(&self) -> &'static str {
        match self {
            Self::Sqlite => "SQLite",
            Self::Postgres { .. } => "PostgreSQL",
        }
    }

    /// SQLite belongs to one process.
    pub const fn nodes(&self) -> usize {
        match self {
            Self::Sqlite => 1,
            Self::Postgres { .. } => 2,
        }
    }

    fn url(&self, data: &Path) -> String {
        match self {
            Self::Sqlite => format!("sqlite://{}", data.join("heliriiul.sqlite").display()),
            Self::Postgres { server, schema } => {
                let joiner = if server.contains('?') { '&' } else { '?' };
                format!("{server}{joiner}options[search_path]={schema}&application_name={schema}")
            }
        }
    }

    pub async fn drop(&self) {
        let Self::Postgres { server, schema } = self else { return };
        let mut connection = PgConnection::connect(server).await.unwrap();
        sqlx::query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = $1")
            .bind(schema)
            .execute(&mut connection)
            .await
            .unwrap();
        connection.execute(AssertSqlSafe(format!("DROP SCHEMA {schema} CASCADE"))).await.unwrap();
    }
}

/// The servers of one store.
pub struct Nodes {
    nodes: Vec<Node>,
    record: Arc<Record>,
}

struct Node {
    address: SocketAddr,
    settings: Vec<(&'static str, String)>,
    log: PathBuf,
    child: Mutex<Option<Child>>,
    is_ready: AtomicBool,
}

impl Node {
    fn program(&self) -> Command {
        let mut program = Command::new(env!("CARGO_BIN_EXE_heliriiul"));
        program.arg("serve").envs(self.settings.iter().map(|(name, value)| (name, value)));
        program.current_dir(self.log.parent().unwrap()).kill_on_drop(true);
        program
    }

    fn log_file(&self) -> File {
        OpenOptions::new().create(true).append(true).open(&self.log).unwrap()
    }
}

impl Nodes {
    /// Creates the store's data and starts its servers.
    pub async fn start(database: &Database, data: &Path, provider: &Provider) -> (Arc<Self>, Db, Goods) {
        let url = database.url(data);
        let mut nodes = Vec::new();
        for number in 0..database.nodes() {
            let address = free_address().await;
            let text = |path: PathBuf| path.display().to_string();
            let settings = vec![
                ("HELIRIIUL_LOG", "warn".to_owned()),
                ("HELIRIIUL_LISTEN", address.to_string()),
                ("HELIRIIUL_DATA_DIR", text(data.to_owned())),
                ("HELIRIIUL_INDEX_DIR", text(data.join(format!("index-{number}")))),
                ("HELIRIIUL_DATABASE_URL", url.clone()),
                ("HELIRIIUL_PUBLIC_URL", provider.base()),
                ("HELIRIIUL_TRUSTED_PROXIES", "127.0.0.1".to_owned()),
                ("HELIRIIUL_PAYMENTS__API_URL", format!("{}/_sandbox/makecommerce/v1", provider.base())),
                ("HELIRIIUL_PAYMENTS__TIMEOUT_SECONDS", STORE_TIMEOUT.as_secs().to_string()),
            ];
            let log = data.join(format!("node-{number}.log"));
            let (child, is_ready) = (Mutex::new(None), AtomicBool::new(false));
            nodes.push(Node { address, settings, log, child, is_ready });
        }
        let nodes = Arc::new(Self { nodes, record: provider.record.clone() });
        let db = Db::open(&url, 2).await.unwrap();
        let goods = Goods::create(&db, data, &provider.clock).await;
        for number in 0..nodes.len() {
            nodes.start_node(number).await;
        }
        (nodes, db, goods)
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The address of a server that is ready, if there is one.
    pub fn any(&self, random: u64) -> String {
        let ready: Vec<_> = self.nodes.iter().filter(|node| node.is_ready.load(Ordering::Relaxed)).collect();
        let all: Vec<_> = self.nodes.iter().collect();
        let from = if ready.is_empty() { all } else { ready };
        let picked = usize::try_from(random % from.len() as u64).unwrap();
        format!("http://{}", from[picked].address)
    }

    /// SIGKILL.
    pub async fn kill(&self, number: usize) {
        let node = &self.nodes[number];
        let mut child = node.child.lock().await;
        node.is_ready.store(false, Ordering::Relaxed);
        if let Some(mut child) = child.take() {
            child.kill().await.unwrap();
            self.record.log(format_args!("node {number} is killed"));
        }
    }

    pub async fn start_node(&self, number: usize) {
        let node = &self.nodes[number];
        let mut child = node.child.lock().await;
        let mut program = node.program();
        program.stdin(Stdio::null()).stdout(Stdio::null()).stderr(node.log_file());
        *child = Some(program.spawn().unwrap());
        drop(child);
        let client = client(Duration::from_secs(30));
        for _ in 0..1_500 {
            if client.get(format!("http://{}/healthz", node.address)).send().await.is_ok() {
                // The clock may have moved while the server started.
                self.take_clock(node, &client).await;
                node.is_ready.store(true, Ordering::Relaxed);
                self.record.log(format_args!("node {number} serves"));
                return;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        panic!("node {number} does not start: see {}", node.log.display());
    }

    /// Lets all servers take over the stored offset of the clock, and run the jobs that are due by then.
    pub async fn take_clocks(&self) {
        let client = client(Duration::from_mins(1));
        futures::future::join_all(self.nodes.iter().map(|node| self.take_clock(node, &client))).await;
    }

    async fn take_clock(&self, node: &Node, client: &reqwest::Client) {
        let url = format!("http://{}/_sandbox/clock", node.address);
        // No answer when the server is killed meanwhile; the next start takes the stored offset.
        if let Ok(answer) = client.post(url).json(&json!({ "advanceSeconds": 0 })).send().await
            && !answer.status().is_success()
        {
            self.record.fault(format!("the clock is answered {}", answer.status()));
        }
    }
}

pub fn client(timeout: Duration) -> reqwest::Client {
    let no_redirect = reqwest::redirect::Policy::none();
    reqwest::Client::builder().redirect(no_redirect).no_proxy().timeout(timeout).build().unwrap()
}

/// A free address below the ports that the kernel gives to others.
async fn free_address() -> SocketAddr {
    loop {
        let address = SocketAddr::from(([127, 0, 0, 1], rand::random_range(10_000..30_000)));
        if TcpListener::bind(address).await.is_ok() {
            return address;
        }
    }
}
