//! The desk's calls for documents: saving, publishing, schedules, previews, presence, history.
//!
//! A save names the revision that it started from. If another session has saved since, the response is 409 with that
//! revision in `current`, and nothing is written. The client still has its own text, so neither text is lost.

mod edit;
mod finish;
mod preview;
mod publish;
mod read;
mod references;
mod wire;

pub use preview::{UnsavedBody, unsaved_preview};
pub use wire::BODY_LIMIT;

use axum::extract::DefaultBodyLimit;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::state::AppState;

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(read::list_desk_items, edit::create_desk_item))
        .routes(routes!(read::find_desk_item, edit::save_desk_item))
        .routes(routes!(publish::publish_desk_item))
        .routes(routes!(publish::take_down_desk_item))
        .routes(routes!(publish::archive_desk_item))
        .routes(routes!(publish::unarchive_desk_item))
        .routes(routes!(read::list_desk_revisions))
        .routes(routes!(read::find_desk_revision))
        .routes(routes!(read::list_desk_audit))
        .routes(routes!(publish::schedule_desk_item))
        .routes(routes!(edit::restore_desk_item))
        .routes(routes!(edit::rename_desk_page))
        .routes(routes!(publish::list_desk_schedule))
        .routes(routes!(publish::order_desk_items))
        .routes(routes!(read::be_present_at_desk_item))
        .routes(routes!(preview::preview_desk_item))
        .routes(routes!(read::find_desk_targets))
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
}
