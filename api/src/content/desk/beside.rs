//! What stands beside a text while it is written: who else writes, how it will look, what it may link to.

use std::sync::Arc;

use axum::extract::State;
use heliriiul_cms::{CmsError, Kind};
use heliriiul_db::{DocumentId, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use super::{
    acts::cleaned,
    body::DeskBody,
    refs,
    wire::{self, DeskRef},
};
use crate::{
    auth::{Editor, EditorsTab, Now},
    content::{
        ContentSnapshot,
        preview::{PARAMETER, PREVIEW_LIFETIME, Preview},
        snapshot,
    },
    error::responses::{EditorOnly, JsonBody, NoSuchId, Unreadable},
    error::{ApiError, ApiResult, Problem},
    extract::{Json, Path, Query},
    state::AppState,
};

/// How many targets are offered.
const OFFERED: usize = 20;

const MAX_QUERY: usize = 200;

/// One opening of a text in one tab.
#[derive(Deserialize, ToSchema)]
pub struct DeskEditing {
    pub editing: Uuid,
}

/// Who else has the text open.
#[derive(Serialize, ToSchema)]
pub struct DeskPresence {
    pub others: Vec<DeskWriter>,
}

/// Somebody at the same text.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskWriter {
    pub name: String,
    pub seen_at: Timestamp,
}

/// Notes that the caller has the text open, and answers who else has. Forgotten after 30 s.
#[utoipa::path(
    post,
    path = "/desk/items/{id}/presence",
    tag = "desk",
    params(("id" = uuid::Uuid, Path)),
    request_body = DeskEditing,
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = DeskPresence),
        JsonBody, EditorOnly,
        (status = 404, description = "The address holds no id", body = Problem),
    )
)]
pub async fn be_present_at_desk_item(
    State(app): State<AppState>,
    EditorsTab(editor): EditorsTab,
    Now(now): Now,
    Path(id): Path<DocumentId>,
    Json(sent): Json<DeskEditing>,
) -> ApiResult<Json<DeskPresence>> {
    let mut tx = app.db.write().await?;
    let others = heliriiul_cms::be_present(&mut tx, id, sent.editing, editor.id, now).await?;
    tx.commit().await?;
    let others = others
        .into_iter()
        .filter_map(|present| Some(DeskWriter { name: present.author.name()?, seen_at: present.seen_at }));
    Ok(Json(DeskPresence { others: others.collect() }))
}

/// What a preview is to show.
#[derive(Deserialize, ToSchema)]
pub struct NewDeskPreview {
    /// Null: the newest at the time of looking.
    #[serde(default)]
    #[schema(minimum = 1)]
    pub revision: Option<i64>,
}

/// An address that shows the store with a draft, to whoever has it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskPreview {
    #[schema(example = "/kinkekaart?eelvaade=…")]
    pub url: String,
    pub expires_at: Timestamp,
}

/// Makes an address of a preview, which leads there for 24 hours.
#[utoipa::path(
    post,
    path = "/desk/items/{id}/preview",
    tag = "desk",
    params(("id" = uuid::Uuid, Path)),
    request_body = NewDeskPreview,
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = DeskPreview),
        JsonBody, EditorOnly, NoSuchId,
    )
)]
pub async fn preview_desk_item(
    State(app): State<AppState>,
    _: Editor,
    Now(now): Now,
    Path(id): Path<DocumentId>,
    Json(sent): Json<NewDeskPreview>,
) -> ApiResult<Json<DeskPreview>> {
    let item = if let Some(revision) = sent.revision {
        // Held, so that no save thins the revision out before it is kept.
        let mut tx = app.db.write().await?;
        let (item, _) = heliriiul_cms::hold_item(&mut tx, id).await?;
        heliriiul_cms::find_revision(&mut tx, id, revision).await?;
        heliriiul_cms::keep(&mut tx, id, revision).await?;
        tx.commit().await?;
        item
    } else {
        heliriiul_cms::find_item(&mut app.db.read().await?, id).await?.0
    };
    let expires_at = now.plus(PREVIEW_LIFETIME);
    let token = app.content.previews.sign(Preview { item: id, revision: sent.revision, expires: expires_at });
    // Blocks, rows and the announcement are seen on the home page.
    let path = if item.kind == Kind::Page { item.identifier } else { String::new() };
    Ok(Json(DeskPreview { url: format!("/{path}?{PARAMETER}={token}"), expires_at }))
}

/// A text as it stands in the editor, saved or not.
#[derive(Deserialize)]
pub struct UnsavedText {
    body: DeskBody,
}

/// The content as readers would see it with this text in place of what the preview's item holds; `None` when the item
/// is gone. Nothing is saved.
///
/// # Errors
/// `validation`, as of a save.
pub async fn unsaved_preview(
    app: &AppState,
    preview: Preview,
    UnsavedText { body }: UnsavedText,
) -> ApiResult<Option<Arc<ContentSnapshot>>> {
    let mut tx = app.db.read().await?;
    let kind = match heliriiul_cms::find_item(&mut tx, preview.item).await {
        Ok((item, _)) => item.kind.into(),
        Err(CmsError::NotFound) => return Ok(None),
        Err(error) => return Err(error.into()),
    };
    let body = wire::linked(&mut tx, kind, body).await?;
    drop(tx);
    let body = cleaned(body.read(kind)?).await?.into_body();
    let mut tx = app.db.read().await?;
    let mut content = heliriiul_cms::load_preview(&mut tx, preview.item, None).await?;
    if let Some(item) = content.items.iter_mut().find(|item| item.id == preview.item) {
        item.body = body;
    }
    Ok(Some(Arc::new(snapshot::build(app, &mut tx, content).await?)))
}

#[derive(Deserialize, IntoParams)]
pub struct TargetQuery {
    /// A part of a title; empty: the pages.
    #[serde(default)]
    #[param(max_length = 200)]
    q: String,
}

/// Pages, books and categories that a text may link to, by a part of their names; at most 20.
#[utoipa::path(
    get,
    path = "/desk/targets",
    tag = "desk",
    params(TargetQuery),
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = [DeskRef]),
        Unreadable, EditorOnly,
        (status = 422, description = "A parameter does not meet its rule", body = Problem),
    )
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
    let pages = refs::pages(&mut tx).await?.into_iter();
    let offered = pages.filter(|page| page.archived_at.is_none() && has(&page.title));
    let mut found: Vec<DeskRef> = offered.map(refs::page).collect();
    if !text.is_empty() {
        let catalogue = app.catalogue.snapshot();
        let categories = catalogue.categories().iter().filter(|category| has(&category.name));
        found.extend(categories.filter_map(|category| refs::category(&catalogue, category.id)));
        // The store's search knows words without their diacritics; it knows no hidden books.
        let hits = app.search.ids(&query.q).await.unwrap_or_default();
        let by_name = catalogue.all().filter(|entry| {
            let card = &entry.book.card;
            !hits.contains(&entry.id()) && (has(&card.title) || has(&card.author))
        });
        let books = hits.iter().copied().chain(by_name.map(|entry| entry.id()));
        found.extend(books.filter_map(|id| refs::book(&catalogue, id)).take(OFFERED));
    }
    found.truncate(OFFERED);
    Ok(Json(found))
}
