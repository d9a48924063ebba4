//! Publishing documents and taking them down.

use axum::extract::State;
use heliriiul_cms::{lock_document, publish, take_down};
use heliriiul_db::DocumentId;

use super::{
    finish::{check_alt, finish, note},
    wire::{DeskDocument, DeskRevisionRef},
};
use crate::{
    audit::Actor,
    auth::{Editor, Now},
    change_feed,
    error::responses::{EditorOnly, JsonBody, NoSuchId},
    error::{ApiResult, Problem},
    extract::{Json, Path},
    state::AppState,
};

/// Publishes the latest revision; `revision` names it.
#[utoipa::path(
    post,
    path = "/desk/items/{id}/publish",
    tag = "desk",
    params(("id" = uuid::Uuid, Path)),
    request_body = DeskRevisionRef,
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = DeskDocument),
        JsonBody, EditorOnly, NoSuchId,
        (status = 409, description = "Another revision has been saved since; it is in `current`", body = Problem),
    )
)]
pub async fn publish_desk_item(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Path(id): Path<DocumentId>,
    Json(DeskRevisionRef { revision }): Json<DeskRevisionRef>,
) -> ApiResult<Json<DeskDocument>> {
    let mut tx = app.db.write().await?;
    let (document, body) = lock_document(&mut tx, id).await?;
    check_alt(&document, &body, revision)?;
    let published = publish(&mut tx, id, revision, now).await;
    if matches!(published, Ok(true)) {
        let revisions = (document.published_revision, Some(revision));
        note(&mut tx, Actor { editor: editor.id, now }, id, "publish", revisions).await?;
    }
    let document = finish(&app.catalogue, tx, id, published).await?;
    change_feed::catch_up(&app).await?;
    Ok(document)
}

/// Takes the published revision down; `revision` names it. Its text stays a draft.
#[utoipa::path(
    post,
    path = "/desk/items/{id}/take-down",
    tag = "desk",
    params(("id" = uuid::Uuid, Path)),
    request_body = DeskRevisionRef,
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = DeskDocument),
        JsonBody, EditorOnly, NoSuchId,
        (status = 409, description = "Another revision has been published since; the latest is in `current`", body = Problem),
    )
)]
pub async fn take_down_desk_item(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Path(id): Path<DocumentId>,
    Json(DeskRevisionRef { revision }): Json<DeskRevisionRef>,
) -> ApiResult<Json<DeskDocument>> {
    let mut tx = app.db.write().await?;
    lock_document(&mut tx, id).await?;
    let taken_down = take_down(&mut tx, id, revision, now).await;
    if matches!(taken_down, Ok(true)) {
        note(&mut tx, Actor { editor: editor.id, now }, id, "take-down", (Some(revision), None)).await?;
    }
    let document = finish(&app.catalogue, tx, id, taken_down).await?;
    change_feed::catch_up(&app).await?;
    Ok(document)
}
