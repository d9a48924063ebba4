//! Books and categories: the in-memory snapshot, its routes, and the importers.

pub mod cli;
pub mod seed;

use std::collections::HashSet;

use heliriiul_migrations::{BookId, DbError, Tx};
use utoipa_axum::router::OpenApiRouter;

use crate::{app::AppState, error::ApiError};

#[derive(Default)]
pub struct Catalogue {}

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
}

/// Loads the whole snapshot.
pub async fn load(app: &AppState, tx: &mut Tx) -> Result<(), DbError> {
    let _ = (app, tx);
    Ok(())
}

/// Brings the snapshot up to date with changed books and, when told so, categories.
pub async fn apply(
    app: &AppState,
    tx: &mut Tx,
    books: &HashSet<BookId>,
    categories: bool,
) -> Result<(), DbError> {
    let _ = (app, tx, books, categories);
    Ok(())
}

/// Brings the search index up to date from the snapshot; failures are logged, reads go on.
pub async fn index(app: &AppState, books: &HashSet<BookId>, categories: bool, seq: i64) {
    let _ = (app, books, categories, seq);
}

/// Makes the index anew when it is empty or stands at another place of the feed.
pub async fn index_all_if_behind(app: &AppState, seq: i64) {
    let _ = (app, seq);
}

/// `heliriiul reindex`.
pub async fn reindex(app: &AppState) -> Result<(), ApiError> {
    let _ = app;
    Ok(())
}
