//! What editors look at: the list, an item, its history.

use axum::extract::State;
use heliriiul_db::DocumentId;
use serde::Deserialize;
use utoipa::IntoParams;

use super::wire::{DeskDocument, DeskItem, DeskRevision, DeskRevisionBody};
use crate::{
    auth::Editor,
    content::audit::{self, DeskAudit},
    error::responses::{EditorOnly, NoSuchId, Unreadable},
    error::{ApiError, ApiResult, Problem},
    extract::{Json, Path, Query},
    state::AppState,
};

/// All items, published or not, by kind and in the order that readers see them.
#[utoipa::path(
    get,
    path = "/desk/items",
    tag = "desk",
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = [DeskItem]),
        EditorOnly,
    )
)]
pub async fn list_desk_items(State(app): State<AppState>, _: Editor) -> ApiResult<Json<Vec<DeskItem>>> {
    let mut tx = app.db.read().await?;
    let items = heliriiul_cms::list_items(&mut tx).await?;
    Ok(Json(items.into_iter().map(DeskItem::from).collect()))
}

/// An item with its newest body.
#[utoipa::path(
    get,
    path = "/desk/items/{id}",
    tag = "desk",
    params(("id" = uuid::Uuid, Path)),
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = DeskDocument),
        Unreadable, EditorOnly, NoSuchId,
    )
)]
pub async fn find_desk_item(
    State(app): State<AppState>,
    _: Editor,
    Path(id): Path<DocumentId>,
) -> ApiResult<Json<DeskDocument>> {
    let mut tx = app.db.read().await?;
    let (item, body) = heliriiul_cms::find_item(&mut tx, id).await?;
    Ok(Json(DeskDocument::new(&app, &mut tx, item, body).await?))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct RevisionsQuery {
    /// Only revisions of lower numbers: those that follow in the list.
    #[param(minimum = 1)]
    before: Option<i64>,
}

/// The newest 200 revisions of an item, or the 200 before one, newest first.
#[utoipa::path(
    get,
    path = "/desk/items/{id}/revisions",
    tag = "desk",
    params(("id" = uuid::Uuid, Path), RevisionsQuery),
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = [DeskRevision]),
        Unreadable, EditorOnly, NoSuchId,
        (status = 422, description = "A parameter does not meet its rule", body = Problem),
    )
)]
pub async fn list_desk_revisions(
    State(app): State<AppState>,
    _: Editor,
    Path(id): Path<DocumentId>,
    Query(query): Query<RevisionsQuery>,
) -> ApiResult<Json<Vec<DeskRevision>>> {
    let mut tx = app.db.read().await?;
    let revisions = heliriiul_cms::list_revisions(&mut tx, id, query.before).await?;
    if revisions.is_empty() && query.before.is_none() {
        // Each item has at least one.
        return Err(ApiError::not_found("There is no such item."));
    }
    Ok(Json(revisions.into_iter().map(DeskRevision::from).collect()))
}

/// A revision with its body.
#[utoipa::path(
    get,
    path = "/desk/items/{id}/revisions/{revision}",
    tag = "desk",
    params(("id" = uuid::Uuid, Path), ("revision" = i64, Path, minimum = 1)),
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = DeskRevisionBody),
        Unreadable, EditorOnly, NoSuchId,
    )
)]
pub async fn find_desk_revision(
    State(app): State<AppState>,
    _: Editor,
    Path((id, revision)): Path<(DocumentId, i64)>,
) -> ApiResult<Json<DeskRevisionBody>> {
    let mut tx = app.db.read().await?;
    let found = heliriiul_cms::find_revision(&mut tx, id, revision).await?;
    Ok(Json(DeskRevisionBody::new(&app, &mut tx, found).await?))
}

/// The newest 200 acts on an item, newest first.
#[utoipa::path(
    get,
    path = "/desk/items/{id}/audit",
    tag = "desk",
    params(("id" = uuid::Uuid, Path)),
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = [DeskAudit]),
        Unreadable, EditorOnly, NoSuchId,
    )
)]
pub async fn list_desk_audit(
    State(app): State<AppState>,
    _: Editor,
    Path(id): Path<DocumentId>,
) -> ApiResult<Json<Vec<DeskAudit>>> {
    let mut tx = app.db.read().await?;
    heliriiul_cms::find_item(&mut tx, id).await?;
    Ok(Json(audit::list(&mut tx, id.uuid()).await?))
}
