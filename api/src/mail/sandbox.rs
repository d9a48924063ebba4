//! The outbox that the sandbox shows instead of sending.

use axum::Router;

use crate::app::AppState;

/// Empty unless the sandbox is on.
pub fn router(app: &AppState) -> Router<AppState> {
    let _ = app;
    Router::new()
}
