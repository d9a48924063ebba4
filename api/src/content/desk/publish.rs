//! What readers see: publishing documents, taking them down, when either happens, the archive, and the order.

use axum::extract::State;
use heliriiul_cms::{
    DocumentState, Kind, Schedule, archive, list_documents, lock_document, order, publish, schedule,
    take_down, unarchive,
};
use heliriiul_db::{DocumentId, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    finish::{check_alt, finish, note},
    wire::{DeskDocument, DeskRevisionRef},
};
use crate::{
    auth::Editor,
    change_feed,
    error::{ApiResult, responses::StaleRevision},
    extract::{Json, Path},
    state::AppState,
};

/// Publishes the latest revision; `revision` names it.
#[utoipa::path(
    post, path = "/desk/items/{id}/publish", params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = DeskDocument), StaleRevision),
)]
pub async fn publish_desk_item(
    State(app): State<AppState>,
    Editor(by): Editor,
    Path(id): Path<DocumentId>,
    Json(DeskRevisionRef { revision }): Json<DeskRevisionRef>,
) -> ApiResult<Json<DeskDocument>> {
    let mut tx = app.db.write().await?;
    let (document, body) = lock_document(&mut tx, id).await?;
    check_alt(&document, &body, revision)?;
    let published = publish(&mut tx, id, revision, by.now).await;
    if matches!(published, Ok(true)) {
        let revisions = (document.published_revision, Some(revision));
        note(&mut tx, by, id, "publish", revisions).await?;
    }
    let document = finish(&app.catalogue, tx, id, published).await?;
    change_feed::apply_pending(&app).await?;
    Ok(document)
}

/// Takes the published revision down; `revision` names it. Its text stays a draft.
#[utoipa::path(
    post, path = "/desk/items/{id}/take-down", params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 200, body = DeskDocument),
        (status = 409, description = "Another revision has been published since; the latest is in `current`"),
    ),
)]
pub async fn take_down_desk_item(
    State(app): State<AppState>,
    Editor(by): Editor,
    Path(id): Path<DocumentId>,
    Json(DeskRevisionRef { revision }): Json<DeskRevisionRef>,
) -> ApiResult<Json<DeskDocument>> {
    let mut tx = app.db.write().await?;
    let taken_down = take_down(&mut tx, id, revision, by.now).await;
    if matches!(taken_down, Ok(true)) {
        note(&mut tx, by, id, "take-down", (Some(revision), None)).await?;
    }
    let document = finish(&app.catalogue, tx, id, taken_down).await?;
    change_feed::apply_pending(&app).await?;
    Ok(document)
}

/// Archives a document with all its revisions; its identifier stays taken. Publishing or scheduling it takes it out.
#[utoipa::path(
    post, path = "/desk/items/{id}/archive", params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 200, body = DeskDocument),
        (status = 409, description = "The document is published or scheduled; it is in `current`"),
    ),
)]
pub async fn archive_desk_item(
    State(app): State<AppState>,
    Editor(by): Editor,
    Path(id): Path<DocumentId>,
) -> ApiResult<Json<DeskDocument>> {
    let mut tx = app.db.write().await?;
    let archived = archive(&mut tx, id, by.now).await;
    if matches!(archived, Ok(true)) {
        note(&mut tx, by, id, "archive", (None, None)).await?;
    }
    finish(&app.catalogue, tx, id, archived).await
}

/// Takes a document out of the archive, as a draft.
#[utoipa::path(
    post, path = "/desk/items/{id}/unarchive", params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = DeskDocument)),
)]
pub async fn unarchive_desk_item(
    State(app): State<AppState>,
    Editor(by): Editor,
    Path(id): Path<DocumentId>,
) -> ApiResult<Json<DeskDocument>> {
    let mut tx = app.db.write().await?;
    if unarchive(&mut tx, id).await? {
        note(&mut tx, by, id, "unarchive", (None, None)).await?;
    }
    finish(&app.catalogue, tx, id, Ok(())).await
}

