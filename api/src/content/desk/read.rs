//! The desk's calls that read documents: the list, one document, its revisions, its audit log, what it may link to, and
//! who else has it open.

use axum::extract::State;
use heliriiul_cms::{
    DocumentState, PresentEditor, RevisionState, find_document, find_revision, list_documents,
    list_revisions, record_presence,
};
use heliriiul_db::DocumentId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{
    references::{self, DeskRef},
    wire::{DeskContent, DeskDocument, DeskRevisionBody},
};
use crate::{
    audit::{self, DeskAudit},
    auth::{BackgroundEditor, Editor, Now},
    error::{ApiError, ApiResult, responses::BadParameter},
    extract::{Json, Path, Query},
    state::AppState,
};

/// How many link targets a list holds.
const LISTED: usize = 20;
const MAX_QUERY: usize = 200;

/// All documents, published or not, by kind and in their order.
#[utoipa::path(get, path = "/desk/items", responses((status = 200, body = [DocumentState])))]
pub async fn list_desk_items(State(app): State<AppState>, _: Editor) -> ApiResult<Json<Vec<DocumentState>>> {
    Ok(Json(list_documents(&mut app.db.read().await?).await?))
}

/// A document with its latest body.
#[utoipa::path(
    get, path = "/desk/items/{id}", params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = DeskDocument)),
)]
pub async fn find_desk_item(
    State(app): State<AppState>,
    _: Editor,
    Path(id): Path<DocumentId>,
) -> ApiResult<Json<DeskDocument>> {
    let mut tx = app.db.read().await?;
    let found = find_document(&mut tx, id).await?;
    Ok(Json(DeskDocument::load(&app.catalogue.snapshot(), &mut tx, found).await?))
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
    get, path = "/desk/items/{id}/revisions", params(("id" = uuid::Uuid, Path), RevisionsQuery),
    responses((status = 200, body = [RevisionState]), BadParameter),
)]
pub async fn list_desk_revisions(
    State(app): State<AppState>,
    _: Editor,
    Path(id): Path<DocumentId>,
    Query(query): Query<RevisionsQuery>,
) -> ApiResult<Json<Vec<RevisionState>>> {
    let revisions = list_revisions(&mut app.db.read().await?, id, query.before).await?;
    if revisions.is_empty() && query.before.is_none() {
        // Each document has at least one.
        return Err(ApiError::not_found("There is no such document."));
    }
    Ok(Json(revisions))
}

/// A revision with its body.
#[utoipa::path(
    get, path = "/desk/items/{id}/revisions/{revision}",
    params(("id" = uuid::Uuid, Path), ("revision" = i64, Path, minimum = 1)),
    responses((status = 200, body = DeskRevisionBody)),
)]
pub async fn find_desk_revision(
    State(app): State<AppState>,
    _: Editor,
    Path((id, revision)): Path<(DocumentId, i64)>,
) -> ApiResult<Json<DeskRevisionBody>> {
    let mut tx = app.db.read().await?;
    let (revision, body) = find_revision(&mut tx, id, revision).await?;
    let content = DeskContent::load(&app.catalogue.snapshot(), &mut tx, body).await?;
    Ok(Json(DeskRevisionBody { revision, content }))
}

/// The newest 200 actions on a document, newest first.
#[utoipa::path(
    get, path = "/desk/items/{id}/audit", params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = [DeskAudit])),
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

#[derive(Deserialize, IntoParams)]
pub struct TargetQuery {
    /// A part of a title; empty: the pages.
    #[serde(default)]
    #[param(max_length = 200)]
    q: String,
}

/// Pages, books and categories that a document may link to, by a part of their names; at most 20.
#[utoipa::path(
    get, path = "/desk/targets", params(TargetQuery),
    responses((status = 200, body = [DeskRef]), BadParameter),
)]
pub async fn find_desk_targets(
    State(app): State<AppState>,
    _: Editor,
    Query(query): Query<TargetQuery>,
) -> ApiResult<Json<Vec<DeskRef>>> {
    if query.q.chars().count() > MAX_QUERY {
        return Err(ApiError::field("q", "too-long"));
    }
    let mut tx = app.db.read().await?;
    let text = query.q.trim().to_lowercase();
    let has = |title: &str| title.to_lowercase().contains(&text);
    let pages = references::pages(&mut tx).await?.into_iter();
    let pages = pages.filter(|page| page.archived_at.is_none() && has(&page.title));
    let mut found: Vec<DeskRef> = pages.map(references::page).collect();
    if !text.is_empty() {
        let catalogue = app.catalogue.snapshot();
        let categories = catalogue.categories().iter().filter(|category| has(&category.name));
        found.extend(categories.filter_map(|category| references::category(&catalogue, category.id)));
        // The search index finds words without their diacritics; hidden books are not in it.
        let hits = app.search.ids(&query.q).await.unwrap_or_default();
        let by_name = catalogue.all().filter(|entry| {
            let card = &entry.book.card;
            !hits.contains(&entry.id()) && (has(&card.title) || has(&card.author))
        });
        let books = hits.iter().copied().chain(by_name.map(|entry| entry.id()));
        found.extend(books.filter_map(|id| references::book(&catalogue, id)).take(LISTED));
    }
    found.truncate(LISTED);
    Ok(Json(found))
}

/// The editing session in one tab.
#[derive(Deserialize, ToSchema)]
pub struct DeskEditing {
    pub editing: Uuid,
}

/// The other editors who have the document open.
#[derive(Serialize, ToSchema)]
pub struct DeskPresence {
    pub others: Vec<PresentEditor>,
}

/// Records for 30 s that the caller has the document open, and returns who else has.
#[utoipa::path(
    post, path = "/desk/items/{id}/presence", params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = DeskPresence), (status = 404, description = "The address holds no id")),
)]
pub async fn be_present_at_desk_item(
    State(app): State<AppState>,
    BackgroundEditor(editor): BackgroundEditor,
    Now(now): Now,
    Path(id): Path<DocumentId>,
    Json(sent): Json<DeskEditing>,
) -> ApiResult<Json<DeskPresence>> {
    let mut tx = app.db.write().await?;
    let others = record_presence(&mut tx, id, sent.editing, editor.id, now).await?;
    tx.commit().await?;
    Ok(Json(DeskPresence { others }))
}
