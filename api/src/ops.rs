//! What the people who run the store look at: health, readiness, metrics, the log line of each request,
//! and the refusals of an unsafe production set-up.

use std::{sync::OnceLock, time::Instant};

use axum::{
    Json, Router,
    extract::{MatchedPath, Request, State},
    http::StatusCode,
    middleware::Next,
    response::Response,
    routing::get,
};
use heliriiul_migrations::{Db, db};
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use serde::Serialize;
use tower_http::request_id::RequestId;

use crate::{
    app::{AppState, StartError},
    config::{Config, Environment},
};

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
    let one: Result<i64, _> =
        db!(tx, fetch_one, sqlx::query_scalar("SELECT value FROM counters WHERE name = 'changes'"));
    one.is_ok()
}

/// Middleware: one metric and one log line a request. Paths are logged as routes, since they may hold tokens.
pub async fn observe(request: Request, next: Next) -> Response {
    let started = Instant::now();
    let method = request.method().clone();
    let route = request
        .extensions()
        .get::<MatchedPath>()
        .map_or_else(|| "unmatched".to_owned(), |path| path.as_str().to_owned());
    let request_id = request
        .extensions()
        .get::<RequestId>()
        .and_then(|id| id.header_value().to_str().ok())
        .unwrap_or_default()
        .to_owned();
    let response = next.run(request).await;
    let status = response.status().as_u16();
    let took = started.elapsed();
    let labels = [("method", method.to_string()), ("route", route.clone()), ("status", status.to_string())];
    metrics::counter!("http_requests_total", &labels).increment(1);
    metrics::histogram!("http_request_seconds", "route" => route.clone()).record(took);
    tracing::info!(target: "heliriiul::access", %request_id, %method, route, status, micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX));
    response
}

/// A production store must not hold the demo's accounts, whose password everybody knows.
pub async fn refuse_unsafe_production(config: &Config, db: &Db) -> Result<(), StartError> {
    if config.environment != Environment::Production {
        return Ok(());
    }
    let mut tx = db.read().await?;
    let demo: bool =
        db!(tx, fetch_one, sqlx::query_scalar("SELECT EXISTS (SELECT 1 FROM users WHERE demo)"))?;
    if demo {
        Err(StartError::Refused("the database holds demo accounts (see `heliriiul user list`)"))
    } else {
        Ok(())
    }
}
