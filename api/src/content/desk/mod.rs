//! The editors' calls for texts: saves, publishing, plans, previews, presence, and the history.
//!
//! A save names the revision that it started from. When another has been saved since, the answer is 409 with that
//! one in `current`, and nothing is written; the client still holds its own text, so nothing of either is lost.

mod acts;
mod archive;
mod beside;
mod body;
mod order;
mod plans;
mod reads;
mod refs;
mod restore;
mod wire;

pub use beside::{UnsavedText, unsaved_preview};

use axum::extract::DefaultBodyLimit;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    error::{ApiError, Code},
    state::AppState,
};
use heliriiul_cms::CmsError;

/// A text of 50,000 words is half a megabyte.
pub const BODY_LIMIT: usize = 2 * 1024 * 1024;

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(reads::list_desk_items, acts::create_desk_item))
        .routes(routes!(reads::find_desk_item, acts::save_desk_item))
        .routes(routes!(acts::publish_desk_item))
        .routes(routes!(acts::take_down_desk_item))
        .routes(routes!(archive::archive_desk_item))
        .routes(routes!(archive::unarchive_desk_item))
        .routes(routes!(reads::list_desk_revisions))
        .routes(routes!(reads::find_desk_revision))
        .routes(routes!(reads::list_desk_audit))
        .routes(routes!(plans::schedule_desk_item))
        .routes(routes!(restore::restore_desk_item))
        .routes(routes!(plans::rename_desk_page))
        .routes(routes!(plans::list_desk_schedule))
        .routes(routes!(order::order_desk_items))
        .routes(routes!(beside::be_present_at_desk_item))
        .routes(routes!(beside::preview_desk_item))
        .routes(routes!(beside::find_desk_targets))
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
}

impl From<CmsError> for ApiError {
    fn from(error: CmsError) -> Self {
        match error {
            CmsError::Database(error) => error.into(),
            CmsError::Body(..) => Self::internal(error),
            CmsError::Identifier(_) => Self::field("identifier", "invalid"),
            CmsError::Reserved(_) => Self::field("identifier", "reserved"),
            CmsError::Stale { latest } => {
                Self::new(Code::StaleRevision, format!("Revision {latest} has been saved since."))
            }
            CmsError::Shown => Self::new(Code::Conflict, "Readers see the item, or will by a plan."),
            CmsError::Taken(_) => Self::new(Code::Conflict, "Another page has the identifier."),
            CmsError::Unordered { index } => Self::field(format!("ids[{index}]"), "not-found"),
            CmsError::Unfit { field, rule } => Self::field(field, rule),
            CmsError::NotFound => Self::not_found("There is no such item or revision."),
        }
    }
}
