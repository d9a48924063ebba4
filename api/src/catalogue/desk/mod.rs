//! Books and categories at the editors' desk.
//!
//! Reads come from the database, not from the snapshot, because a save is compared with the read version. Writes follow
//! the rules of the importers.

mod book_view;
mod books;
mod categories;
mod drafts;
mod files;

use axum::extract::DefaultBodyLimit;
use utoipa_axum::{router::OpenApiRouter, routes};

use self::{drafts::MAX_DRAFT, files::MAX_SAMPLE};
use crate::{media::MAX_COVER, state::AppState};

/// A description of 100,000 characters, with room for its escapes.
const MAX_BODY: u64 = 1024 * 1024;

pub fn router() -> OpenApiRouter<AppState> {
    let limit = |bytes: u64| DefaultBodyLimit::max(usize::try_from(bytes).unwrap_or(usize::MAX));
    let covers = OpenApiRouter::new().routes(routes!(files::replace_desk_cover)).layer(limit(MAX_COVER));
    let samples = OpenApiRouter::new().routes(routes!(files::replace_desk_sample)).layer(limit(MAX_SAMPLE));
    let drafts = OpenApiRouter::new()
        .routes(routes!(
            drafts::find_desk_book_draft,
            drafts::save_desk_book_draft,
            drafts::delete_desk_book_draft
        ))
        .layer(limit(MAX_DRAFT));
    OpenApiRouter::new()
        .routes(routes!(books::list_desk_books))
        .routes(routes!(books::find_desk_book, books::save_desk_book))
        .routes(routes!(books::list_desk_book_audit))
        .routes(routes!(categories::list_desk_categories, categories::create_desk_category))
        .routes(routes!(categories::order_desk_categories))
        .routes(routes!(categories::change_desk_category, categories::delete_desk_category))
        .routes(routes!(categories::list_desk_category_audit))
        .layer(limit(MAX_BODY))
        .merge(drafts)
        .merge(covers)
        .merge(samples)
}
