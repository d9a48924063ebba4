//! The simulator of the payment provider, and the handle on the store's clock.

use axum::Router;

use crate::app::AppState;

/// Empty unless the provider is the sandbox.
pub fn router(app: &AppState) -> Router<AppState> {
    let _ = app;
    Router::new()
}
