//! The content store over HTTP: blocks, pages, sliders and the settings that the front ends need.
//!
//! Reads come from a snapshot that the feed of changes refreshes. The rules of content live in the `cms` crate.

pub(crate) mod audit;
mod config;

pub mod demo;
pub mod desk;
pub mod images;
mod links;
pub mod preview;
mod routes;
mod snapshot;

use heliriiul_db::Tx;
use utoipa_axum::router::OpenApiRouter;

use crate::{error::ApiError, state::AppState};

pub use config::ConfigView;
pub use routes::{Home, footer, home};
pub use snapshot::{Content, ContentSnapshot, FooterPage, Page, Section, Slider, load};

/// Shows and takes away what is planned for this minute, and what came due while no server ran.
pub async fn publish_due_job(app: &AppState) -> Result<Tx, ApiError> {
    let mut tx = app.db.write().await?;
    heliriiul_cms::apply_due(&mut tx, app.clock.now()).await?;
    Ok(tx)
}

pub fn router() -> OpenApiRouter<AppState> {
    routes::router().merge(desk::router()).merge(images::router())
}
