//! What crawlers, readers' programs and the storefront's version check ask for beside pages.

use std::fmt::Write as _;

use axum::{
    Extension, Json, Router,
    extract::{Path, Query, State},
    http::{HeaderMap, HeaderValue, header},
    response::{IntoResponse, Response},
    routing::get,
};
use serde::Deserialize;
use serde_json::{Value, json};

use super::inside::{Answer, Inside, InsideError};
use crate::{
    encoded_body::{EncodedBody, PUBLIC},
    error::{ApiError, Code},
    state::AppState,
};

/// The version of the storefront's script; a newer one makes open pages reload (spec §4).
const SCRIPT_VERSION: &str = "0.5.5";

/// Addresses in one part of the sitemap (the protocol allows 50,000).
const SITEMAP_PART: usize = 10_000;

const OPDS_PAGE: usize = 50;

pub fn router() -> Router<AppState> {
    Router::new()
        .route("/meta.json", get(meta))
        .route("/robots.txt", get(robots))
        .route("/sitemap.xml", get(sitemap_index))
        .route("/sitemaps/{part}", get(sitemap_part))
        .route("/opds", get(opds))
        .route("/opds/publications", get(opds_publications))
        .route("/opds/search", get(opds_search))
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

/// An address of the sitemap with the moment of its last change.
struct Entry {
    path: String,
    changed: Option<String>,
}

async fn asked(inside: &Inside, path: &str) -> Result<Value, ApiError> {
    let failed =
        |error: InsideError| ApiError::new(Code::Unavailable, "The list cannot be made.").caused_by(error);
    match inside.ask(path).await.map_err(failed)? {
        Answer::Body(body) => serde_json::from_str(body.get()).map_err(ApiError::internal),
        Answer::Moved(_) | Answer::Missing => Err(ApiError::not_found("There is no such list.")),
    }
}

/// All public addresses: home, lists, categories, pages, books.
async fn entries(inside: &Inside) -> Result<Vec<Entry>, ApiError> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    let list = |value: Value| value.as_array().cloned().unwrap_or_default();
    let mut entries = vec![
        Entry { path: "/".to_owned(), changed: None },
        Entry { path: "/raamatud".to_owned(), changed: None },
    ];
    for category in list(asked(inside, "/categories").await?) {
        let path = category["path"].as_str().unwrap_or_default();
        entries.push(Entry { path: format!("/raamatud/kategooria/{path}"), changed: None });
    }
    for page in list(asked(inside, "/pages").await?) {
        let path = format!("/{}", page["identifier"].as_str().unwrap_or_default());
        entries.push(Entry { path, changed: text(&page["updatedAt"]) });
    }
    for book in list(asked(inside, "/books").await?) {
        let path = format!("/raamatud/{}", book["slug"].as_str().unwrap_or_default());
        entries.push(Entry { path, changed: text(&book["updatedAt"]) });
    }
    Ok(entries)
}

const XML: &str = "application/xml; charset=utf-8";

async fn sitemap_index(
    State(app): State<AppState>,
    Extension(inside): Extension<Inside>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let base = app.config.public_base();
    let entries = entries(&inside).await?;
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for (part, entries) in entries.chunks(SITEMAP_PART).enumerate() {
        let newest = entries.iter().filter_map(|entry| entry.changed.as_deref()).max();
        let lastmod = newest.map_or_else(String::new, |at| format!("<lastmod>{at}</lastmod>"));
        let _ = writeln!(xml, "<sitemap><loc>{base}/sitemaps/{}.xml</loc>{lastmod}</sitemap>", part + 1);
    }
    xml.push_str("</sitemapindex>\n");
    Ok(EncodedBody::new(HeaderValue::from_static(XML), xml).respond(&headers, PUBLIC).await)
}

async fn sitemap_part(
    State(app): State<AppState>,
    Extension(inside): Extension<Inside>,
    Path(part): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let missing = || ApiError::not_found("There is no such part of the sitemap.");
    let number: usize = part.strip_suffix(".xml").and_then(|part| part.parse().ok()).ok_or_else(missing)?;
    let base = app.config.public_base();
    let entries = entries(&inside).await?;
    let entries = entries.chunks(SITEMAP_PART).nth(number.wrapping_sub(1)).ok_or_else(missing)?;
    let mut xml = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n",
    );
    for entry in entries {
        let lastmod =
            entry.changed.as_deref().map_or_else(String::new, |at| format!("<lastmod>{at}</lastmod>"));
        let _ = writeln!(xml, "<url><loc>{base}{}</loc>{lastmod}</url>", entry.path);
    }
    xml.push_str("</urlset>\n");
    Ok(EncodedBody::new(HeaderValue::from_static(XML), xml).respond(&headers, PUBLIC).await)
}

const OPDS_TYPE: &str = "application/opds+json";

/// The way into the OPDS 2.0 catalogue: all books, the categories, search.
async fn opds(
    State(app): State<AppState>,
    Extension(inside): Extension<Inside>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let base = app.config.public_base();
    let categories = asked(&inside, "/categories").await?;
    let mut navigation = vec![json!({
        "href": format!("{base}/opds/publications"), "title": app.site.texts["books"], "type": OPDS_TYPE, "rel": "current",
    })];
    for category in categories.as_array().into_iter().flatten() {
        let path = category["path"].as_str().unwrap_or_default();
        navigation.push(json!({
            "href": format!("{base}/opds/publications?category={path}"), "title": category["name"], "type": OPDS_TYPE,
            "rel": "subsection",
        }));
    }
    let feed = json!({
        "metadata": { "title": app.site.texts["productName"] },
        "links": [
            { "rel": "self", "href": format!("{base}/opds"), "type": OPDS_TYPE },
            { "rel": "search", "href": format!("{base}/opds/search{{?query}}"), "type": OPDS_TYPE, "templated": true },
        ],
        "navigation": navigation,
    });
    Ok(EncodedBody::new(HeaderValue::from_static(OPDS_TYPE), feed.to_string())
        .respond(&headers, PUBLIC)
        .await)
}

