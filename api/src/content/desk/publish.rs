//! Publishing documents, taking them down, and archiving those that are out of use.

use axum::extract::State;
use heliriiul_cms::{archive, lock_document, publish, take_down, unarchive};
use heliriiul_db::DocumentId;

use super::{
    finish::{check_alt, finish, note},
    wire::{DeskDocument, DeskRevisionRef},
};
use crate::{
    audit::Actor,
    auth::{Editor, Now},
    change_feed,
    error::responses::{EditorOnly, JsonBody, NoSuchId, Unreadable},
    error::{ApiResult, Problem},
    extract::{Json, Path},
    state::AppState,
};

/// Publishes the latest revision; `revision` names it.
#[utoipa::path(
    post, path = "/desk/items/{id}/publish", tag = "desk", params(("id" = uuid::Uuid, Path)),
    request_body = DeskRevisionRef,
    responses(
        (status = 200, body = DeskDocument), JsonBody, EditorOnly, NoSuchId,
        (status = 409, description = "Another revision has been saved since; it is in `current`", body = Problem),
    ),
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
    post, path = "/desk/items/{id}/take-down", tag = "desk", params(("id" = uuid::Uuid, Path)),
    request_body = DeskRevisionRef,
    responses(
        (status = 200, body = DeskDocument), JsonBody, EditorOnly, NoSuchId,
        (status = 409, description = "Another revision has been published since; the latest is in `current`", body = Problem),
    ),
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

/// Archives a document with all its revisions; its identifier stays taken. Publishing or scheduling it takes it out.
#[utoipa::path(
    post, path = "/desk/items/{id}/archive", tag = "desk", params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 200, body = DeskDocument), Unreadable, EditorOnly, NoSuchId,
        (status = 409, description = "The document is published or scheduled; it is in `current`", body = Problem),
    ),
)]
pub async fn archive_desk_item(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Path(id): Path<DocumentId>,
) -> ApiResult<Json<DeskDocument>> {
    let mut tx = app.db.write().await?;
    lock_document(&mut tx, id).await?;
    let archived = archive(&mut tx, id, now).await;
    if matches!(archived, Ok(true)) {
        note(&mut tx, Actor { editor: editor.id, now }, id, "archive", (None, None)).await?;
    }
    finish(&app.catalogue, tx, id, archived).await
}

/// Takes a document out of the archive, as a draft.
#[utoipa::path(
    post, path = "/desk/items/{id}/unarchive", tag = "desk", params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = DeskDocument), Unreadable, EditorOnly, NoSuchId),
)]
pub async fn unarchive_desk_item(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Path(id): Path<DocumentId>,
) -> ApiResult<Json<DeskDocument>> {
    let mut tx = app.db.write().await?;
    lock_document(&mut tx, id).await?;
    if unarchive(&mut tx, id).await? {
        note(&mut tx, Actor { editor: editor.id, now }, id, "unarchive", (None, None)).await?;
    }
    finish(&app.catalogue, tx, id, Ok(())).await
}
