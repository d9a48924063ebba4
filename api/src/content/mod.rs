//! The content store over HTTP: sections, pages, sliders and the settings that the front ends need.

use heliriiul_migrations::{DbError, Tx};
use utoipa_axum::router::OpenApiRouter;

use crate::app::AppState;

#[derive(Default)]
pub struct Content {}

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
}

/// Loads the published content into the snapshot.
pub async fn load(app: &AppState, tx: &mut Tx) -> Result<(), DbError> {
    let _ = (app, tx);
    Ok(())
}
