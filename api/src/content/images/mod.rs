//! The pictures of texts: taken in, listed, described, put in another's place, thrown away.
//!
//! A picture keeps its id for as long as it is there; the file behind it may be another. Texts name the id, so all of
//! them show the new file at once. A picture that a text shows is not thrown away: the database refuses it.

mod acts;
mod reads;
mod store;
mod wire;

use axum::extract::DefaultBodyLimit;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{media::LARGEST_COVER, state::AppState};

pub use store::{ImageView, lookup};

pub fn router() -> OpenApiRouter<AppState> {
    let largest = usize::try_from(LARGEST_COVER).unwrap_or(usize::MAX);
    let uploads = OpenApiRouter::new()
        .routes(routes!(acts::add_desk_image))
        .routes(routes!(acts::replace_desk_image))
        .layer(DefaultBodyLimit::max(largest));
    OpenApiRouter::new()
        .routes(routes!(reads::list_desk_images))
        .routes(routes!(reads::find_desk_image, acts::describe_desk_image, acts::delete_desk_image))
        .routes(routes!(reads::list_desk_image_audit))
        .merge(uploads)
}
