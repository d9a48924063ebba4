//! Listening: files and tickets, positions in books, listening reports and their totals.

mod book_sound;
mod checked_tickets;
mod files;
mod intervals;
mod log;
mod positions;
mod reading;
mod seconds;
mod served;

use utoipa_axum::{router::OpenApiRouter, routes};

pub use self::{book_sound::media_router, checked_tickets::CheckedTickets, served::ServedSound};
use crate::state::AppState;

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(files::list_book_files))
        .routes(routes!(positions::list_positions))
        .routes(routes!(positions::get_position, positions::put_position))
        .routes(routes!(reading::get_reading, reading::post_reading))
}
