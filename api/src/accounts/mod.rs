//! People: register, login, logout, verify, forgot, reset, and who is signed in.

pub mod cli;
pub mod sessions;

use utoipa_axum::router::OpenApiRouter;

use crate::app::AppState;

pub use sessions::session_user;

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
}
