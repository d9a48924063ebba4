//! The content store over HTTP: blocks, pages, sliders and the settings that the front ends need.
//!
//! Reads come from a snapshot that the feed of changes refreshes. The rules of content live in the `cms` crate.

pub(crate) mod audit;
mod config;

pub mod demo;
mod desk;
pub mod images;
mod routes;
mod snapshot;

use utoipa_axum::router::OpenApiRouter;

use crate::app::AppState;

pub use config::ConfigView;
pub use snapshot::{Content, ContentSnapshot, FooterPage, Page, Section, Slider, load};

pub fn router() -> OpenApiRouter<AppState> {
    routes::router().merge(desk::router()).merge(images::router())
}
