//! What editors look at: all pictures, one with the texts that show it.

use axum::extract::State;
use uuid::Uuid;

use super::{
    store,
    wire::{DeskImage, DeskImageUse, DeskImageUses, ImageSearch},
};
use crate::{
    auth::Editor,
    content::audit::{self, DeskAudit},
    error::responses::{EditorOnly, NoSuchId, Unreadable},
    error::{ApiError, ApiResult, Problem},
    extract::{Json, Path, Query},
    state::AppState,
};

/// How many pictures a list shows, the newest ones.
const SHOWN: usize = 200;

/// The newest pictures, at most 200; with `q` those whose name or description has it.
#[utoipa::path(
    get,
    path = "/desk/images",
    tag = "desk",
    params(ImageSearch),
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = [DeskImage]),
        Unreadable, EditorOnly,
        (status = 422, description = "The query is too long", body = Problem),
    )
)]
pub async fn list_desk_images(
    State(app): State<AppState>,
    _: Editor,
    Query(search): Query<ImageSearch>,
) -> ApiResult<Json<Vec<DeskImage>>> {
    let wanted = search.folded()?;
    // Databases fold only a–z alike, so a search goes through all of them here.
    let limit = if wanted.is_empty() { i64::try_from(SHOWN).unwrap_or(i64::MAX) } else { i64::MAX };
    let mut tx = app.db.read().await?;
    let rows = store::list(&mut tx, limit).await?;
    let fits = |text: &str| text.to_lowercase().contains(&wanted);
    let found = rows.into_iter().filter(|row| fits(&row.view.name) || fits(&row.view.alt));
    Ok(Json(found.take(SHOWN).map(DeskImage::from).collect()))
}

/// A picture and the texts that show it.
#[utoipa::path(
    get,
    path = "/desk/images/{id}",
    tag = "desk",
    params(("id" = uuid::Uuid, Path)),
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = DeskImageUses),
        Unreadable, EditorOnly, NoSuchId,
    )
)]
pub async fn find_desk_image(
    State(app): State<AppState>,
    _: Editor,
    Path(id): Path<Uuid>,
) -> ApiResult<Json<DeskImageUses>> {
    let mut tx = app.db.read().await?;
    let image = store::find(&mut tx, id).await?.ok_or_else(no_image)?;
    let used_by = store::uses(&mut tx, id).await?.into_iter().map(DeskImageUse::from).collect();
    Ok(Json(DeskImageUses { image: image.into(), used_by }))
}

/// The newest 200 acts on a picture, newest first.
#[utoipa::path(
    get,
    path = "/desk/images/{id}/audit",
    tag = "desk",
    params(("id" = uuid::Uuid, Path)),
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = [DeskAudit]),
        Unreadable, EditorOnly, NoSuchId,
    )
)]
pub async fn list_desk_image_audit(
    State(app): State<AppState>,
    _: Editor,
    Path(id): Path<Uuid>,
) -> ApiResult<Json<Vec<DeskAudit>>> {
    let mut tx = app.db.read().await?;
    let acts = audit::list(&mut tx, id).await?;
    // Of what has been thrown away the acts are still told.
    if acts.is_empty() {
        store::find(&mut tx, id).await?.ok_or_else(no_image)?;
    }
    Ok(Json(acts))
}

pub(super) fn no_image() -> ApiError {
    ApiError::not_found("There is no such picture.")
}
