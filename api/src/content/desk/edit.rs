//! Creating, saving and renaming documents.

use axum::{extract::State, http::StatusCode};
use heliriiul_cms::{
    ANNOUNCEMENT, CmsError, Kind, Save, find_document, lock_document, next_position, pin_revision,
    record_step, rename_page, save,
};
use heliriiul_db::DocumentId;

use super::{
    finish::{finish, note, read_body},
    references,
    wire::{DeskAddress, DeskDocument, DeskSave, NewDeskDocument},
};
use crate::{
    audit::Actor,
    auth::{Editor, Now},
    change_feed,
    error::responses::{EditorOnly, JsonBody, NoSuchId},
    error::{ApiError, ApiResult, Code, Problem},
    extract::{Json, Path},
    state::AppState,
};

/// Creates a document, as a draft. The store has one announcement: its identifier is `announcement`.
#[utoipa::path(
    post, path = "/desk/items", tag = "desk", request_body = NewDeskDocument,
    responses(
        (status = 201, body = DeskDocument), JsonBody, EditorOnly,
        (status = 409, description = "The identifier is taken", body = Problem),
    ),
)]
pub async fn create_desk_item(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Json(new): Json<NewDeskDocument>,
) -> ApiResult<(StatusCode, Json<DeskDocument>)> {
    let body = read_body(&app.db, new.kind, new.body).await?;
    let mut tx = app.db.write().await?;
    references::check(&app.catalogue.snapshot(), &mut tx, body.body()).await?;
    let position = next_position(&mut tx, new.kind).await?;
    let first = Save::new(new.identifier, position, body, Some(editor.id));
    let created = save(&mut tx, first, now).await.map_err(|error| match error {
        CmsError::Stale { .. } if new.kind == Kind::Announcement => {
            ApiError::new(Code::Conflict, format!("The store has its one {ANNOUNCEMENT}."))
        }
        CmsError::Stale { .. } => ApiError::new(Code::Conflict, "The identifier is taken."),
        other => other.into(),
    })?;
    let actor = Actor { editor: editor.id, now };
    note(&mut tx, actor, created.id, "create", (None, Some(created.latest_revision))).await?;
    Ok((StatusCode::CREATED, finish(&app.catalogue, tx, created.id, Ok(())).await?))
}

/// Saves a new revision. Readers see it only once it is published.
///
/// A save equal to the latest revision changes nothing and is no conflict: the client may repeat a lost request.
#[utoipa::path(
    put, path = "/desk/items/{id}", tag = "desk", params(("id" = uuid::Uuid, Path)), request_body = DeskSave,
    responses(
        (status = 200, body = DeskDocument), JsonBody, EditorOnly, NoSuchId,
        (status = 409, description = "Another revision has been saved since; it is in `current`", body = Problem),
    ),
)]
pub async fn save_desk_item(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Path(id): Path<DocumentId>,
    Json(sent): Json<DeskSave>,
) -> ApiResult<Json<DeskDocument>> {
    let (document, _) = find_document(&mut app.db.read().await?, id).await?;
    let body = read_body(&app.db, document.kind, sent.body).await?;
    let actor = Actor { editor: editor.id, now };
    let mut tx = app.db.write().await?;
    let (document, latest_body) = lock_document(&mut tx, id).await?;
    let latest = document.latest_revision;
    let is_unchanged = latest_body == *body.body();
    // The text is that of the latest revision again. A save of this session that is still in flight must not overwrite
    // it, so the revision takes over the step. If it cannot, the save makes a revision of its own.
    let has_place = match sent.editing.zip(sent.step) {
        Some((editing, step)) if is_unchanged && step > 1 => {
            record_step(&mut tx, id, latest, editing, step).await? || sent.based_on != latest
        }
        _ => is_unchanged,
    };
    if has_place {
        // An autosaved revision that a person saves stays.
        if !sent.autosave && pin_revision(&mut tx, id, latest).await? {
            note(&mut tx, actor, id, "save", (Some(latest), Some(latest))).await?;
        }
        return finish(&app.catalogue, tx, id, Ok(())).await;
    }
    references::check(&app.catalogue.snapshot(), &mut tx, body.body()).await?;
    let next = Save {
        identifier: document.identifier,
        position: 0,
        body,
        author: Some(editor.id),
        based_on: Some(sent.based_on),
        editing: sent.editing,
        step: sent.step,
        autosaved: sent.autosave,
    };
    let saved = save(&mut tx, next, now).await;
    if let (Ok(saved), false) = (&saved, sent.autosave) {
        note(&mut tx, actor, id, "save", (Some(sent.based_on), Some(saved.latest_revision))).await?;
    }
    finish(&app.catalogue, tx, id, saved).await
}

/// Changes the address of a page at once; the old one redirects to it (301).
#[utoipa::path(
    put, path = "/desk/items/{id}/identifier", tag = "desk", params(("id" = uuid::Uuid, Path)),
    request_body = DeskAddress,
    responses(
        (status = 200, body = DeskDocument), JsonBody, EditorOnly, NoSuchId,
        (status = 409, description = "Another page has the address", body = Problem),
        (status = 422, description = "No page may have the address", body = Problem),
    ),
)]
pub async fn rename_desk_page(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Path(id): Path<DocumentId>,
    Json(sent): Json<DeskAddress>,
) -> ApiResult<Json<DeskDocument>> {
    let mut tx = app.db.write().await?;
    rename_page(&mut tx, id, &sent.identifier, editor.id, now).await?;
    let document = finish(&app.catalogue, tx, id, Ok(())).await?;
    change_feed::catch_up(&app).await?;
    Ok(document)
}
