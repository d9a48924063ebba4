//! The desk's calls that read documents: the list, one document, its revisions, its audit log.

use axum::extract::State;
use heliriiul_cms::{find_document, find_revision, list_documents, list_revisions};
use heliriiul_db::DocumentId;
use serde::Deserialize;
use utoipa::IntoParams;

use super::wire::{DeskDocument, DeskDocumentSummary, DeskRevision, DeskRevisionBody};
use crate::{
    audit::{self, DeskAudit},
    auth::Editor,
    error::responses::{EditorOnly, NoSuchId, Unreadable},
    error::{ApiError, ApiResult, Problem},
    extract::{Json, Path, Query},
    state::AppState,
};

/// All documents, published or not, by kind and in their order.
#[utoipa::path(
    get, path = "/desk/items", tag = "desk",
    responses((status = 200, body = [DeskDocumentSummary]), EditorOnly),
)]
pub async fn list_desk_items(
    State(app): State<AppState>,
    _: Editor,
) -> ApiResult<Json<Vec<DeskDocumentSummary>>> {
    let mut tx = app.db.read().await?;
    let documents = list_documents(&mut tx).await?;
    Ok(Json(documents.into_iter().map(DeskDocumentSummary::from).collect()))
}

/// A document with its latest body.
#[utoipa::path(
    get, path = "/desk/items/{id}", tag = "desk", params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = DeskDocument), Unreadable, EditorOnly, NoSuchId),
)]
pub async fn find_desk_item(
    State(app): State<AppState>,
    _: Editor,
    Path(id): Path<DocumentId>,
) -> ApiResult<Json<DeskDocument>> {
    let mut tx = app.db.read().await?;
    let (state, body) = find_document(&mut tx, id).await?;
    Ok(Json(DeskDocument::load(&app.catalogue.snapshot(), &mut tx, state, body).await?))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct RevisionsQuery {
    /// Only revisions with a lower number, which follow in the list.
    #[param(minimum = 1)]
    before: Option<i64>,
}

/// The newest 200 revisions of a document, or the 200 before one, newest first.
#[utoipa::path(
    get, path = "/desk/items/{id}/revisions", tag = "desk", params(("id" = uuid::Uuid, Path), RevisionsQuery),
    responses(
        (status = 200, body = [DeskRevision]), Unreadable, EditorOnly, NoSuchId,
        (status = 422, description = "A parameter does not meet its rule", body = Problem),
    ),
)]
pub async fn list_desk_revisions(
    State(app): State<AppState>,
    _: Editor,
    Path(id): Path<DocumentId>,
    Query(query): Query<RevisionsQuery>,
) -> ApiResult<Json<Vec<DeskRevision>>> {
    let mut tx = app.db.read().await?;
    let revisions = list_revisions(&mut tx, id, query.before).await?;
    if revisions.is_empty() && query.before.is_none() {
        // Each document has at least one.
        return Err(ApiError::not_found("There is no such document."));
    }
    Ok(Json(revisions.into_iter().map(DeskRevision::from).collect()))
}

/// A revision with its body.
#[utoipa::path(
    get, path = "/desk/items/{id}/revisions/{revision}", tag = "desk",
    params(("id" = uuid::Uuid, Path), ("revision" = i64, Path, minimum = 1)),
    responses((status = 200, body = DeskRevisionBody), Unreadable, EditorOnly, NoSuchId),
)]
pub async fn find_desk_revision(
    State(app): State<AppState>,
    _: Editor,
    Path((id, revision)): Path<(DocumentId, i64)>,
) -> ApiResult<Json<DeskRevisionBody>> {
    let mut tx = app.db.read().await?;
    let (state, body) = find_revision(&mut tx, id, revision).await?;
    Ok(Json(DeskRevisionBody::load(&app.catalogue.snapshot(), &mut tx, state, body).await?))
}

/// The newest 200 actions on a document, newest first.
#[utoipa::path(
    get, path = "/desk/items/{id}/audit", tag = "desk", params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = [DeskAudit]), Unreadable, EditorOnly, NoSuchId),
)]
pub async fn list_desk_audit(
    State(app): State<AppState>,
    _: Editor,
    Path(id): Path<DocumentId>,
) -> ApiResult<Json<Vec<DeskAudit>>> {
    let mut tx = app.db.read().await?;
    find_document(&mut tx, id).await?;
    Ok(Json(audit::list(&mut tx, id.uuid()).await?))
}
