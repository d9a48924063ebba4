//! Putting away what nobody wants any more, and taking it out again.

use axum::extract::State;
use heliriiul_db::DocumentId;

use super::{
    acts::{note, outcome},
    wire::DeskDocument,
};
use crate::{
    auth::{Editor, Now},
    error::responses::{EditorOnly, NoSuchId, Unreadable},
    error::{ApiResult, Problem},
    extract::{Json, Path},
    state::AppState,
};

/// Puts an item away, with all its revisions; its identifier stays taken. Publishing or planning it takes it out.
#[utoipa::path(
    post,
    path = "/desk/items/{id}/archive",
    tag = "desk",
    params(("id" = uuid::Uuid, Path)),
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = DeskDocument),
        Unreadable, EditorOnly, NoSuchId,
        (status = 409, description = "Readers see it, or a plan is booked for it; it is in `current`", body = Problem),
    )
)]
pub async fn archive_desk_item(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Path(id): Path<DocumentId>,
) -> ApiResult<Json<DeskDocument>> {
    let mut tx = app.db.write().await?;
    heliriiul_cms::hold_item(&mut tx, id).await?;
    let archived = heliriiul_cms::archive(&mut tx, id, now).await;
    if matches!(archived, Ok(true)) {
        note(&mut tx, editor.id, id, "archive", (None, None), now).await?;
    }
    let document = outcome(&app, &mut tx, id, archived.map(|_| ())).await?;
    tx.commit().await?;
    Ok(Json(document))
}

/// Takes an item out of the archive, as a draft.
#[utoipa::path(
    post,
    path = "/desk/items/{id}/unarchive",
    tag = "desk",
    params(("id" = uuid::Uuid, Path)),
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = DeskDocument),
        Unreadable, EditorOnly, NoSuchId,
    )
)]
pub async fn unarchive_desk_item(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Path(id): Path<DocumentId>,
) -> ApiResult<Json<DeskDocument>> {
    let mut tx = app.db.write().await?;
    heliriiul_cms::hold_item(&mut tx, id).await?;
    if heliriiul_cms::unarchive(&mut tx, id).await? {
        note(&mut tx, editor.id, id, "unarchive", (None, None), now).await?;
    }
    let document = outcome(&app, &mut tx, id, Ok(())).await?;
    tx.commit().await?;
    Ok(Json(document))
}
