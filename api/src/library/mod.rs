//! The library of each listener: which books stand on the shelf, and how they came there.

use axum::{
    extract::State,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use heliriiul_db::{BookId, DbError, OrderId, Timestamp, Tx, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{
    auth::{CurrentUser, Now},
    catalogue::{Book, BookEntry},
    error::responses::{JsonBody, NoSuchId, SessionRequired},
    error::{ApiError, ApiResult, Code, Problem},
    extract::Json,
    state::AppState,
};

pub fn router() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list_library, add_to_library))
}

/// How a book came to the shelf. Bought and free books play for good; the others need a package.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(rename_all = "lowercase", type_name = "text")]
pub enum Source {
    Subscription,
    Purchase,
    Free,
}

/// A book on the shelf.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct LibraryBook {
    #[serde(flatten)]
    book: Book,
    /// true: 'Paketiraamat', false: 'Ostetud raamat'.
    subscription_book: bool,
    added_at: Timestamp,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct AddToLibrary {
    book_id: BookId,
}

/// The caller's books, the latest added first.
#[utoipa::path(
    get, path = "/library", tag = "library", security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = Vec<LibraryBook>),
        SessionRequired,
    )
)]
async fn list_library(State(app): State<AppState>, user: CurrentUser) -> ApiResult<Response> {
    let mut tx = app.db.read().await?;
    let rows: Vec<(BookId, Source, Timestamp)> = tx
        .all(
            "SELECT book_id, source, added_at FROM library WHERE user_id = $1 \
             ORDER BY added_at DESC, book_id DESC",
            (user.id,),
        )
        .await?;
    drop(tx);
    let snapshot = app.catalogue.snapshot();
    let books: Vec<LibraryBook> = rows
        .into_iter()
        .filter_map(|(id, source, added_at)| Some(library_book(snapshot.book(id)?, source, added_at)))
        .collect();
    Ok(private(StatusCode::OK, Json(books)))
}

/// Puts a free book or one of the packages on the shelf. Others must be bought. Adding again changes nothing.
#[utoipa::path(
    post, path = "/library", tag = "library", security(("api_token" = []), ("bearer" = [])),
    request_body = AddToLibrary,
    responses(
        (status = 200, description = "The book was there already.", body = LibraryBook),
        (status = 201, description = "The book is on the shelf now.", body = LibraryBook),
        JsonBody, SessionRequired, NoSuchId,
        (status = 403, description = "The book must be bought", body = Problem),
    )
)]
async fn add_to_library(
    State(app): State<AppState>,
    user: CurrentUser,
    Now(now): Now,
    Json(body): Json<AddToLibrary>,
) -> ApiResult<Response> {
    let snapshot = app.catalogue.snapshot();
    let entry = snapshot.book(body.book_id).ok_or_else(no_book)?;
    let mut tx = app.db.write().await?;
    let before = find(&mut tx, user.id, entry.id()).await?;
    let granted = match (free_source(entry), before) {
        (_, Some((source, _))) if source != Source::Subscription => false,
        (Some(source), _) if entry.is_visible() => {
            grant(&mut tx, user.id, entry.id(), source, None, now).await?
        }
        (_, Some(_)) => false,
        (None, None) if entry.is_visible() => {
            return Err(ApiError::new(Code::Forbidden, "This book must be bought."));
        }
        (_, None) => return Err(no_book()),
    };
    let (source, added_at) = find(&mut tx, user.id, entry.id()).await?.ok_or_else(no_book)?;
    tx.commit().await?;
    let status = if granted && before.is_none() { StatusCode::CREATED } else { StatusCode::OK };
    Ok(private(status, Json(library_book(entry, source, added_at))))
}

fn no_book() -> ApiError {
    ApiError::not_found("There is no such book.")
}

fn private(status: StatusCode, body: impl IntoResponse) -> Response {
    let headers = [(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"))];
    (status, headers, body).into_response()
}

fn library_book(entry: &BookEntry, source: Source, added_at: Timestamp) -> LibraryBook {
    LibraryBook { book: entry.book.clone(), subscription_book: source == Source::Subscription, added_at }
}

/// How the book may be put on the shelf without paying, `None` when it must be bought.
fn free_source(entry: &BookEntry) -> Option<Source> {
    let card = &entry.book.card;
    if card.price.is_some_and(crate::money::Cents::is_zero) && card.payment_type.allows_purchase() {
        Some(Source::Free)
    } else if card.payment_type.allows_subscription() {
        Some(Source::Subscription)
    } else {
        None
    }
}

/// Puts a book on the shelf. A bought or free book takes the place of one of the package; otherwise what is there
/// stays. Answers whether anything changed.
pub async fn grant(
    tx: &mut Tx,
    user_id: UserId,
    book_id: BookId,
    source: Source,
    order_id: Option<OrderId>,
    now: Timestamp,
) -> Result<bool, DbError> {
    let rows = tx
        .execute(
            "INSERT INTO library (user_id, book_id, source, order_id, added_at) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT (user_id, book_id) DO UPDATE SET source = excluded.source, order_id = \
             excluded.order_id \
             WHERE library.source = 'subscription' AND excluded.source <> 'subscription'",
            (user_id, book_id, source, order_id, now),
        )
        .await?;
    Ok(rows > 0)
}

/// How and when the book came to the shelf, `None` when it is not there.
pub async fn find(
    tx: &mut Tx,
    user_id: UserId,
    book_id: BookId,
) -> Result<Option<(Source, Timestamp)>, DbError> {
    tx.optional(
        "SELECT source, added_at FROM library WHERE user_id = $1 AND book_id = $2",
        (user_id, book_id),
    )
    .await
}

/// Whether the book stands on the user's shelf.
pub async fn owns(app: &AppState, user_id: UserId, book_id: BookId) -> Result<bool, DbError> {
    let mut tx = app.db.read().await?;
    Ok(find(&mut tx, user_id, book_id).await?.is_some())
}
