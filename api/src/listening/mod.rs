//! Listening: files and tickets, positions in books, listening reports and their totals.

mod files;
mod intervals;
mod positions;
mod reading;
mod seconds;

use utoipa_axum::{router::OpenApiRouter, routes};

use crate::state::AppState;

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(files::list_book_files))
        .routes(routes!(positions::list_positions))
        .routes(routes!(positions::get_position, positions::put_position))
        .routes(routes!(reading::get_reading, reading::post_reading))
}
