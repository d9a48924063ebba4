//! The demo: books, content and accounts for an empty store.

use crate::{app::AppState, error::ApiError};

pub async fn run(app: &AppState) -> Result<(), ApiError> {
    let _ = app;
    Ok(())
}

pub async fn run_if_empty(app: &AppState) -> Result<(), ApiError> {
    run(app).await
}
