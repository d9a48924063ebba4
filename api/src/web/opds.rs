//! The catalogue as an OPDS 2.0 feed, for the apps that read such feeds.

use axum::{
    Router,
    extract::{Query, State},
    http::{HeaderMap, HeaderValue},
    response::Response,
    routing::get,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{
    catalogue::{BookCard, BookEntry, ListQuery, PaymentType, Person, Sort},
    encoded_body::{EncodedBody, PUBLIC},
    error::{ApiError, ApiResult},
    state::AppState,
};

const OPDS_TYPE: &str = "application/opds+json";

const PAGE_SIZE: i64 = 50;

pub fn router() -> Router<AppState> {
    Router::new()
        .route("/opds", get(navigation))
        .route("/opds/publications", get(publications))
        .route("/opds/search", get(search))
}

async fn respond(feed: &Value, headers: &HeaderMap) -> Response {
    let content_type = HeaderValue::from_static(OPDS_TYPE);
    EncodedBody::new(content_type, feed.to_string()).respond(headers, PUBLIC).await
}

fn encode(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

/// The root feed: all books, the categories, search.
async fn navigation(State(app): State<AppState>, headers: HeaderMap) -> Response {
    let base = app.config.public_base();
    let mut navigation = vec![json!({
        "href": format!("{base}/opds/publications"), "title": app.site.text("books"), "type": OPDS_TYPE,
        "rel": "current",
    })];
    for category in app.catalogue.snapshot().categories() {
        navigation.push(json!({
            "href": format!("{base}/opds/publications?category={}", category.path), "title": category.name,
            "type": OPDS_TYPE, "rel": "subsection",
        }));
    }
    let feed = json!({
        "metadata": { "title": app.site.text("productName") },
        "links": [
            { "rel": "self", "href": format!("{base}/opds"), "type": OPDS_TYPE },
            { "rel": "search", "href": format!("{base}/opds/search{{?query}}"), "type": OPDS_TYPE, "templated": true },
        ],
        "navigation": navigation,
    });
    respond(&feed, &headers).await
}

#[derive(Deserialize)]
struct PublicationsQuery {
    category: Option<String>,
    cursor: Option<String>,
}

async fn publications(
    State(app): State<AppState>,
    Query(query): Query<PublicationsQuery>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let base = app.config.public_base();
    let page = app.catalogue.snapshot().page(&ListQuery {
        category: query.category.clone(),
        sort: Some(Sort::Title),
        limit: Some(PAGE_SIZE),
        cursor: query.cursor.clone(),
    });
    let page = page.map_err(|_| ApiError::not_found("There is no such list."))?;
    let link = |rel: &str, cursor: Option<&str>| {
        let category = query.category.as_deref().map(|path| format!("category={}", encode(path)));
        let cursor = cursor.map(|cursor| format!("cursor={}", encode(cursor)));
        let members: Vec<String> = category.into_iter().chain(cursor).collect();
        let mark = if members.is_empty() { "" } else { "?" };
        let href = format!("{base}/opds/publications{mark}{}", members.join("&"));
        json!({ "rel": rel, "href": href, "type": OPDS_TYPE })
    };
    let mut links = vec![link("self", query.cursor.as_deref()), link("first", None)];
    links.extend(page.next_cursor.as_deref().map(|next| link("next", Some(next))));
    let feed = json!({
        "metadata": {
            "title": app.site.text("books"), "numberOfItems": page.total, "itemsPerPage": PAGE_SIZE,
        },
        "links": links,
        "publications": page.books.iter().map(|entry| publication(&base, entry)).collect::<Vec<_>>(),
    });
    Ok(respond(&feed, &headers).await)
}

#[derive(Deserialize)]
struct SearchQuery {
    #[serde(default)]
    query: String,
}

async fn search(
    State(app): State<AppState>,
    Query(search): Query<SearchQuery>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let base = app.config.public_base();
    let books = app.search.books(&app.catalogue, search.query.trim()).await.map_err(|error| {
        let is_malformed = error.code.status().is_client_error();
        if is_malformed { ApiError::not_found("There is no such list.") } else { error }
    })?;
    let href = format!("{base}/opds/search?query={}", encode(&search.query));
    let feed = json!({
        "metadata": { "title": search.query, "numberOfItems": books.len() },
        "links": [{ "rel": "self", "href": href, "type": OPDS_TYPE }],
        "publications": books.iter().map(|entry| publication(&base, entry)).collect::<Vec<_>>(),
    });
    Ok(respond(&feed, &headers).await)
}

/// A book as a publication of OPDS 2.0.
fn publication(base: &str, entry: &BookEntry) -> Value {
    let card: &BookCard = &entry.book.card;
    let names = |people: &[Person]| -> Vec<Value> {
        people.iter().map(|person| json!({ "name": person.name })).collect()
    };
    let isbn = card.isbn.as_ref().map(|isbn| format!("urn:isbn:{isbn}"));
    let mut metadata = json!({
        "@type": "http://schema.org/Audiobook",
        "identifier": isbn.unwrap_or_else(|| format!("urn:uuid:{}", card.id)),
        "title": card.title,
        "author": names(&card.authors),
        "narrator": names(&card.readers),
        "language": "et",
        "modified": card.updated_at,
    });
    if let Some(subtitle) = &card.subtitle {
        metadata["subtitle"] = json!(subtitle);
    }
    if let Some(publisher) = &card.publisher {
        metadata["publisher"] = json!(publisher);
    }
    if let Some(seconds) = card.length {
        metadata["duration"] = seconds.into();
    }
    let page = format!("{base}/raamatud/{}", card.slug);
    let mut links = vec![json!({ "rel": "alternate", "href": page, "type": "text/html" })];
    let acquire = |rel: &str| format!("http://opds-spec.org/acquisition/{rel}");
    if let Some(sample) = &card.sample {
        let href = format!("{base}/media/samples/{}/{sample}", card.id);
        links.push(json!({ "rel": acquire("sample"), "href": href, "type": "audio/mpeg" }));
    }
    if let Some(price) = card.price.filter(|_| card.payment_type.allows_purchase()) {
        links.push(json!({
            "rel": acquire("buy"), "href": page, "type": "text/html",
            "properties": { "price": { "currency": "EUR", "value": price } },
        }));
    }
    if card.payment_type != PaymentType::Purchase {
        links.push(json!({ "rel": acquire("subscribe"), "href": page, "type": "text/html" }));
    }
    let mut publication = json!({ "metadata": metadata, "links": links });
    if let Some(image) = &card.image {
        publication["images"] = json!([{ "href": format!("{base}{image}"), "type": "image/jpeg" }]);
    }
    publication
}
