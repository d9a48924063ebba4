//! Acts on what readers will see: schedules, another address for a page.

use axum::extract::State;
use heliriiul_cms::Plan;
use heliriiul_db::{DocumentId, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    acts::{check_alt, outcome},
    wire::{DeskDocument, DeskKind},
};
use crate::{
    auth::{Editor, Now},
    change_feed,
    error::responses::{EditorOnly, JsonBody, NoSuchId},
    error::{ApiResult, Problem},
    extract::{Json, Path},
    state::AppState,
};

/// When an item goes up and down; both null: there is no plan.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskPlan {
    /// The newest one; it is what goes up.
    #[schema(minimum = 1)]
    pub revision: i64,
    #[serde(default)]
    pub publish_at: Option<Timestamp>,
    #[serde(default)]
    pub take_down_at: Option<Timestamp>,
}

/// Plans when the newest revision goes up, and when what is live goes down. Another plan takes its place.
#[utoipa::path(
    post,
    path = "/desk/items/{id}/schedule",
    tag = "desk",
    params(("id" = uuid::Uuid, Path)),
    request_body = DeskPlan,
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = DeskDocument),
        JsonBody, EditorOnly, NoSuchId,
        (status = 409, description = "Another revision has been saved since; it is in `current`", body = Problem),
    )
)]
pub async fn schedule_desk_item(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Path(id): Path<DocumentId>,
    Json(sent): Json<DeskPlan>,
) -> ApiResult<Json<DeskDocument>> {
    let mut tx = app.db.write().await?;
    heliriiul_cms::hold_item(&mut tx, id).await?;
    if sent.publish_at.is_some() {
        check_alt(&mut tx, id, sent.revision).await?;
    }
    let plan = Plan { publish_at: sent.publish_at, take_down_at: sent.take_down_at };
    let planned = heliriiul_cms::schedule(&mut tx, id, sent.revision, plan, editor.id, now).await;
    let document = outcome(&app, &mut tx, id, planned).await?;
    tx.commit().await?;
    Ok(Json(document))
}

/// Another address for a page.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskAddress {
    /// Lower-case letters, digits and hyphens.
    #[schema(min_length = 1, max_length = 80, example = "kinkekaart")]
    pub identifier: String,
}

/// Gives a page another address at once; the old one leads there (301).
#[utoipa::path(
    put,
    path = "/desk/items/{id}/identifier",
    tag = "desk",
    params(("id" = uuid::Uuid, Path)),
    request_body = DeskAddress,
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = DeskDocument),
        JsonBody, EditorOnly, NoSuchId,
        (status = 409, description = "Another page has the address", body = Problem),
        (status = 422, description = "No page may have the address", body = Problem),
    )
)]
pub async fn rename_desk_page(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Path(id): Path<DocumentId>,
    Json(sent): Json<DeskAddress>,
) -> ApiResult<Json<DeskDocument>> {
    let mut tx = app.db.write().await?;
    heliriiul_cms::rename_page(&mut tx, id, &sent.identifier, editor.id, now).await?;
    let document = outcome(&app, &mut tx, id, Ok(())).await?;
    tx.commit().await?;
    change_feed::catch_up(&app).await?;
    Ok(Json(document))
}

/// What is planned for one moment.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskPlanned {
    pub id: DocumentId,
    pub kind: DeskKind,
    pub identifier: String,
    pub title: String,
    pub at: Timestamp,
    pub act: DeskPlannedAct,
    /// What goes up.
    pub revision: Option<i64>,
}

/// What happens at a planned moment.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DeskPlannedAct {
    Publish,
    TakeDown,
}

/// What goes up and down when, the soonest first.
#[utoipa::path(
    get,
    path = "/desk/schedule",
    tag = "desk",
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = [DeskPlanned]),
        EditorOnly,
    )
)]
pub async fn list_desk_schedule(State(app): State<AppState>, _: Editor) -> ApiResult<Json<Vec<DeskPlanned>>> {
    let mut tx = app.db.read().await?;
    let mut planned = Vec::new();
    for item in heliriiul_cms::list_planned(&mut tx).await? {
        let moments = [
            (item.publish_at, DeskPlannedAct::Publish, item.scheduled_revision),
            (item.take_down_at, DeskPlannedAct::TakeDown, None),
        ];
        for (at, act, revision) in moments {
            let Some(at) = at else { continue };
            let (identifier, title) = (item.identifier.clone(), item.title.clone());
            planned.push(DeskPlanned {
                id: item.id,
                kind: item.kind.into(),
                identifier,
                title,
                at,
                act,
                revision,
            });
        }
    }
    planned.sort_by_key(|planned| planned.at);
    Ok(Json(planned))
}
