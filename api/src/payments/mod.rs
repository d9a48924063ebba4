//! The payment provider: its client, its messages, reconciliation, and the simulator that speaks the same API.

pub mod sandbox;

use utoipa_axum::router::OpenApiRouter;

use crate::{app::AppState, config::Config};

pub struct Payments {}

impl Payments {
    pub fn new(config: &Config) -> Self {
        let _ = config;
        Self {}
    }
}

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
}
