//! The library of each listener.

mod entries;
mod routes;

use utoipa_axum::{router::OpenApiRouter, routes};

pub use self::entries::{Source, find, grant, lock, owns};
use crate::state::AppState;

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(routes::list_library, routes::add_to_library))
}
