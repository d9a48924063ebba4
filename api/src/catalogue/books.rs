//! The routes of books and categories. All but hidden books are answered from memory.

use axum::{
    extract::{OptionalFromRequestParts, RawQuery, Request, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use heliriiul_db::BookId;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use super::{
    names::Isbn,
    pages::ListQuery,
    view::{Book, BookCard, Category},
};
use crate::{
    auth::CurrentUser,
    encoded_body::{MOVED, PUBLIC},
    error::responses::{NoSuchId, Unreadable},
    error::{ApiError, ApiResult, Problem},
    extract::{Json, Path, Query},
    library,
    state::AppState,
};

/// A body that depends on who asks.
const PRIVATE: HeaderValue = HeaderValue::from_static("private, no-store");

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list_books))
        .routes(routes!(super::search::search_books))
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
    /// How many books all pages hold.
    total: i64,
}

/// What `GET /books` answers: all books in full, or with `limit` a page of cards.
#[derive(Serialize, ToSchema)]
#[serde(untagged)]
#[expect(dead_code, reason = "the shape of an answer that is put together from ready JSON")]
enum BookList {
    All(Vec<Book>),
    Page(BookPage),
}

/// The visible books. Without a query: all of them, by title.
#[utoipa::path(
    get, path = "/books", tag = "catalogue", params(ListQuery),
    responses(
        (status = 200, body = BookList),
        (status = 304, description = "The client has this list already."),
        Unreadable, NoSuchId,
        (status = 422, description = "A parameter does not meet its rule", body = Problem),
    )
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
            None => snapshot.answer(raw, &query?.0)?,
        },
    };
    Ok(body.respond(&headers, PUBLIC).await)
}

/// One book. A former slug answers 301; a hidden book is there for its owner alone.
#[utoipa::path(
    get, path = "/books/slug/{slug}", tag = "catalogue",
    params(("slug" = String, Path, description = "The book's slug", example = "kevade")),
    responses(
        (status = 200, body = Book),
        (status = 301, description = "The book has another slug now; see Location."),
        (status = 304, description = "The client has this book already."),
        (status = 401, description = "The token headers differ", body = Problem),
        (status = 404, description = "No such book, or hidden from the caller", body = Problem),
    )
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
        let location = format!("/api/books/slug/{}", entry.slug());
        let location = [(header::LOCATION, location)];
        let kept = [(header::CACHE_CONTROL, MOVED)];
        return Ok((StatusCode::MOVED_PERMANENTLY, location, kept).into_response());
    }
    Err(no_book())
}

fn no_book() -> ApiError {
    ApiError::not_found("There is no such book.")
}

/// Where a book is.
#[derive(Serialize, ToSchema)]
struct BookSlug {
    #[schema(example = "kevade")]
    slug: String,
}

/// The slug of the book with this ISBN, of 10 or 13 digits, with or without hyphens.
#[utoipa::path(
    get, path = "/books/internal/isbn/{isbn}", tag = "catalogue",
    params(("isbn" = String, Path, description = "ISBN", example = "9789916001011")),
    responses(
        (status = 200, body = BookSlug),
        NoSuchId,
    )
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
    /// Where the sound is, from the root of the site.
    url: String,
    /// Seconds.
    duration: i64,
}

/// The book's sample.
#[utoipa::path(
    get, path = "/books/{id}/sample", tag = "catalogue",
    params(("id" = uuid::Uuid, Path, description = "The book's id")),
    responses(
        (status = 200, body = Sample),
        (status = 404, description = "No such book, or it has no sample", body = Problem),
    )
)]
async fn get_sample(State(app): State<AppState>, Path(id): Path<BookId>) -> ApiResult<Json<Sample>> {
    let snapshot = app.catalogue.snapshot();
    let entry = snapshot.book(id).filter(|entry| entry.is_visible()).ok_or_else(no_book)?;
    let sound = entry.sample.as_ref().zip(entry.book.card.sample.clone());
    let (sound, file) = sound.ok_or_else(|| ApiError::not_found("The book has no sample."))?;
    let url = format!("/media/samples/{id}/{}", urlencode(&file));
    Ok(Json(Sample { url, file, duration: (sound.duration_ms + 500) / 1_000 }))
}

fn urlencode(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>().replace('+', "%20")
}

/// All categories in display order: each is followed by those below it.
#[utoipa::path(
    get, path = "/categories", tag = "catalogue",
    responses(
        (status = 200, body = Vec<Category>),
        (status = 304, description = "The client has this list already."),
    )
)]
async fn list_categories(State(app): State<AppState>, headers: HeaderMap) -> Response {
    app.catalogue.snapshot().category_list.respond(&headers, PUBLIC).await
}
