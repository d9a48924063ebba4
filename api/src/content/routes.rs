//! The calls of readers (spec §7): sections, pages, sliders, the footer, the home page, the settings.

use std::sync::Arc;

use axum::{extract::State, http::HeaderMap, response::Response};
use heliriiul_db::DocumentId;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{ConfigView, ContentSnapshot, FooterPage, Page, Section, Slider};
use crate::{
    catalogue::{BookCard, BookEntry, Snapshot},
    encoded_body::{EncodedBody, PUBLIC, moved},
    error::ApiError,
    extract::Path,
    state::AppState,
};

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_sections))
        .routes(routes!(list_pages))
        .routes(routes!(find_page))
        .routes(routes!(list_sliders))
        .routes(routes!(find_footer))
        .routes(routes!(find_home))
        .routes(routes!(find_config))
}

/// The footer of every page.
#[derive(Serialize, ToSchema)]
pub struct Footer {
    pub pages: Vec<FooterPage>,
}

async fn respond(value: &impl Serialize, request: &HeaderMap) -> Result<Response, ApiError> {
    let body = serde_json::to_vec(value).map_err(ApiError::internal)?;
    Ok(EncodedBody::json(body).respond(request, PUBLIC).await)
}

/// The sections, and the announcement while it is published.
#[utoipa::path(
    get, path = "/sections", tag = "content", responses((status = 200, body = [Section]), (status = 304)),
)]
async fn list_sections(State(app): State<AppState>, headers: HeaderMap) -> Result<Response, ApiError> {
    respond(&app.content.snapshot().sections, &headers).await
}

/// All pages with their content.
#[utoipa::path(
    get, path = "/pages", tag = "content", responses((status = 200, body = [Page]), (status = 304)),
)]
async fn list_pages(State(app): State<AppState>, headers: HeaderMap) -> Result<Response, ApiError> {
    respond(&app.content.snapshot().pages, &headers).await
}

/// One page. A former identifier redirects to the current one.
#[utoipa::path(
    get, path = "/pages/{identifier}", tag = "content",
    params(("identifier" = String, Path, max_length = 80)),
    responses(
        (status = 200, body = Page), (status = 301, description = "The page has another identifier now"),
        (status = 304), (status = 404),
    ),
)]
async fn find_page(
    State(app): State<AppState>,
    Path(identifier): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let content = app.content.snapshot();
    if let Some(page) = content.page(&identifier) {
        return respond(page, &headers).await;
    }
    let current =
        content.moved_page(&identifier).ok_or_else(|| ApiError::not_found("There is no such page."))?;
    Ok(moved(&format!("/api/pages/{current}")))
}

/// The sliders of the home page.
#[utoipa::path(
    get, path = "/sliders", tag = "content", responses((status = 200, body = [Slider]), (status = 304)),
)]
async fn list_sliders(State(app): State<AppState>, headers: HeaderMap) -> Result<Response, ApiError> {
    let catalogue = app.catalogue.snapshot();
    let content = app.content.snapshot();
    let sliders = content.sliders.iter().map(|slider| {
        let book_ids = visible_books(slider, &catalogue).map(|entry| entry.id()).collect();
        Slider { book_ids, ..slider.clone() }
    });
    respond(&sliders.collect::<Vec<_>>(), &headers).await
}

/// The pages in the footer.
#[utoipa::path(
    get, path = "/footer", tag = "content", responses((status = 200, body = Footer), (status = 304)),
)]
async fn find_footer(State(app): State<AppState>, headers: HeaderMap) -> Result<Response, ApiError> {
    respond(&footer(&app.content.snapshot()), &headers).await
}

pub fn footer(content: &ContentSnapshot) -> Footer {
    Footer { pages: content.footer.clone() }
}

/// The home page of a visitor.
#[derive(Serialize, ToSchema)]
pub struct Home {
    pub sliders: Vec<HomeSlider>,
}

/// A slider with the cards of its visible books.
#[derive(Serialize, ToSchema)]
pub struct HomeSlider {
    pub id: DocumentId,
    pub label: String,
    pub books: Vec<BookCard>,
}

/// The sliders of the home page with their books, so that one call is enough.
#[utoipa::path(
    get, path = "/home", tag = "content", responses((status = 200, body = Home), (status = 304)),
)]
async fn find_home(State(app): State<AppState>, headers: HeaderMap) -> Result<Response, ApiError> {
    respond(&home(&app.content.snapshot(), &app.catalogue.snapshot()), &headers).await
}

pub fn home(content: &ContentSnapshot, catalogue: &Snapshot) -> Home {
    let sliders = content.sliders.iter().map(|slider| {
        let books = visible_books(slider, catalogue).map(|entry| entry.book.card.clone()).collect();
        HomeSlider { id: slider.id, label: slider.label.clone(), books }
    });
    Home { sliders: sliders.collect() }
}

/// The books of a slider that readers see, in its order. A book may have been hidden since the snapshot was built.
fn visible_books<'a>(
    slider: &'a Slider,
    catalogue: &'a Snapshot,
) -> impl Iterator<Item = &'a Arc<BookEntry>> {
    let known = slider.book_ids.iter().filter_map(|&id| catalogue.book(id));
    known.filter(|entry| entry.is_visible())
}

/// The settings that the front ends need.
#[utoipa::path(
    get, path = "/config", tag = "content", responses((status = 200, body = ConfigView), (status = 304)),
)]
async fn find_config(State(app): State<AppState>, headers: HeaderMap) -> Result<Response, ApiError> {
    respond(&ConfigView::of(&app.config, app.clock.now()), &headers).await
}
