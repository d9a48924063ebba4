//! The images of documents: upload, list, describe, replace, delete.
//!
//! An image keeps its id when its file is replaced. Documents name the id, so all of them show the new file at once.
//! An image that a document shows cannot be deleted: the database refuses.
//!
//! The type of a file is read from its content, not from the request. The file is decoded, encoded in its widths and
//! stored before the transaction begins, so that no transaction waits for a codec.

mod store;
mod wire;

use axum::{
    extract::{DefaultBodyLimit, Request, State},
    http::StatusCode,
};
use heliriiul_db::{ChangeKind, RecordId, Tx, append_change};
use serde_json::{Value, json};
use utoipa_axum::{router::OpenApiRouter, routes};
use uuid::Uuid;

pub use self::store::{ImageView, Widths, lookup};
use self::{
    store::IMAGE_NOT_FOUND,
    wire::{DeskImage, DeskImageSave, DeskImageUses, ImageName, ImageSearch, checked_name},
};
use crate::{
    audit::{self, Actor, DeskAudit, differences},
    auth::Editor,
    change_feed,
    error::responses::{ServiceAway, StaleVersion},
    error::{ApiError, ApiResult, Code},
    extract::{Json, Path, Query, read_body},
    media::{self, MAX_COVER, TextImage},
    state::AppState,
};

pub fn router() -> OpenApiRouter<AppState> {
    let largest = usize::try_from(MAX_COVER).unwrap_or(usize::MAX);
    let uploads = OpenApiRouter::new()
        .routes(routes!(add_desk_image))
        .routes(routes!(replace_desk_image))
        .layer(DefaultBodyLimit::max(largest));
    OpenApiRouter::new()
        .routes(routes!(list_desk_images))
        .routes(routes!(find_desk_image, describe_desk_image, delete_desk_image))
        .routes(routes!(list_desk_image_audit))
        .merge(uploads)
}

/// How many images a list holds, the newest ones.
const LISTED: usize = 200;

/// The newest pictures, at most 200; with `q` those whose name or description contains it.
#[utoipa::path(
    get, path = "/desk/images", params(ImageSearch),
    responses((status = 200, body = [DeskImage]), (status = 422, description = "The query is too long")),
)]
pub async fn list_desk_images(
    State(app): State<AppState>,
    _: Editor,
    Query(search): Query<ImageSearch>,
) -> ApiResult<Json<Vec<DeskImage>>> {
    let wanted = search.folded()?;
    // The databases fold only a–z alike, so a search reads all rows and compares here.
    let limit = if wanted.is_empty() { i64::try_from(LISTED).unwrap_or(i64::MAX) } else { i64::MAX };
    let rows = store::list(&mut app.db.read().await?, limit).await?;
    let fits = |text: &str| text.to_lowercase().contains(&wanted);
    let found = rows.into_iter().filter(|row| fits(&row.view.facts.name) || fits(&row.view.facts.alt));
    Ok(Json(found.take(LISTED).map(DeskImage::from).collect()))
}

/// An image and the documents that show it.
#[utoipa::path(
    get, path = "/desk/images/{id}", params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = DeskImageUses)),
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

/// The newest 200 actions on an image, newest first.
#[utoipa::path(
    get, path = "/desk/images/{id}/audit", params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = [DeskAudit])),
)]
pub async fn list_desk_image_audit(
    State(app): State<AppState>,
    _: Editor,
    Path(id): Path<Uuid>,
) -> ApiResult<Json<Vec<DeskAudit>>> {
    let entries = audit::list(&mut app.db.read().await?, id).await?;
    // An image that has been deleted keeps its entries; an id that never was has none.
    if entries.is_empty() { Err(ApiError::not_found(IMAGE_NOT_FOUND)) } else { Ok(Json(entries)) }
}

