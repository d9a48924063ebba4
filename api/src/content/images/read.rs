//! The desk's calls that read pictures: the list, one with the documents that show it, its audit log.

use axum::extract::State;
use uuid::Uuid;

use super::{
    store::{self, IMAGE_NOT_FOUND},
    wire::{DeskImage, DeskImageUses, ImageSearch},
};
use crate::{
    audit::{self, DeskAudit},
    auth::Editor,
    error::responses::{EditorOnly, NoSuchId, Unreadable},
    error::{ApiError, ApiResult, Problem},
    extract::{Json, Path, Query},
    state::AppState,
};

/// How many pictures a list holds, the newest ones.
const LISTED: usize = 200;

/// The newest pictures, at most 200; with `q` those whose name or description contains it.
#[utoipa::path(
    get, path = "/desk/images", tag = "desk", params(ImageSearch),
    responses(
        (status = 200, body = [DeskImage]), Unreadable, EditorOnly,
        (status = 422, description = "The query is too long", body = Problem),
    ),
)]
pub async fn list_desk_images(
    State(app): State<AppState>,
    _: Editor,
    Query(search): Query<ImageSearch>,
) -> ApiResult<Json<Vec<DeskImage>>> {
    let wanted = search.folded()?;
    // The databases fold only a–z alike, so a search reads all rows and compares here.
    let limit = if wanted.is_empty() { i64::try_from(LISTED).unwrap_or(i64::MAX) } else { i64::MAX };
    let mut tx = app.db.read().await?;
    let rows = store::list(&mut tx, limit).await?;
    let fits = |text: &str| text.to_lowercase().contains(&wanted);
    let found = rows.into_iter().filter(|row| fits(&row.view.name) || fits(&row.view.alt));
    Ok(Json(found.take(LISTED).map(DeskImage::from).collect()))
}

/// A picture and the documents that show it.
#[utoipa::path(
    get, path = "/desk/images/{id}", tag = "desk", params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = DeskImageUses), Unreadable, EditorOnly, NoSuchId),
)]
pub async fn find_desk_image(
    State(app): State<AppState>,
    _: Editor,
    Path(id): Path<Uuid>,
) -> ApiResult<Json<DeskImageUses>> {
    let mut tx = app.db.read().await?;
    let image = store::find(&mut tx, id).await?;
    Ok(Json(DeskImageUses { image: image.into(), used_by: store::uses(&mut tx, id).await? }))
}

/// The newest 200 actions on a picture, newest first.
#[utoipa::path(
    get, path = "/desk/images/{id}/audit", tag = "desk", params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = [DeskAudit]), Unreadable, EditorOnly, NoSuchId),
)]
pub async fn list_desk_image_audit(
    State(app): State<AppState>,
    _: Editor,
    Path(id): Path<Uuid>,
) -> ApiResult<Json<Vec<DeskAudit>>> {
    let entries = audit::list(&mut app.db.read().await?, id).await?;
    // A picture that has been deleted keeps its entries; an id that never was has none.
    if entries.is_empty() { Err(ApiError::not_found(IMAGE_NOT_FOUND)) } else { Ok(Json(entries)) }
}
