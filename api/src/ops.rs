//! Health, readiness and metrics for the people who operate the store.

use std::time::{Duration, Instant};

use axum::{Json, Router, extract::State, http::StatusCode, routing::get};
use heliriiul_db::Db;
use serde::Serialize;
use tokio::{sync::Mutex, time::timeout};

use crate::state::AppState;

/// A write that takes longer has failed.
const WRITE_TIMEOUT: Duration = Duration::from_secs(2);

/// How long the result of a write counts, so that many calls cause few writes.
const PROBE_EVERY: Duration = Duration::from_millis(500);

/// Finds out whether the database can be written.
#[derive(Default)]
pub struct WriteProbe(Mutex<Option<(Instant, bool)>>);

impl WriteProbe {
    async fn can_write(&self, db: &Db) -> bool {
        let mut last = self.0.lock().await;
        if let Some((at, result)) = *last
            && at.elapsed() < PROBE_EVERY
        {
            return result;
        }
        let write = db.execute(
            "INSERT INTO counters (name, value) VALUES ('write-probe', 1) \
             ON CONFLICT (name) DO UPDATE SET value = counters.value + 1",
            (),
        );
        let result = matches!(timeout(WRITE_TIMEOUT, write).await, Ok(Ok(_)));
        *last = Some((Instant::now(), result));
        result
    }
}

pub fn router() -> Router<AppState> {
    Router::new()
        .route("/healthz", get(async || "ok\n"))
        .route("/readyz", get(ready))
        .route("/metrics", get(async |State(app): State<AppState>| app.metrics.render()))
}

#[derive(Serialize)]
struct Readiness {
    database: &'static str,
    index: &'static str,
    media: &'static str,
}

async fn ready(State(app): State<AppState>) -> (StatusCode, Json<Readiness>) {
    let word = |is_ok: bool| if is_ok { "ok" } else { "unreachable" };
    let database = app.write_probe.can_write(&app.db).await;
    let index = app.search.is_ready();
    let media = app.media.is_reachable().await;
    let status = if database && index && media { StatusCode::OK } else { StatusCode::SERVICE_UNAVAILABLE };
    (status, Json(Readiness { database: word(database), index: word(index), media: word(media) }))
}