#[derive(Deserialize)]
struct OpdsQuery {
    category: Option<String>,
    cursor: Option<String>,
}

async fn opds_publications(
    State(app): State<AppState>,
    Extension(inside): Extension<Inside>,
    Query(query): Query<OpdsQuery>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let base = app.config.public_base();
    let encode = |text: &str| url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    let place =
        query.category.as_deref().map_or_else(String::new, |path| format!("&category={}", encode(path)));
    let from =
        query.cursor.as_deref().map_or_else(String::new, |cursor| format!("&cursor={}", encode(cursor)));
    let page = asked(&inside, &format!("/books?limit={OPDS_PAGE}&sort=title{place}{from}")).await?;
    let here = |cursor: &str| {
        let from = if cursor.is_empty() { String::new() } else { format!("&cursor={}", encode(cursor)) };
        let query = format!("{place}{from}");
        let query = query.strip_prefix('&').map_or_else(String::new, |query| format!("?{query}"));
        format!("{base}/opds/publications{query}")
    };
    let own = here(query.cursor.as_deref().unwrap_or_default());
    let mut links = vec![json!({ "rel": "self", "href": own, "type": OPDS_TYPE })];
    links.push(json!({ "rel": "first", "href": here(""), "type": OPDS_TYPE }));
    if let Some(next) = page["nextCursor"].as_str() {
        links.push(json!({ "rel": "next", "href": here(next), "type": OPDS_TYPE }));
    }
    let books = page["books"].as_array().cloned().unwrap_or_default();
    let feed = json!({
        "metadata": {
            "title": app.site.texts["books"], "numberOfItems": page["total"], "itemsPerPage": OPDS_PAGE,
        },
        "links": links,
        "publications": books.iter().map(|book| publication(&base, book)).collect::<Vec<_>>(),
    });
    Ok(EncodedBody::new(HeaderValue::from_static(OPDS_TYPE), feed.to_string())
        .respond(&headers, PUBLIC)
        .await)
}

#[derive(Deserialize)]
struct OpdsSearch {
    #[serde(default)]
    query: String,
}

async fn opds_search(
    State(app): State<AppState>,
    Extension(inside): Extension<Inside>,
    Query(search): Query<OpdsSearch>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let base = app.config.public_base();
    let query: String = url::form_urlencoded::byte_serialize(search.query.as_bytes()).collect();
    let books = asked(&inside, &format!("/books/search?q={query}")).await?;
    let books = books.as_array().cloned().unwrap_or_default();
    let feed = json!({
        "metadata": { "title": search.query, "numberOfItems": books.len() },
        "links": [{ "rel": "self", "href": format!("{base}/opds/search?query={query}"), "type": OPDS_TYPE }],
        "publications": books.iter().map(|book| publication(&base, book)).collect::<Vec<_>>(),
    });
    Ok(EncodedBody::new(HeaderValue::from_static(OPDS_TYPE), feed.to_string())
        .respond(&headers, PUBLIC)
        .await)
}

/// A book as a publication of OPDS 2.0.
fn publication(base: &str, book: &Value) -> Value {
    let text = |name: &str| book[name].as_str().filter(|text| !text.is_empty());
    let names = |name: &str| -> Vec<Value> {
        let people = book[name].as_array().map(Vec::as_slice).unwrap_or_default();
        people.iter().map(|person| json!({ "name": person["name"] })).collect()
    };
    let slug = text("slug").unwrap_or_default();
    let id = text("id").unwrap_or_default();
    let mut metadata = json!({
        "@type": "http://schema.org/Audiobook",
        "identifier": text("isbn").map_or_else(|| format!("urn:uuid:{id}"), |isbn| format!("urn:isbn:{isbn}")),
        "title": book["title"],
        "author": names("authors"),
        "narrator": names("readers"),
        "language": "et",
        "modified": book["updatedAt"],
    });
    if let Some(subtitle) = text("subtitle") {
        metadata["subtitle"] = subtitle.into();
    }
    if let Some(publisher) = text("publisher") {
        metadata["publisher"] = publisher.into();
    }
    if let Some(seconds) = book["length"].as_i64() {
        metadata["duration"] = seconds.into();
    }
    let page = format!("{base}/raamatud/{slug}");
    let mut links = vec![json!({ "rel": "alternate", "href": page, "type": "text/html" })];
    let acquire = |rel: &str| format!("http://opds-spec.org/acquisition/{rel}");
    if let Some(sample) = text("sample") {
        let href = format!("{base}/media/samples/{id}/{sample}");
        links.push(json!({ "rel": acquire("sample"), "href": href, "type": "audio/mpeg" }));
    }
    let kind = text("paymentType").unwrap_or_default();
    if let Some(price) = book["price"].as_f64().filter(|_| kind != "SUBSCRIPTION") {
        links.push(json!({
            "rel": acquire("buy"), "href": page, "type": "text/html",
            "properties": { "price": { "currency": "EUR", "value": price } },
        }));
    }
    if kind != "PURCHASE" {
        links.push(json!({ "rel": acquire("subscribe"), "href": page, "type": "text/html" }));
    }
    let mut publication = json!({ "metadata": metadata, "links": links });
    if let Some(image) = text("image") {
        publication["images"] = json!([{ "href": format!("{base}{image}"), "type": "image/jpeg" }]);
    }
    publication
}
