//! The pictures of documents: upload, list, describe, replace, delete.
//!
//! A picture keeps its id when its file is replaced. Documents name the id, so all of them show the new file at once.
//! A picture that a document shows cannot be deleted: the database refuses.

mod read;
mod store;
mod wire;
mod write;

use axum::extract::DefaultBodyLimit;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{media::LARGEST_COVER, state::AppState};

pub use store::{ImageView, Widths, lookup};

pub fn router() -> OpenApiRouter<AppState> {
    let largest = usize::try_from(LARGEST_COVER).unwrap_or(usize::MAX);
    let uploads = OpenApiRouter::new()
        .routes(routes!(write::add_desk_image))
        .routes(routes!(write::replace_desk_image))
        .layer(DefaultBodyLimit::max(largest));
    OpenApiRouter::new()
        .routes(routes!(read::list_desk_images))
        .routes(routes!(read::find_desk_image, write::describe_desk_image, write::delete_desk_image))
        .routes(routes!(read::list_desk_image_audit))
        .merge(uploads)
}