/// Uploads an image: a JPEG, PNG or WebP of at most 20 MB.
#[utoipa::path(
    post, path = "/desk/images", params(ImageName),
    request_body(content = Vec<u8>, content_type = "application/octet-stream", description = "The file; any content type will do"),
    responses(
        (status = 201, body = DeskImage), (status = 413, description = "Over 20 MB"),
        (status = 422, description = "Not a picture (`image`: `invalid`), too many pixels (`too-many-pixels`), or an invalid name"),
        ServiceAway,
    ),
)]
pub async fn add_desk_image(
    State(app): State<AppState>,
    Editor(by): Editor,
    Query(named): Query<ImageName>,
    request: Request,
) -> ApiResult<(StatusCode, Json<DeskImage>)> {
    let name = checked_name(named.name)?;
    let (stored, bytes) = store_upload(&app, request).await?;
    let id = RecordId::new().uuid();
    let mut tx = app.db.write().await?;
    store::insert(&mut tx, id, &name, &stored, bytes, (by.editor, by.now)).await?;
    let detail = json!({ "name": name, "hash": stored.hash });
    by.note(&mut tx, "image", id, "create", detail).await?;
    let image = store::find(&mut tx, id).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(image.into())))
}

/// Writes the name and the description of an image.
///
/// A save equal to the stored image changes nothing and is no conflict: the client may repeat a lost request.
#[utoipa::path(
    put, path = "/desk/images/{id}", params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = DeskImage), StaleVersion),
)]
pub async fn describe_desk_image(
    State(app): State<AppState>,
    Editor(by): Editor,
    Path(id): Path<Uuid>,
    Json(sent): Json<DeskImageSave>,
) -> ApiResult<Json<DeskImage>> {
    let based_on = sent.based_on;
    let facts = sent.checked()?;
    let mut tx = app.db.write().await?;
    let old = store::lock_and_find(&mut tx, id).await?;
    if old.view.facts == facts {
        return Ok(Json(old.into()));
    }
    if old.updated_at.millis() != based_on {
        let stale = ApiError::new(Code::StaleRevision, "Another version has been written since.");
        return Err(stale.with("current", DeskImage::from(old)));
    }
    store::describe(&mut tx, id, &facts, by.now).await?;
    publish_change(&app, tx, id, by, "change", differences(&old.view.facts, &facts).into()).await
}

/// Replaces the file of an image. Every document with the image shows the new file.
#[utoipa::path(
    put, path = "/desk/images/{id}/file", params(("id" = uuid::Uuid, Path)),
    request_body(content = Vec<u8>, content_type = "application/octet-stream", description = "The file; any content type will do"),
    responses(
        (status = 200, body = DeskImage), (status = 413, description = "Over 20 MB"),
        (status = 422, description = "Not a picture (`image`: `invalid`), or too many pixels (`too-many-pixels`)"),
        ServiceAway,
    ),
)]
pub async fn replace_desk_image(
    State(app): State<AppState>,
    Editor(by): Editor,
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
    store::replace(&mut tx, id, &stored, bytes, by.now).await?;
    let detail = json!({ "hash": { "from": old.view.hash, "to": stored.hash } });
    publish_change(&app, tx, id, by, "replace", detail).await
}

/// Deletes an image that no document shows.
#[utoipa::path(
    delete, path = "/desk/images/{id}", params(("id" = uuid::Uuid, Path)),
    responses((status = 204), (status = 409, description = "A document shows it")),
)]
pub async fn delete_desk_image(
    State(app): State<AppState>,
    Editor(by): Editor,
    Path(id): Path<Uuid>,
) -> ApiResult<StatusCode> {
    let mut tx = app.db.write().await?;
    let old = store::lock_and_find(&mut tx, id).await?;
    if !store::delete(&mut tx, id).await? {
        return Err(ApiError::new(Code::Conflict, "A document shows this picture."));
    }
    let detail = json!({ "name": old.view.facts.name, "alt": old.view.facts.alt, "hash": old.view.hash });
    by.note(&mut tx, "image", id, "delete", detail).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Stores the file of the request in its widths. Returns it with its size in bytes.
async fn store_upload(app: &AppState, request: Request) -> ApiResult<(TextImage, i64)> {
    let file = read_body(request, app).await?;
    let bytes = i64::try_from(file.len()).unwrap_or(i64::MAX);
    Ok((media::store_text_image(&app.media, file).await?, bytes))
}

/// Records the change of an image, commits, refreshes the documents that show it, and returns it.
async fn publish_change(
    app: &AppState,
    mut tx: Tx,
    id: Uuid,
    by: Actor,
    act: &str,
    detail: Value,
) -> ApiResult<Json<DeskImage>> {
    by.note(&mut tx, "image", id, act, detail).await?;
    let image = store::find(&mut tx, id).await?;
    append_change(&mut tx, ChangeKind::Content, id, by.now).await?;
    tx.commit().await?;
    change_feed::apply_pending(app).await?;
    Ok(Json(image.into()))
}
