//! When documents are published and taken down.

use axum::extract::State;
use heliriiul_cms::{Kind, Schedule, list_documents, lock_document, schedule};
use heliriiul_db::{DocumentId, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    finish::{check_alt, finish},
    wire::DeskDocument,
};
use crate::{
    auth::{Editor, Now},
    error::responses::{EditorOnly, JsonBody, NoSuchId},
    error::{ApiResult, Problem},
    extract::{Json, Path},
    state::AppState,
};

/// When a document is published and taken down; both null: it has no schedule.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskSchedule {
    /// The latest one, which will be published.
    #[schema(minimum = 1)]
    pub revision: i64,
    #[serde(default)]
    pub publish_at: Option<Timestamp>,
    #[serde(default)]
    pub take_down_at: Option<Timestamp>,
}

/// Replaces the schedule of a document: when the latest revision is published, and when the published one is taken down.
#[utoipa::path(
    post, path = "/desk/items/{id}/schedule", tag = "desk", params(("id" = uuid::Uuid, Path)),
    request_body = DeskSchedule,
    responses(
        (status = 200, body = DeskDocument), JsonBody, EditorOnly, NoSuchId,
        (status = 409, description = "Another revision has been saved since; it is in `current`", body = Problem),
    ),
)]
pub async fn schedule_desk_item(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Path(id): Path<DocumentId>,
    Json(sent): Json<DeskSchedule>,
) -> ApiResult<Json<DeskDocument>> {
    let mut tx = app.db.write().await?;
    let (document, body) = lock_document(&mut tx, id).await?;
    if sent.publish_at.is_some() {
        check_alt(&document, &body, sent.revision)?;
    }
    let times = Schedule { publish_at: sent.publish_at, take_down_at: sent.take_down_at };
    let scheduled = schedule(&mut tx, id, sent.revision, times, editor.id, now).await;
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
#[utoipa::path(
    get, path = "/desk/schedule", tag = "desk",
    responses((status = 200, body = [DeskScheduled]), EditorOnly),
)]
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
