//! The public routes of books and categories. Everything but hidden books comes from the snapshot.

use axum::{
    extract::{OptionalFromRequestParts, RawQuery, Request, State},
    http::{HeaderMap, HeaderValue},
    response::Response,
};
use heliriiul_db::BookId;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    book::{Book, BookCard, whole_seconds},
    category::Category,
    names::Isbn,
    pages::ListQuery,
};
use crate::{
    auth::CurrentUser,
    encoded_body::{PUBLIC, moved},
    error::responses::{BadParameter, NoSuchId, ServiceAway, Unreadable},
    error::{ApiError, ApiResult},
    extract::{Json, Path, Query},
    format::url_part,
    library,
    state::AppState,
};

/// A body that depends on the caller.
const PRIVATE: HeaderValue = HeaderValue::from_static("private, no-store");

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_books))
        .routes(routes!(search_books))
        .routes(routes!(get_book_by_slug))
        .routes(routes!(get_slug_by_isbn))
        .routes(routes!(get_sample))
        .routes(routes!(list_categories))
        .merge(super::desk::router())
}

/// A page of a list of books.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct BookPage {
    books: Vec<BookCard>,
    /// For the next page; null on the last.
    next_cursor: Option<String>,
    /// The number of books on all pages.
    total: i64,
}

/// The body of `GET /books`: all books in full, or with `limit` a page of cards.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "describes a body that is put together from ready JSON")]
enum BookList {
    All(Vec<Book>),
    Page(BookPage),
}

/// The visible books. Without a query: all of them, by title.
#[utoipa::path(
    get, path = "/books", tag = "catalogue", params(ListQuery),
    responses(
        (status = 200, body = BookList), (status = 304, description = "The client has this list already."),
        Unreadable, NoSuchId, BadParameter,
    ),
)]
async fn list_books(
    State(app): State<AppState>,
    RawQuery(raw): RawQuery,
    headers: HeaderMap,
    query: ApiResult<Query<ListQuery>>,
) -> ApiResult<Response> {
    let snapshot = app.catalogue.snapshot();
    let body = match raw.as_deref() {
        None | Some("") => snapshot.list.clone(),
        Some(raw) => match snapshot.cached(raw) {
            Some(ready) => ready,
            None => snapshot.body(raw, &query?.0)?,
        },
    };
    Ok(body.respond(&headers, PUBLIC).await)
}

/// One book. A former slug redirects; only an owner finds a hidden book.
#[utoipa::path(
    get, path = "/books/slug/{slug}", tag = "catalogue",
    params(("slug" = String, Path, description = "The book's slug", example = "kevade")),
    responses(
        (status = 200, body = Book),
        (status = 301, description = "The book has another slug now; see Location."),
        (status = 304, description = "The client has this book already."),
        (status = 401, description = "The token headers differ"),
        (status = 404, description = "No such book, or hidden from the caller"),
    ),
)]
async fn get_book_by_slug(
    State(app): State<AppState>,
    Path(slug): Path<String>,
    request: Request,
) -> ApiResult<Response> {
    let snapshot = app.catalogue.snapshot();
    if let Some(entry) = snapshot.by_slug(&slug) {
        if entry.is_visible() {
            return Ok(entry.body.respond(request.headers(), PUBLIC).await);
        }
        let (mut parts, _) = request.into_parts();
        let user =
            <CurrentUser as OptionalFromRequestParts<AppState>>::from_request_parts(&mut parts, &app).await?;
        if let Some(user) = user
            && library::owns(&app.db, user.id, entry.id()).await?
        {
            return Ok(entry.body.respond(&parts.headers, PRIVATE).await);
        }
    } else if let Some(entry) = snapshot.old_slug(&slug)
        && entry.is_visible()
    {
        return Ok(moved(&format!("/api/books/slug/{}", entry.slug())));
    }
    Err(no_book())
}

fn no_book() -> ApiError {
    ApiError::not_found("There is no such book.")
}

/// The slug of a book.
#[derive(Serialize, ToSchema)]
struct BookSlug {
    #[schema(example = "kevade")]
    slug: String,
}

/// The slug of the book with this ISBN, of 10 or 13 digits, with or without hyphens.
#[utoipa::path(
    get, path = "/books/internal/isbn/{isbn}", tag = "catalogue",
    params(("isbn" = String, Path, description = "ISBN", example = "9789916001011")),
    responses((status = 200, body = BookSlug), NoSuchId),
)]
async fn get_slug_by_isbn(
    State(app): State<AppState>,
    Path(isbn): Path<String>,
) -> ApiResult<Json<BookSlug>> {
    let isbn = Isbn::parse(&isbn).map_err(|_| no_book())?;
    let snapshot = app.catalogue.snapshot();
    let entry = snapshot.by_isbn(&isbn).filter(|entry| entry.is_visible()).ok_or_else(no_book)?;
    Ok(Json(BookSlug { slug: entry.slug().to_owned() }))
}

/// The sample of a book.
#[derive(Serialize, ToSchema)]
struct Sample {
    #[schema(example = "sample.mp3")]
    file: String,
    /// The address of the sound, from the root of the site.
    url: String,
    /// Seconds.
    duration: i64,
}

/// The book's sample.
#[utoipa::path(
    get, path = "/books/{id}/sample", tag = "catalogue",
    params(("id" = uuid::Uuid, Path, description = "The book's id")),
    responses(
        (status = 200, body = Sample), (status = 404, description = "No such book, or it has no sample"),
    ),
)]
async fn get_sample(State(app): State<AppState>, Path(id): Path<BookId>) -> ApiResult<Json<Sample>> {
    let snapshot = app.catalogue.snapshot();
    let entry = snapshot.book(id).filter(|entry| entry.is_visible()).ok_or_else(no_book)?;
    let sound = entry.sample.as_ref().ok_or_else(|| ApiError::not_found("The book has no sample."))?;
    let url = format!("/media/samples/{id}/{}", url_part(&sound.name));
    Ok(Json(Sample { url, file: sound.name.clone(), duration: whole_seconds(sound.duration_ms) }))
}

/// All categories in display order: each is followed by those below it.
#[utoipa::path(
    get, path = "/categories", tag = "catalogue",
    responses(
        (status = 200, body = Vec<Category>),
        (status = 304, description = "The client has this list already."),
    ),
)]
async fn list_categories(State(app): State<AppState>, headers: HeaderMap) -> Response {
    app.catalogue.snapshot().category_list.respond(&headers, PUBLIC).await
}

/// Results follow the index, which is updated within a second.
const SEARCH_CACHE: HeaderValue = HeaderValue::from_static("public, max-age=30");

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SearchQuery {
    /// The typed words. Under 3 characters nothing is found.
    #[param(max_length = 200, example = "kevade")]
    q: String,
}

/// Books that match the typed words, the best first, at most 50.
#[utoipa::path(
    get, path = "/books/search", tag = "catalogue", params(SearchQuery),
    responses(
        (status = 200, body = Vec<Book>), (status = 304, description = "The client has this answer already."),
        Unreadable, (status = 422, description = "The query is missing or too long"), ServiceAway,
    ),
)]
async fn search_books(
    State(app): State<AppState>,
    Query(query): Query<SearchQuery>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let body = app.search.body(&app.catalogue, query.q.trim()).await?;
    Ok(body.respond(&headers, SEARCH_CACHE).await)
}
