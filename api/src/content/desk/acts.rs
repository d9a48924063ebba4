//! What editors do: make, save, publish, take down. Each act answers the item as it is after it.

use axum::{extract::State, http::StatusCode};
use heliriiul_cms::{ANNOUNCEMENT, AuditEntry, Body, CleanBody, CmsError, Save};
use heliriiul_db::{DocumentId, Timestamp, Tx, UserId};

use super::wire::{self, DeskAct, DeskDocument, DeskKind, DeskSave, NewDeskItem};
use crate::{
    auth::{Editor, Now},
    catalogue, change_feed,
    error::responses::{EditorOnly, JsonBody, NoSuchId},
    error::{ApiError, ApiResult, Code, Problem},
    extract::{Json, Path},
    state::AppState,
};

/// Makes an item, as a draft. The store has one announcement: its identifier is `announcement`.
#[utoipa::path(
    post,
    path = "/desk/items",
    tag = "desk",
    request_body = NewDeskItem,
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 201, body = DeskDocument),
        JsonBody, EditorOnly,
        (status = 409, description = "The identifier is taken", body = Problem),
    )
)]
pub async fn create_desk_item(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Json(new): Json<NewDeskItem>,
) -> ApiResult<(StatusCode, Json<DeskDocument>)> {
    let mut tx = app.db.read().await?;
    let body = wire::linked(&mut tx, new.kind, new.body).await?;
    drop(tx);
    let body = cleaned(body.read(new.kind)?).await?;
    let mut tx = app.db.write().await?;
    check_links(&app, &mut tx, body.body()).await?;
    let position = heliriiul_cms::next_position(&mut tx, new.kind.into()).await?;
    let save = Save {
        identifier: new.identifier,
        position,
        body,
        author: Some(editor.id),
        based_on: None,
        editing: None,
        step: None,
        autosaved: false,
    };
    let made = heliriiul_cms::save(&mut tx, save, now).await.map_err(|error| match error {
        CmsError::Stale { .. } if new.kind == DeskKind::Announcement => {
            ApiError::new(Code::Conflict, format!("The store has its one {ANNOUNCEMENT}."))
        }
        CmsError::Stale { .. } => ApiError::new(Code::Conflict, "The identifier is taken."),
        other => other.into(),
    })?;
    note(&mut tx, editor.id, made.id, "create", (None, Some(made.latest_revision)), now).await?;
    let document = document(&app, &mut tx, made.id).await?;
    tx.commit().await?;
    Ok((StatusCode::CREATED, Json(document)))
}

/// Saves a new revision. Readers see it only once it is published.
///
/// A save of the very text that is newest changes nothing and is no conflict: it may be one that was sent again.
#[utoipa::path(
    put,
    path = "/desk/items/{id}",
    tag = "desk",
    params(("id" = uuid::Uuid, Path)),
    request_body = DeskSave,
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = DeskDocument),
        JsonBody, EditorOnly, NoSuchId,
        (status = 409, description = "Another revision has been saved since; it is in `current`", body = Problem),
    )
)]
pub async fn save_desk_item(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Path(id): Path<DocumentId>,
    Json(sent): Json<DeskSave>,
) -> ApiResult<Json<DeskDocument>> {
    let mut tx = app.db.read().await?;
    let (item, _) = heliriiul_cms::find_item(&mut tx, id).await?;
    let body = wire::linked(&mut tx, item.kind.into(), sent.body).await?;
    drop(tx);
    let body = cleaned(body.read(item.kind.into())?).await?;
    let mut tx = app.db.write().await?;
    let (item, newest) = heliriiul_cms::hold_item(&mut tx, id).await?;
    let newest_revision = item.latest_revision;
    // Back at the newest text, which an earlier save of the opening that is still on its way must not go over.
    let is_noted = match sent.editing.zip(sent.step) {
        Some((editing, step)) if newest == *body.body() && step > 1 => {
            heliriiul_cms::note_step(&mut tx, id, newest_revision, editing, step).await?
                || sent.based_on != newest_revision
        }
        _ => true,
    };
    if newest == *body.body() && is_noted {
        // What was saved while writing is meant to stay now.
        if !sent.autosave && heliriiul_cms::keep(&mut tx, id, newest_revision).await? {
            let revisions = (Some(newest_revision), Some(newest_revision));
            note(&mut tx, editor.id, id, "save", revisions, now).await?;
        }
        let document = DeskDocument::new(&app, &mut tx, item, newest).await?;
        tx.commit().await?;
        return Ok(Json(document));
    }
    check_links(&app, &mut tx, body.body()).await?;
    let save = Save {
        identifier: item.identifier,
        position: 0,
        body,
        author: Some(editor.id),
        based_on: Some(sent.based_on),
        editing: sent.editing,
        step: sent.step,
        autosaved: sent.autosave,
    };
    let saved = heliriiul_cms::save(&mut tx, save, now).await;
    if let (Ok(saved), false) = (&saved, sent.autosave) {
        let revisions = (Some(sent.based_on), Some(saved.latest_revision));
        note(&mut tx, editor.id, id, "save", revisions, now).await?;
    }
    let saved = saved.map(|_| ());
    let document = outcome(&app, &mut tx, id, saved).await?;
    tx.commit().await?;
    Ok(Json(document))
}

