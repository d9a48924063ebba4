//! What the people who run the store look at: health, readiness, metrics, the log line of each request,
//! and the refusals of an unsafe production set-up.

use std::{
    cell::RefCell,
    collections::HashMap,
    sync::OnceLock,
    time::{Duration, Instant},
};

use axum::{
    Json, Router,
    extract::{MatchedPath, Request, State},
    http::{HeaderValue, Method, StatusCode},
    routing::get,
};
use heliriiul_db::Db;
use metrics::{Counter, Histogram};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use serde::Serialize;

use crate::{
    config::{Config, Environment},
    startup::StartError,
    state::AppState,
};

/// How often the samples of histograms are drained.
const UPKEEP: Duration = Duration::from_secs(5);

/// The recorder is one a process; apps of one process share it.
#[derive(Clone)]
pub struct Metrics(PrometheusHandle);

impl Metrics {
    pub fn install() -> Self {
        static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
        let handle = HANDLE.get_or_init(|| {
            let builder = PrometheusBuilder::new();
            let recorder = builder.build_recorder();
            let handle = recorder.handle();
            if metrics::set_global_recorder(recorder).is_err() {
                tracing::warn!("another metrics recorder is installed; /metrics stays empty");
            }
            handle
        });
        Self(handle.clone())
    }
}

pub fn router() -> Router<AppState> {
    Router::new()
        .route("/healthz", get(async || "ok\n"))
        .route("/readyz", get(ready))
        .route("/metrics", get(async |State(app): State<AppState>| app.metrics.0.render()))
}

#[derive(Serialize)]
struct Readiness {
    database: &'static str,
    index: &'static str,
    media: &'static str,
}

async fn ready(State(app): State<AppState>) -> (StatusCode, Json<Readiness>) {
    let word = |fine: bool| if fine { "ok" } else { "unreachable" };
    let database = database_answers(&app.db).await;
    let index = app.search.is_ready();
    let media = app.media.reachable().await;
    let status = if database && index && media { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(Readiness { database: word(database), index: word(index), media: word(media) }))
}

async fn database_answers(db: &Db) -> bool {
    let Ok(mut tx) = db.read().await else { return false };
    let one: Result<i64, _> = tx.scalar("SELECT value FROM counters WHERE name = 'changes'", ()).await;
    one.is_ok()
}

/// A request on its way, for the one metric and the one log line that it leaves.
pub struct Observed {
    started: Instant,
    method: &'static str,
    route: String,
}

impl Observed {
    /// Paths are kept as routes, since they may hold tokens.
    pub fn of(request: &Request) -> Self {
        Self {
            started: Instant::now(),
            method: method_name(request.method()),
            route: request
                .extensions()
                .get::<MatchedPath>()
                .map_or_else(|| "unmatched".to_owned(), |path| path.as_str().to_owned()),
        }
    }

    pub fn end(self, status: StatusCode, request_id: &HeaderValue) {
        let took = self.started.elapsed();
        tracing::info!(
            target: "heliriiul::access",
            request_id = request_id.to_str().unwrap_or_default(),
            method = self.method,
            route = self.route,
            status = status.as_u16(),
            micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX)
        );
        METERS.with_borrow_mut(|meters| {
            let (requests, seconds) =
                meters.entry((self.method, status, self.route)).or_insert_with_key(meters_of);
            requests.increment(1);
            seconds.record(took);
        });
    }
}

/// Anybody can make up a method; those that HTTP knows are counted by name.
fn method_name(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

/// Of a method, a status and a route. There are few of each: routes are those of the router.
type MeterKey = (&'static str, StatusCode, String);

thread_local! {
    /// Looking a meter up by its labels costs more than all else that is noted of a request.
    static METERS: RefCell<HashMap<MeterKey, (Counter, Histogram)>> = RefCell::default();
}

fn meters_of((method, status, route): &MeterKey) -> (Counter, Histogram) {
    let labels =
        [("method", method.to_string()), ("route", route.clone()), ("status", status.as_str().to_owned())];
    let requests = metrics::counter!("http_requests_total", &labels);
    (requests, metrics::histogram!("http_request_seconds", "route" => route.clone()))
}

/// Histograms hold their samples until they are drained, be `/metrics` read or not.
pub async fn keep_metrics_small(app: AppState) {
    let mut ticks = tokio::time::interval(UPKEEP);
    loop {
        ticks.tick().await;
        app.metrics.0.run_upkeep();
    }
}

/// A production store must not hold the demo's accounts, whose password everybody knows.
pub async fn refuse_unsafe_production(config: &Config, db: &Db) -> Result<(), StartError> {
    if config.environment != Environment::Production {
        return Ok(());
    }
    let mut tx = db.read().await?;
    let demo: bool = tx.scalar("SELECT EXISTS (SELECT 1 FROM users WHERE demo)", ()).await?;
    if demo {
        Err(StartError::Refused("the database holds demo accounts (see `heliriiul user list`)"))
    } else {
        Ok(())
    }
}
