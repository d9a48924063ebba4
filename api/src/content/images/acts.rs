//! What editors do with pictures.
//!
//! A file is judged by what it holds, whatever the request calls it. It is decoded, drawn anew in its widths and
//! stored before the transaction begins, so that no transaction waits for a codec.

use axum::{
    extract::{Request, State},
    http::StatusCode,
};
use heliriiul_db::{ChangeKind, RecordId, Tx, append_change};
use serde_json::json;
use uuid::Uuid;

use super::{
    reads::no_image,
    store::{self, ImageRow},
    wire::{DeskImage, DeskImageFacts, ImageName},
};
use crate::{
    auth::{Editor, Now},
    change_feed,
    content::audit::{By, differences},
    error::responses::{EditorOnly, JsonBody, NoSuchId, ServiceAway, Unreadable},
    error::{ApiError, ApiResult, Code, Problem},
    extract::{Json, Path, Query, read_body},
    media::{self, TextImage},
    state::AppState,
};

/// Takes a picture in: a JPEG, PNG or WebP of at most 20 MB.
#[utoipa::path(
    post,
    path = "/desk/images",
    tag = "desk",
    params(ImageName),
    request_body(content = Vec<u8>, content_type = "application/octet-stream", description = "The file; any content type will do"),
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 201, body = DeskImage),
        Unreadable, EditorOnly,
        (status = 413, description = "Over 20 MB", body = Problem),
        (status = 422, description = "No picture (`image`: `invalid`), too large a one (`too-many-pixels`), or an unfit name", body = Problem),
        ServiceAway,
    )
)]
pub async fn add_desk_image(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Query(named): Query<ImageName>,
    request: Request,
) -> ApiResult<(StatusCode, Json<DeskImage>)> {
    let facts = DeskImageFacts { name: named.name, alt: String::new(), decorative: false }.checked()?;
    let (stored, bytes) = taken_in(&app, request).await?;
    let id = RecordId::new().uuid();
    let mut tx = app.db.write().await?;
    store::insert(&mut tx, id, &facts.name, &stored, bytes, (editor.id, now)).await?;
    let detail = json!({ "name": facts.name, "hash": stored.hash });
    By { editor: editor.id, now }.note(&mut tx, "image", id, "create", detail).await?;
    let image = store::find(&mut tx, id).await?.ok_or_else(no_image)?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(image.into())))
}

/// Says what a picture is called and what it shows.
#[utoipa::path(
    put,
    path = "/desk/images/{id}",
    tag = "desk",
    params(("id" = uuid::Uuid, Path)),
    request_body = DeskImageFacts,
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = DeskImage),
        JsonBody, EditorOnly, NoSuchId,
    )
)]
pub async fn describe_desk_image(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Path(id): Path<Uuid>,
    Json(facts): Json<DeskImageFacts>,
) -> ApiResult<Json<DeskImage>> {
    let facts = facts.checked()?;
    let mut tx = app.db.write().await?;
    let old = held(&mut tx, id).await?;
    let said = DeskImageFacts {
        name: old.view.name.clone(),
        alt: old.view.alt.clone(),
        decorative: old.view.decorative,
    };
    if said == facts {
        return Ok(Json(old.into()));
    }
    store::describe(&mut tx, id, &facts, now).await?;
    By { editor: editor.id, now }.note(&mut tx, "image", id, "change", differences(&said, &facts)).await?;
    finish(&app, tx, id, now).await
}

/// Puts another file behind a picture. Every text that has it shows the new one.
#[utoipa::path(
    put,
    path = "/desk/images/{id}/file",
    tag = "desk",
    params(("id" = uuid::Uuid, Path)),
    request_body(content = Vec<u8>, content_type = "application/octet-stream", description = "The file; any content type will do"),
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = DeskImage),
        Unreadable, EditorOnly, NoSuchId,
        (status = 413, description = "Over 20 MB", body = Problem),
        (status = 422, description = "No picture (`image`: `invalid`), or too large a one (`too-many-pixels`)", body = Problem),
        ServiceAway,
    )
)]
pub async fn replace_desk_image(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Path(id): Path<Uuid>,
    request: Request,
) -> ApiResult<Json<DeskImage>> {
    // Asked first, so that nothing is drawn for a picture that is not there.
    let mut tx = app.db.read().await?;
    store::find(&mut tx, id).await?.ok_or_else(no_image)?;
    drop(tx);
    let (stored, bytes) = taken_in(&app, request).await?;
    let mut tx = app.db.write().await?;
    let old = held(&mut tx, id).await?;
    if old.view.hash == stored.hash {
        return Ok(Json(old.into()));
    }
    store::replace(&mut tx, id, &stored, bytes, now).await?;
    let detail = json!({ "hash": { "from": old.view.hash, "to": stored.hash } });
    By { editor: editor.id, now }.note(&mut tx, "image", id, "replace", detail).await?;
    finish(&app, tx, id, now).await
}

/// Throws a picture away that no text shows.
#[utoipa::path(
    delete,
    path = "/desk/images/{id}",
    tag = "desk",
    params(("id" = uuid::Uuid, Path)),
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 204),
        Unreadable, EditorOnly, NoSuchId,
        (status = 409, description = "A text shows it", body = Problem),
    )
)]
pub async fn delete_desk_image(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Path(id): Path<Uuid>,
) -> ApiResult<StatusCode> {
    let mut tx = app.db.write().await?;
    let old = held(&mut tx, id).await?;
    if !store::delete(&mut tx, id).await? {
        return Err(ApiError::new(Code::Conflict, "A text shows this picture."));
    }
    let detail = json!({ "name": old.view.name, "alt": old.view.alt, "hash": old.view.hash });
    By { editor: editor.id, now }.note(&mut tx, "image", id, "delete", detail).await?;
    tx.commit().await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The file of the request, stored in its widths; and its bytes.
async fn taken_in(app: &AppState, request: Request) -> ApiResult<(TextImage, i64)> {
    let file = read_body(request, app).await?;
    let bytes = i64::try_from(file.len()).unwrap_or(i64::MAX);
    let stored = media::store_text_image(&app.media, file).await?;
    Ok((stored.map_err(|fault| fault.at("image"))?, bytes))
}

async fn held(tx: &mut Tx, id: Uuid) -> ApiResult<ImageRow> {
    store::hold(tx, id).await?;
    store::find(tx, id).await?.ok_or_else(no_image)
}

/// Tells the texts, and answers the picture as it is now.
async fn finish(
    app: &AppState,
    mut tx: Tx,
    id: Uuid,
    now: heliriiul_db::Timestamp,
) -> ApiResult<Json<DeskImage>> {
    let image = store::find(&mut tx, id).await?.ok_or_else(no_image)?;
    append_change(&mut tx, ChangeKind::Content, id, now).await?;
    tx.commit().await?;
    change_feed::catch_up(app).await?;
    Ok(Json(image.into()))
}