/// When a document is published and taken down; both null: it has no schedule.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskSchedule {
    /// The latest one, which will be published.
    #[schema(minimum = 1)]
    pub revision: i64,
    pub publish_at: Option<Timestamp>,
    pub take_down_at: Option<Timestamp>,
}

/// Replaces the schedule of a document: when the latest revision is published, and when the published one is taken down.
#[utoipa::path(
    post, path = "/desk/items/{id}/schedule", params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = DeskDocument), StaleRevision),
)]
pub async fn schedule_desk_item(
    State(app): State<AppState>,
    Editor(by): Editor,
    Path(id): Path<DocumentId>,
    Json(sent): Json<DeskSchedule>,
) -> ApiResult<Json<DeskDocument>> {
    let mut tx = app.db.write().await?;
    let (document, body) = lock_document(&mut tx, id).await?;
    if sent.publish_at.is_some() {
        check_alt(&document, &body, sent.revision)?;
    }
    let times = Schedule { publish_at: sent.publish_at, take_down_at: sent.take_down_at };
    let scheduled = schedule(&mut tx, id, sent.revision, times, by.editor, by.now).await;
    finish(&app.catalogue, tx, id, scheduled).await
}

/// What happens to a document at one time.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskScheduled {
    pub id: DocumentId,
    pub kind: Kind,
    pub identifier: String,
    pub title: String,
    pub at: Timestamp,
    pub act: DeskScheduledAction,
    /// The revision that is published.
    pub revision: Option<i64>,
}

/// What happens at the time.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DeskScheduledAction {
    Publish,
    TakeDown,
}

/// What is published and taken down when, the soonest first.
#[utoipa::path(get, path = "/desk/schedule", responses((status = 200, body = [DeskScheduled])))]
pub async fn list_desk_schedule(
    State(app): State<AppState>,
    _: Editor,
) -> ApiResult<Json<Vec<DeskScheduled>>> {
    let mut tx = app.db.read().await?;
    let mut scheduled = Vec::new();
    for document in list_documents(&mut tx).await? {
        let times = [
            (document.publish_at, DeskScheduledAction::Publish, document.scheduled_revision),
            (document.take_down_at, DeskScheduledAction::TakeDown, None),
        ];
        for (at, act, revision) in times {
            let Some(at) = at else { continue };
            let (identifier, title) = (document.identifier.clone(), document.title.clone());
            let (id, kind) = (document.id, document.kind);
            scheduled.push(DeskScheduled { id, kind, identifier, title, at, act, revision });
        }
    }
    scheduled.sort_by_key(|scheduled| scheduled.at);
    Ok(Json(scheduled))
}

/// The kinds whose order readers see.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DeskOrderedKind {
    Slider,
    Page,
}

/// Documents in their new order.
#[derive(Deserialize, ToSchema)]
pub struct DeskOrder {
    /// All of the kind, or some: the others follow in their previous order.
    pub ids: Vec<DocumentId>,
}

/// Orders the documents of a kind, which readers see at once. Returns all of the kind.
#[utoipa::path(
    put, path = "/desk/order/{kind}", params(("kind" = inline(DeskOrderedKind), Path)),
    responses(
        (status = 200, body = [DocumentState]), (status = 404, description = "A kind that has no order"),
        (status = 422, description = "An id stands twice (`ids`: `invalid`) or is none of the kind (`ids[0]`: `not-found`)"),
    ),
)]
pub async fn order_desk_items(
    State(app): State<AppState>,
    Editor(by): Editor,
    Path(kind): Path<DeskOrderedKind>,
    Json(sent): Json<DeskOrder>,
) -> ApiResult<Json<Vec<DocumentState>>> {
    let kind = match kind {
        DeskOrderedKind::Slider => Kind::Slider,
        DeskOrderedKind::Page => Kind::Page,
    };
    let mut tx = app.db.write().await?;
    order(&mut tx, kind, &sent.ids, by.editor, by.now).await?;
    let mut documents = list_documents(&mut tx).await?;
    documents.retain(|document| document.kind == kind);
    tx.commit().await?;
    change_feed::apply_pending(&app).await?;
    Ok(Json(documents))
}
