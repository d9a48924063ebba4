//! The editors' calls: every item with its newest text, saves, publishing, taking down, and the history.
//!
//! A save names the revision that it started from. When another has been saved since, the answer is 409 with that
//! one in `current`, and nothing is written; the client still holds its own text, so nothing of either is lost.

mod acts;
mod reads;
mod wire;

use axum::extract::DefaultBodyLimit;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    app::AppState,
    error::{ApiError, Code},
};
use heliriiul_cms::CmsError;

/// A text of 50,000 words is half a megabyte.
const BODY_LIMIT: usize = 2 * 1024 * 1024;

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(reads::list_desk_items, acts::create_desk_item))
        .routes(routes!(reads::find_desk_item, acts::save_desk_item))
        .routes(routes!(acts::publish_desk_item))
        .routes(routes!(acts::take_down_desk_item))
        .routes(routes!(reads::list_desk_revisions))
        .routes(routes!(reads::find_desk_revision))
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
            CmsError::NotFound => Self::not_found("There is no such item or revision."),
        }
    }
}
