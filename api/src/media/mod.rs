//! Sound and covers: the object store, range responses, images.

use axum::Router;
use thiserror::Error;

use crate::{app::AppState, config::Config};

pub struct Media {}

#[derive(Debug, Error)]
pub enum MediaError {
    #[error("media_url cannot be used: {0}")]
    Url(String),
}

impl Media {
    pub fn open(config: &Config) -> Result<Self, MediaError> {
        let _ = config;
        Ok(Self {})
    }

    /// Whether the object store answers.
    pub async fn reachable(&self) -> bool {
        true
    }
}

pub fn router() -> Router<AppState> {
    Router::new()
}
