//! Archiving documents that are out of use, and taking them out of the archive.

use axum::extract::State;
use heliriiul_cms::{archive, lock_document, unarchive};
use heliriiul_db::DocumentId;

use super::{
    finish::{finish, note},
    wire::DeskDocument,
};
use crate::{
    audit::Actor,
    auth::{Editor, Now},
    error::responses::{EditorOnly, NoSuchId, Unreadable},
    error::{ApiResult, Problem},
    extract::{Json, Path},
    state::AppState,
};

/// Archives a document with all its revisions; its identifier stays taken. Publishing or scheduling it takes it out.
#[utoipa::path(
    post,
    path = "/desk/items/{id}/archive",
    tag = "desk",
    params(("id" = uuid::Uuid, Path)),
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = DeskDocument),
        Unreadable, EditorOnly, NoSuchId,
        (status = 409, description = "The document is published or scheduled; it is in `current`", body = Problem),
    )
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
    lock_document(&mut tx, id).await?;
    if unarchive(&mut tx, id).await? {
        note(&mut tx, Actor { editor: editor.id, now }, id, "unarchive", (None, None)).await?;
    }
    finish(&app.catalogue, tx, id, Ok(())).await
}
