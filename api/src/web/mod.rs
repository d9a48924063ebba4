//! The HTML shell for people and crawlers, sitemap, feeds, `meta.json`, and the built front ends.

use axum::Router;
use thiserror::Error;

use crate::{app::AppState, config::Config};

pub struct Site {}

#[derive(Debug, Error)]
pub enum SiteError {
    #[error("a template is broken: {0}")]
    Template(#[from] minijinja::Error),
}

impl Site {
    pub fn new(config: &Config) -> Result<Self, SiteError> {
        let _ = config;
        Ok(Self {})
    }

    /// Called when anything has changed that a cached page may show.
    pub fn forget_pages(&self) {}
}

pub fn router() -> Router<AppState> {
    Router::new()
}
