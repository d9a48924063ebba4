//! Search for pages, books and categories that a document may link to.

use axum::extract::State;
use serde::Deserialize;
use utoipa::IntoParams;

use super::references::{self, DeskRef};
use crate::{
    auth::Editor,
    error::responses::{EditorOnly, Unreadable},
    error::{ApiError, ApiResult, Problem},
    extract::{Json, Query},
    state::AppState,
};

/// How many targets a list holds.
const LISTED: usize = 20;

const MAX_QUERY: usize = 200;

#[derive(Deserialize, IntoParams)]
pub struct TargetQuery {
    /// A part of a title; empty: the pages.
    #[serde(default)]
    #[param(max_length = 200)]
    q: String,
}

/// Pages, books and categories that a document may link to, by a part of their names; at most 20.
#[utoipa::path(
    get, path = "/desk/targets", tag = "desk", params(TargetQuery),
    responses(
        (status = 200, body = [DeskRef]), Unreadable, EditorOnly,
        (status = 422, description = "A parameter does not meet its rule", body = Problem),
    ),
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