/// Shows the newest revision to readers; `revision` names it.
#[utoipa::path(
    post,
    path = "/desk/items/{id}/publish",
    tag = "desk",
    params(("id" = uuid::Uuid, Path)),
    request_body = DeskAct,
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
    Json(act): Json<DeskAct>,
) -> ApiResult<Json<DeskDocument>> {
    let mut tx = app.db.write().await?;
    let (item, _) = heliriiul_cms::hold_item(&mut tx, id).await?;
    check_alt(&mut tx, id, act.revision).await?;
    let published = heliriiul_cms::publish(&mut tx, id, act.revision, now).await;
    if matches!(published, Ok(true)) {
        let revisions = (item.published_revision, Some(act.revision));
        note(&mut tx, editor.id, id, "publish", revisions, now).await?;
    }
    let document = outcome(&app, &mut tx, id, published.map(|_| ())).await?;
    tx.commit().await?;
    change_feed::catch_up(&app).await?;
    Ok(Json(document))
}

/// Takes the item away from readers; `revision` names the one that they see. Its text stays a draft.
#[utoipa::path(
    post,
    path = "/desk/items/{id}/take-down",
    tag = "desk",
    params(("id" = uuid::Uuid, Path)),
    request_body = DeskAct,
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = DeskDocument),
        JsonBody, EditorOnly, NoSuchId,
        (status = 409, description = "Another revision has been published since; the newest is in `current`", body = Problem),
    )
)]
pub async fn take_down_desk_item(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Path(id): Path<DocumentId>,
    Json(act): Json<DeskAct>,
) -> ApiResult<Json<DeskDocument>> {
    let mut tx = app.db.write().await?;
    heliriiul_cms::hold_item(&mut tx, id).await?;
    let taken = heliriiul_cms::take_down(&mut tx, id, act.revision, now).await;
    if matches!(taken, Ok(true)) {
        note(&mut tx, editor.id, id, "take-down", (Some(act.revision), None), now).await?;
    }
    let document = outcome(&app, &mut tx, id, taken.map(|_| ())).await?;
    tx.commit().await?;
    change_feed::catch_up(&app).await?;
    Ok(Json(document))
}

/// Notes an act; it goes down with the transaction when the act is refused.
pub(super) async fn note(
    tx: &mut Tx,
    actor: UserId,
    id: DocumentId,
    act: &str,
    (from_revision, to_revision): (Option<i64>, Option<i64>),
    now: Timestamp,
) -> ApiResult<()> {
    let entry = AuditEntry {
        actor: Some(actor),
        subject: "document",
        subject_id: id.uuid(),
        act,
        from_revision,
        to_revision,
        detail: serde_json::json!({}),
    };
    Ok(heliriiul_cms::audit(tx, entry, now).await?)
}

/// Refuses to show readers a picture that says nothing to those who do not see it. Of a revision that is not the newest
/// nothing is said: that it comes too late is what the editor must hear.
pub(super) async fn check_alt(tx: &mut Tx, id: DocumentId, revision: i64) -> ApiResult<()> {
    let (item, body) = heliriiul_cms::find_item(tx, id).await?;
    if item.latest_revision == revision && heliriiul_cms::marks(body.html()).alt_missing {
        return Err(ApiError::field("body.content", "alt-missing"));
    }
    Ok(())
}

/// The item after an act; for one that came too late a conflict that shows the item as others have left it.
pub(super) async fn outcome(
    app: &AppState,
    tx: &mut Tx,
    id: DocumentId,
    done: Result<(), CmsError>,
) -> ApiResult<DeskDocument> {
    let late = match done {
        Ok(()) => None,
        Err(error @ (CmsError::Stale { .. } | CmsError::Shown)) => Some(error),
        Err(other) => return Err(other.into()),
    };
    let document = document(app, tx, id).await?;
    match late {
        None => Ok(document),
        Some(error) => Err(ApiError::from(error).with("current", document)),
    }
}

async fn document(app: &AppState, tx: &mut Tx, id: DocumentId) -> ApiResult<DeskDocument> {
    let (item, body) = heliriiul_cms::find_item(tx, id).await?;
    DeskDocument::new(app, tx, item, body).await
}

/// Cleans off the async threads: a long text takes a while.
pub(super) async fn cleaned(body: Body) -> ApiResult<CleanBody> {
    tokio::task::spawn_blocking(move || body.cleaned()).await.map_err(ApiError::internal)
}

/// Refuses a row of books that names a book or a category that is not there.
async fn check_links(app: &AppState, tx: &mut Tx, body: &Body) -> ApiResult<()> {
    let Body::Slider(slider) = body else { return Ok(()) };
    if let Some(category) = slider.rule.as_ref().and_then(|rule| rule.category_id)
        && !catalogue::lock_category(tx, category).await?
    {
        return Err(ApiError::field("body.rule.categoryId", "not-found"));
    }
    let catalogue = app.catalogue.snapshot();
    match slider.books.iter().position(|&id| catalogue.book(id).is_none()) {
        Some(index) => Err(ApiError::field(format!("body.bookIds[{index}]"), "not-found")),
        None => Ok(()),
    }
}
