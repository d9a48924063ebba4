//! Books and categories at the editors' desk.
//!
//! Reads come from the database, not from the snapshot, since a save is measured against what was read. Writes go the
//! importers' way: their rules, their rows.

mod books;
mod categories;
mod files;
mod save;
mod tree;
mod wire;

use axum::extract::DefaultBodyLimit;
use utoipa_axum::{router::OpenApiRouter, routes};

use self::files::LARGEST_SAMPLE;
use crate::{media::LARGEST_COVER, state::AppState};

/// A description of 100,000 characters, with room for its escapes.
const BODY_LIMIT: usize = 1024 * 1024;

pub fn router() -> OpenApiRouter<AppState> {
    let limit = |bytes: u64| DefaultBodyLimit::max(usize::try_from(bytes).unwrap_or(usize::MAX));
    let covers = OpenApiRouter::new().routes(routes!(files::replace_desk_cover)).layer(limit(LARGEST_COVER));
    let samples =
        OpenApiRouter::new().routes(routes!(files::replace_desk_sample)).layer(limit(LARGEST_SAMPLE));
    OpenApiRouter::new()
        .routes(routes!(books::list_desk_books))
        .routes(routes!(books::find_desk_book, save::save_desk_book))
        .routes(routes!(books::list_desk_book_audit))
        .routes(routes!(categories::list_desk_categories, categories::create_desk_category))
        .routes(routes!(categories::order_desk_categories))
        .routes(routes!(categories::change_desk_category, categories::delete_desk_category))
        .routes(routes!(categories::list_desk_category_audit))
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .merge(covers)
        .merge(samples)
}
