//! The documents of the content store over HTTP, and the settings that the front ends need.
//!
//! Readers get a snapshot in memory, which the change feed refreshes. The rules of documents are in the `cms` crate.

mod build;
mod config;
mod current;
pub mod demo;
pub mod desk;
mod error;
pub mod images;
mod links;
pub mod preview;
mod refresh;
mod routes;
mod snapshot;

use utoipa_axum::router::OpenApiRouter;

use crate::state::AppState;

pub use config::ConfigView;
pub use current::Content;
pub use refresh::{load, publish_due_job};
pub use routes::{Home, footer, home};
pub use snapshot::{ContentSnapshot, FooterPage, Page, Section, Slider};

pub fn router() -> OpenApiRouter<AppState> {
    routes::router().merge(desk::router()).merge(images::router())
}
