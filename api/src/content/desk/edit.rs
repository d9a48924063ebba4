//! Creating, saving, restoring and renaming documents.

use axum::{extract::State, http::StatusCode};
use heliriiul_cms::{
    ANNOUNCEMENT, CmsError, Kind, Save, find_document, find_revision, lock_document, next_position,
    pin_revision, record_action, record_step, rename_page, save,
};
use heliriiul_db::DocumentId;
use serde_json::json;

use super::{
    finish::{clean, finish, note, read_body},
    references,
    wire::{DeskAddress, DeskDocument, DeskRestore, DeskRestored, DeskSave, NewDeskDocument},
};
use crate::{
    auth::Editor,
    change_feed,
    error::{ApiError, ApiResult, Code, responses::StaleRevision},
    extract::{Json, Path},
    state::AppState,
};

/// Creates a document, as a draft. The store has one announcement: its identifier is `announcement`.
#[utoipa::path(
    post, path = "/desk/items",
    responses((status = 201, body = DeskDocument), (status = 409, description = "The identifier is taken")),
)]
pub async fn create_desk_item(
    State(app): State<AppState>,
    Editor(by): Editor,
    Json(new): Json<NewDeskDocument>,
) -> ApiResult<(StatusCode, Json<DeskDocument>)> {
    let body = read_body(&app.db, new.kind, new.body).await?;
    let mut tx = app.db.write().await?;
    references::check(&app.catalogue.snapshot(), &mut tx, body.body()).await?;
    let position = next_position(&mut tx, new.kind).await?;
    let first = Save::new(new.identifier, position, body, Some(by.editor));
    let created = save(&mut tx, first, by.now).await.map_err(|error| match error {
        CmsError::IdentifierTaken if new.kind == Kind::Announcement => {
            ApiError::new(Code::Conflict, format!("The store has its one {ANNOUNCEMENT}."))
        }
        CmsError::IdentifierTaken => ApiError::new(Code::Conflict, "The identifier is taken."),
        other => other.into(),
    })?;
    note(&mut tx, by, created.id, "create", (None, Some(created.latest_revision))).await?;
    Ok((StatusCode::CREATED, finish(&app.catalogue, tx, created.id, Ok(())).await?))
}

/// Saves a new revision. Readers see it only once it is published.
///
/// A save equal to the latest revision changes nothing and is no conflict: the client may repeat a lost request.
#[utoipa::path(
    put, path = "/desk/items/{id}", params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = DeskDocument), StaleRevision),
)]
pub async fn save_desk_item(
    State(app): State<AppState>,
    Editor(by): Editor,
    Path(id): Path<DocumentId>,
    Json(sent): Json<DeskSave>,
) -> ApiResult<Json<DeskDocument>> {
    let (document, _) = find_document(&mut app.db.read().await?, id).await?;
    let body = read_body(&app.db, document.kind, sent.body).await?;
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
            note(&mut tx, by, id, "save", (Some(latest), Some(latest))).await?;
        }
        return finish(&app.catalogue, tx, id, Ok(())).await;
    }
    references::check(&app.catalogue.snapshot(), &mut tx, body.body()).await?;
    let next = Save {
        identifier: document.identifier,
        position: 0,
        body,
        author: Some(by.editor),
        based_on: Some(sent.based_on),
        editing: sent.editing,
        step: sent.step,
        autosaved: sent.autosave,
    };
    let saved = save(&mut tx, next, by.now).await;
    if let (Ok(saved), false) = (&saved, sent.autosave) {
        note(&mut tx, by, id, "save", (Some(sent.based_on), Some(saved.latest_revision))).await?;
    }
    finish(&app.catalogue, tx, id, saved).await
}

/// Changes the address of a page at once; the old one redirects to it (301).
#[utoipa::path(
    put, path = "/desk/items/{id}/identifier", params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 200, body = DeskDocument), (status = 409, description = "Another page has the address"),
        (status = 422, description = "No page may have the address"),
    ),
)]
pub async fn rename_desk_page(
    State(app): State<AppState>,
    Editor(by): Editor,
    Path(id): Path<DocumentId>,
    Json(sent): Json<DeskAddress>,
) -> ApiResult<Json<DeskDocument>> {
    let mut tx = app.db.write().await?;
    rename_page(&mut tx, id, &sent.identifier, by.editor, by.now).await?;
    let document = finish(&app.catalogue, tx, id, Ok(())).await?;
    change_feed::apply_pending(&app).await?;
    Ok(document)
}

/// Makes an old revision the latest draft. Readers see it only once it is published.
///
/// Missing images are left out with their frames, missing books leave their slider, and a slider by a missing category
/// becomes one by its books. The words stay.
#[utoipa::path(
    post, path = "/desk/items/{id}/restore", params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = DeskRestored), StaleRevision),
)]
pub async fn restore_desk_item(
    State(app): State<AppState>,
    Editor(by): Editor,
    Path(id): Path<DocumentId>,
    Json(sent): Json<DeskRestore>,
) -> ApiResult<Json<DeskRestored>> {
    let (_, old) = find_revision(&mut app.db.read().await?, id, sent.from).await?;
    let old = clean(old).await?;
    let mut tx = app.db.write().await?;
    let (document, _) = lock_document(&mut tx, id).await?;
    let missing = references::missing(&app.catalogue.snapshot(), &mut tx, old.body()).await?;
    let left_out = missing.names();
    let restored = Save {
        based_on: Some(sent.revision),
        ..Save::new(document.identifier, 0, old.without(&missing), Some(by.editor))
    };
    let saved = save(&mut tx, restored, by.now).await;
    if let Ok(saved) = &saved {
        let detail = if left_out.is_empty() { json!({}) } else { json!({ "leftOut": left_out }) };
        let revisions = (Some(sent.from), Some(saved.latest_revision));
        record_action(&mut tx, Some(by.editor), id.uuid(), "restore", revisions, detail, by.now).await?;
    }
    let Json(document) = finish(&app.catalogue, tx, id, saved).await?;
    Ok(Json(DeskRestored { document, left_out }))
}
