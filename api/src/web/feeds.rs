//! `robots.txt`, the sitemap, the storefront's version, and the codes of problem documents.

use std::fmt::Write as _;

use axum::{
    Json, Router,
    extract::{Path, State},
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Response},
    routing::get,
};
use heliriiul_db::Timestamp;
use serde_json::{Value, json};

use crate::{
    catalogue::Sort,
    encoded_body::{EncodedBody, PUBLIC},
    error::{ApiError, Code},
    state::AppState,
};

/// The version of the storefront's script; a newer one makes open pages reload (spec §4).
const SCRIPT_VERSION: &str = "0.5.5";

/// Addresses in one part of the sitemap (the protocol allows 50,000).
const SITEMAP_PART: usize = 10_000;

pub fn router() -> Router<AppState> {
    Router::new()
        .route("/meta.json", get(meta))
        .route("/robots.txt", get(robots))
        .route("/sitemap.xml", get(sitemap_index))
        .route("/sitemaps/{part}", get(sitemap_part))
        .route("/problems/{code}", get(problem))
}

async fn meta() -> Response {
    ([(header::CACHE_CONTROL, "no-cache")], Json(json!({ "version": SCRIPT_VERSION }))).into_response()
}

async fn robots(State(app): State<AppState>) -> String {
    let base = app.config.public_base();
    let closed =
        ["/api/", "/_sandbox/", "/konto", "/ostukorv", "/maksmine", "/kuula/", "/toimetus/", "/media/books/"];
    let mut text = String::from("User-agent: *\n");
    for path in closed {
        let _ = writeln!(text, "Disallow: {path}");
    }
    // Rendering a page needs the public reads.
    let _ = write!(text, "Allow: /api/books\nAllow: /api/pages\n\nSitemap: {base}/sitemap.xml\n");
    text
}

/// What the code of a problem document means.
async fn problem(Path(code): Path<String>) -> Result<Json<Value>, ApiError> {
    let found = Code::ALL.iter().find(|known| known.text() == code);
    let code = found.ok_or_else(|| ApiError::not_found("There is no such code."))?;
    Ok(Json(json!({ "code": code.text(), "status": code.status().as_u16(), "title": code.title() })))
}

/// An address of the sitemap with the time of its last change.
struct Entry {
    path: String,
    changed: Option<Timestamp>,
}

/// All public addresses: home, lists, categories, pages, books.
fn entries(app: &AppState) -> Vec<Entry> {
    let catalogue = app.catalogue.snapshot();
    let content = app.content.snapshot();
    let unchanging = |path: String| Entry { path, changed: None };
    let mut entries = vec![unchanging("/".to_owned()), unchanging("/raamatud".to_owned())];
    for category in catalogue.categories() {
        entries.push(unchanging(format!("/raamatud/kategooria/{}", category.path)));
    }
    for page in &content.pages {
        entries.push(Entry { path: format!("/{}", page.identifier), changed: Some(page.updated_at) });
    }
    for entry in catalogue.visible(Sort::Title) {
        let path = format!("/raamatud/{}", entry.slug());
        entries.push(Entry { path, changed: Some(entry.book.card.updated_at) });
    }
    entries
}

fn lastmod(changed: Option<Timestamp>) -> String {
    changed.map_or_else(String::new, |at| format!("<lastmod>{at}</lastmod>"))
}

/// An XML document whose root element, of the sitemap protocol, has these lines.
async fn xml(root: &str, lines: &str, headers: &HeaderMap) -> Response {
    let text = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <{root} xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{lines}</{root}>\n"
    );
    let content_type = HeaderValue::from_static("application/xml; charset=utf-8");
    EncodedBody::new(content_type, text).respond(headers, PUBLIC).await
}

async fn sitemap_index(State(app): State<AppState>, headers: HeaderMap) -> Response {
    let base = app.config.public_base();
    let mut lines = String::new();
    for (part, entries) in entries(&app).chunks(SITEMAP_PART).enumerate() {
        let newest = lastmod(entries.iter().filter_map(|entry| entry.changed).max());
        let _ = writeln!(lines, "<sitemap><loc>{base}/sitemaps/{}.xml</loc>{newest}</sitemap>", part + 1);
    }
    xml("sitemapindex", &lines, &headers).await
}

async fn sitemap_part(
    State(app): State<AppState>,
    Path(part): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let missing = || ApiError::not_found("There is no such part of the sitemap.");
    let number: usize = part.strip_suffix(".xml").and_then(|part| part.parse().ok()).ok_or_else(missing)?;
    let base = app.config.public_base();
    let entries = entries(&app);
    let mut lines = String::new();
    for entry in entries.chunks(SITEMAP_PART).nth(number.wrapping_sub(1)).ok_or_else(missing)? {
        let _ = writeln!(lines, "<url><loc>{base}{}</loc>{}</url>", entry.path, lastmod(entry.changed));
    }
    Ok(xml("urlset", &lines, &headers).await)
}
