//! Health, readiness and metrics for the people who operate the store.

use axum::{Json, Router, extract::State, http::StatusCode, routing::get};
use serde::Serialize;

use crate::state::AppState;

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
