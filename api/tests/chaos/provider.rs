//! The payment provider: the simulator behind a layer of faults. It runs in this process with its own database, so it
//! outlives every store and keeps the truth about the money.

use std::{
    net::SocketAddr,
    path::Path,
    sync::{
        Arc, Mutex, OnceLock,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use axum::{
    Router,
    body::Body,
    extract::{Request, State},
    http::{Method, StatusCode},
    middleware::{self, Next},
    response::{IntoResponse, Response},
    routing::post,
};
use heliriiul_db::{Clock, Db};
use heliriiul_makecommerce::{Account, http_client, simulator};
use rand::{RngExt, SeedableRng, rngs::StdRng};
use tokio::net::TcpListener;
use tokio_util::task::TaskTracker;

use crate::{
    notifications,
    record::{ChargeCall, Record},
    store::Nodes,
};

/// The time limit of the store's calls.
pub const STORE_TIMEOUT: Duration = Duration::from_secs(1);

/// Longer than the store waits.
const HANG: Duration = Duration::from_millis(1_500);

const API: &str = "/_sandbox/makecommerce/v1/";

/// The running provider. Cheap to clone.
#[derive(Clone)]
pub struct Provider(Arc<Inner>);

pub struct Inner {
    pub address: SocketAddr,
    pub db: Db,
    /// Moves together with the clocks of the stores.
    pub clock: Clock,
    pub record: Arc<Record>,
    /// Notifications that are forwarded later.
    pub forwards: TaskTracker,
    pub nodes: OnceLock<Arc<Nodes>>,
    pub http: reqwest::Client,
    random: Mutex<StdRng>,
    has_faults: AtomicBool,
    is_closed: AtomicBool,
    running: AtomicUsize,
}

impl std::ops::Deref for Provider {
    type Target = Inner;

    fn deref(&self) -> &Inner {
        &self.0
    }
}

/// What goes wrong with a call to the API.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// 500, and nothing is done.
    Lost,
    /// 429, and nothing is done.
    RateLimited,
    /// The caller gives up before the work begins, and the work is done.
    DoneLate,
    /// The work is done and answered with 500.
    Error,
    /// The work is done and never answered in time.
    Hang,
    /// The work is done and the answer breaks off.
    BrokenOff,
    Slow(u64),
    Declined,
}

impl Provider {
    pub async fn start(folder: &Path, record: Arc<Record>, seed: u64) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let url = format!("sqlite://{}", folder.join("provider.sqlite").display());
        let db = Db::open(&url, 1).await.unwrap();
        let clock = Clock::default();
        let http = http_client(Duration::from_secs(5), true).unwrap();
        let account = Account {
            api_url: simulator::api_url(address),
            shop_id: simulator::SHOP_ID.to_owned(),
            secret_key: simulator::SECRET_KEY.to_owned(),
        };
        let settings = simulator::Settings { account, seller: "Heliriiul".to_owned(), http: http.clone() };
        let simulator = simulator::Simulator::new(db.clone(), clock.clone(), settings);
        let provider = Self(Arc::new(Inner {
            address,
            db,
            clock,
            record,
            forwards: TaskTracker::new(),
            nodes: OnceLock::new(),
            http,
            random: Mutex::new(StdRng::seed_from_u64(seed)),
            has_faults: AtomicBool::new(true),
            is_closed: AtomicBool::new(false),
            running: AtomicUsize::new(0),
        }));
        let router = Router::new()
            .route("/api/notify", post(notifications::receive).with_state(provider.clone()))
            .merge(simulator::router(simulator))
            .layer(middleware::from_fn_with_state(provider.clone(), call));
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        provider
    }

    pub fn base(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn end_faults(&self) {
        self.has_faults.store(false, Ordering::Relaxed);
    }

    pub fn has_faults(&self) -> bool {
        self.has_faults.load(Ordering::Relaxed)
    }

    /// Refuses new calls until [`Self::reopen`], and waits until the running ones have ended.
    pub async fn close(&self) {
        self.is_closed.store(true, Ordering::SeqCst);
        for _ in 0..1_000 {
            if self.running.load(Ordering::SeqCst) == 0 {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        self.record.fault("the calls to the provider do not end".to_owned());
    }

    pub fn reopen(&self) {
        self.is_closed.store(false, Ordering::SeqCst);
    }

    /// A number below `end`, from the seed of the run.
    pub fn random(&self, end: u64) -> u64 {
        self.random.lock().unwrap().random_range(0..end)
    }

    fn next_fault(&self, is_charge: bool) -> Option<Fault> {
        if !self.has_faults() {
            return None;
        }
        let fault = match self.random(100) {
            0..6 => Fault::Lost,
            6..8 => Fault::RateLimited,
            8..11 => Fault::DoneLate,
            11..18 => Fault::Error,
            18..22 => Fault::Hang,
            22..26 => Fault::BrokenOff,
            26..36 => Fault::Slow(self.random(300)),
            36..42 if is_charge => Fault::Declined,
            _ => return None,
        };
        Some(fault)
    }
}

/// Counts a call that runs.
struct Running(Provider);

impl Drop for Running {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, Ordering::SeqCst);
    }
}

async fn call(State(provider): State<Provider>, request: Request, next: Next) -> Response {
    let Some(path) = request.uri().path().strip_prefix(API).map(str::to_owned) else {
        return next.run(request).await;
    };
    provider.running.fetch_add(1, Ordering::SeqCst);
    let running = Running(provider.clone());
    if provider.is_closed.load(Ordering::SeqCst) {
        return failure(StatusCode::INTERNAL_SERVER_ERROR, 1000);
    }
    let charged = path.strip_prefix("transactions/").and_then(|path| path.strip_suffix("/payments"));
    if let Some(transaction) = charged {
        provider.record.charge(ChargeCall {
            transaction: transaction.to_owned(),
            arrived: Instant::now(),
            arrived_at: provider.clock.now(),
        });
    }
    let fault = provider.next_fault(charged.is_some());
    let method = request.method().clone();
    log(&provider, &method, &path, fault);
    // A task of its own: the work goes on when the caller has given up or was killed.
    let work = tokio::spawn(async move {
        let _running = running;
        match fault {
            Some(Fault::Lost) => return failure(StatusCode::INTERNAL_SERVER_ERROR, 1000),
            Some(Fault::RateLimited) => return failure(StatusCode::TOO_MANY_REQUESTS, 1003),
            Some(Fault::Declined) => return failure(StatusCode::BAD_REQUEST, 1099),
            Some(Fault::DoneLate) => tokio::time::sleep(HANG).await,
            Some(Fault::Slow(millis)) => tokio::time::sleep(Duration::from_millis(millis)).await,
            _ => {}
        }
        next.run(request).await
    });
    let response = work.await.unwrap();
    match fault {
        Some(Fault::Error) => failure(StatusCode::INTERNAL_SERVER_ERROR, 1000),
        Some(Fault::BrokenOff) => {
            let broken = futures::stream::iter([Ok("{\"id\":"), Err(std::io::Error::other("broken off"))]);
            (response.status(), Body::from_stream(broken)).into_response()
        }
        Some(Fault::Hang) => {
            tokio::time::sleep(HANG).await;
            failure(StatusCode::INTERNAL_SERVER_ERROR, 1000)
        }
        _ => response,
    }
}

fn log(provider: &Provider, method: &Method, path: &str, fault: Option<Fault>) {
    match fault {
        Some(fault) => {
            provider.record.count("faults");
            provider.record.log(format_args!("provider: {method} {path}: {fault:?}"));
        }
        None => provider.record.log(format_args!("provider: {method} {path}")),
    }
}

fn failure(status: StatusCode, code: u16) -> Response {
    let body = serde_json::json!({ "code": code, "message": "A fault of the run" });
    (status, axum::Json(body)).into_response()
}
