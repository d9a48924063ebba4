//! The desk's calls that write pictures.
//!
//! The type of a file is read from its content, not from the request. The file is decoded, encoded in its widths and
//! stored before the transaction begins, so that no transaction waits for a codec.

use axum::{
    extract::{Request, State},
    http::StatusCode,
};
use heliriiul_db::{ChangeKind, RecordId, Timestamp, Tx, append_change};
use serde_json::json;
use uuid::Uuid;

use super::{
    store,
    wire::{DeskImage, DeskImageSave, ImageName, checked_name},
};
use crate::{
    audit::{Actor, differences},
    auth::{Editor, Now},
    change_feed,
    error::responses::{EditorOnly, JsonBody, NoSuchId, ServiceAway, Unreadable},
    error::{ApiError, ApiResult, Code, Problem},
    extract::{Json, Path, Query, read_body},
    media::{self, TextImage},
    state::AppState,
};

/// Uploads a picture: a JPEG, PNG or WebP of at most 20 MB.
#[utoipa::path(
    post, path = "/desk/images", tag = "desk", params(ImageName),
    request_body(content = Vec<u8>, content_type = "application/octet-stream", description = "The file; any content type will do"),
    responses(
        (status = 201, body = DeskImage), Unreadable, EditorOnly,
        (status = 413, description = "Over 20 MB", body = Problem),
        (status = 422, description = "Not a picture (`image`: `invalid`), too many pixels (`too-many-pixels`), or an invalid name", body = Problem),
        ServiceAway,
    ),
)]
pub async fn add_desk_image(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Query(named): Query<ImageName>,
    request: Request,
) -> ApiResult<(StatusCode, Json<DeskImage>)> {
    let name = checked_name(&named.name)?;
    let (stored, bytes) = store_upload(&app, request).await?;
    let id = RecordId::new().uuid();
    let mut tx = app.db.write().await?;
    store::insert(&mut tx, id, &name, &stored, bytes, (editor.id, now)).await?;
    let detail = json!({ "name": name, "hash": stored.hash });
    Actor { editor: editor.id, now }.note(&mut tx, "image", id, "create", detail).await?;
    let image = store::find(&mut tx, id).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(image.into())))
}

/// Writes the name and the description of a picture.
///
/// A save equal to the stored picture changes nothing and is no conflict: the client may repeat a lost request.
#[utoipa::path(
    put, path = "/desk/images/{id}", tag = "desk", params(("id" = uuid::Uuid, Path)),
    request_body = DeskImageSave,
    responses(
        (status = 200, body = DeskImage), JsonBody, EditorOnly, NoSuchId,
        (status = 409, description = "Another version has been written since; it is in `current`", body = Problem),
    ),
)]
pub async fn describe_desk_image(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Path(id): Path<Uuid>,
    Json(sent): Json<DeskImageSave>,
) -> ApiResult<Json<DeskImage>> {
    let based_on = sent.based_on;
    let facts = sent.checked()?;
    let mut tx = app.db.write().await?;
    let old = store::lock_and_find(&mut tx, id).await?;
    if old.facts() == facts {
        return Ok(Json(old.into()));
    }
    if old.updated_at.millis() != based_on {
        let stale = ApiError::new(Code::StaleRevision, "Another version has been written since.");
        return Err(stale.with("current", DeskImage::from(old)));
    }
    store::describe(&mut tx, id, &facts, now).await?;
    let detail = differences(&old.facts(), &facts);
    Actor { editor: editor.id, now }.note(&mut tx, "image", id, "change", detail).await?;
    publish_change(&app, tx, id, now).await
}

/// Replaces the file of a picture. Every document with the picture shows the new file.
#[utoipa::path(
    put, path = "/desk/images/{id}/file", tag = "desk", params(("id" = uuid::Uuid, Path)),
    request_body(content = Vec<u8>, content_type = "application/octet-stream", description = "The file; any content type will do"),
    responses(
        (status = 200, body = DeskImage), Unreadable, EditorOnly, NoSuchId,
        (status = 413, description = "Over 20 MB", body = Problem),
        (status = 422, description = "Not a picture (`image`: `invalid`), or too many pixels (`too-many-pixels`)", body = Problem),
        ServiceAway,
    ),
)]
pub async fn replace_desk_image(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Path(id): Path<Uuid>,
    request: Request,
) -> ApiResult<Json<DeskImage>> {
    // Before the upload is decoded, which takes a while.
    store::find(&mut app.db.read().await?, id).await?;
    let (stored, bytes) = store_upload(&app, request).await?;
    let mut tx = app.db.write().await?;
    let old = store::lock_and_find(&mut tx, id).await?;
    if old.view.hash == stored.hash {
        return Ok(Json(old.into()));
    }
    store::replace(&mut tx, id, &stored, bytes, now).await?;
    let detail = json!({ "hash": { "from": old.view.hash, "to": stored.hash } });
    Actor { editor: editor.id, now }.note(&mut tx, "image", id, "replace", detail).await?;
    publish_change(&app, tx, id, now).await
}

/// Deletes a picture that no document shows.
#[utoipa::path(
    delete, path = "/desk/images/{id}", tag = "desk", params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 204), Unreadable, EditorOnly, NoSuchId,
        (status = 409, description = "A document shows it", body = Problem),
    ),
)]
pub async fn delete_desk_image(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Path(id): Path<Uuid>,
) -> ApiResult<StatusCode> {
    let mut tx = app.db.write().await?;
    let old = store::lock_and_find(&mut tx, id).await?;
    if !store::delete(&mut tx, id).await? {
        return Err(ApiError::new(Code::Conflict, "A document shows this picture."));
    }
    let detail = json!({ "name": old.view.name, "alt": old.view.alt, "hash": old.view.hash });
    Actor { editor: editor.id, now }.note(&mut tx, "image", id, "delete", detail).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Stores the file of the request in its widths. Returns it with its size in bytes.
async fn store_upload(app: &AppState, request: Request) -> ApiResult<(TextImage, i64)> {
    let file = read_body(request, app).await?;
    let bytes = i64::try_from(file.len()).unwrap_or(i64::MAX);
    let stored = media::store_text_image(&app.media, file).await?;
    Ok((stored.map_err(|fault| fault.at("image"))?, bytes))
}

/// Commits a changed picture, refreshes the documents that show it, and returns it.
async fn publish_change(app: &AppState, mut tx: Tx, id: Uuid, now: Timestamp) -> ApiResult<Json<DeskImage>> {
    let image = store::find(&mut tx, id).await?;
    append_change(&mut tx, ChangeKind::Content, id, now).await?;
    tx.commit().await?;
    change_feed::catch_up(app).await?;
    Ok(Json(image.into()))
}
