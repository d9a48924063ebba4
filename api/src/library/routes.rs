//! `GET` and `POST /library`: the books of the signed-in listener.

use axum::{extract::State, http::StatusCode};
use heliriiul_db::{BookId, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::entries::{Source, find, grant};
use crate::{
    auth::{CurrentUser, Now},
    catalogue::{Book, BookEntry},
    error::responses::{NoSuchId, SessionRequired},
    error::{ApiError, ApiResult, Code},
    extract::Json,
    state::AppState,
};

/// A book in the library.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct LibraryBook {
    #[serde(flatten)]
    book: Book,
    /// true: 'Paketiraamat', false: 'Ostetud raamat'.
    subscription_book: bool,
    added_at: Timestamp,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AddToLibrary {
    book_id: BookId,
}

/// Lists the caller's books, the latest added first.
#[utoipa::path(
    get, path = "/library", tag = "library",
    responses((status = 200, body = Vec<LibraryBook>), SessionRequired),
)]
pub async fn list_library(
    State(app): State<AppState>,
    user: CurrentUser,
) -> ApiResult<Json<Vec<LibraryBook>>> {
    let rows: Vec<(BookId, Source, Timestamp)> = app
        .db
        .all(
            "SELECT book_id, source, added_at FROM library WHERE user_id = $1 \
             ORDER BY added_at DESC, book_id DESC",
            (user.id,),
        )
        .await?;
    let snapshot = app.catalogue.snapshot();
    let books = rows
        .into_iter()
        .filter_map(|(id, source, added_at)| Some(library_book(snapshot.book(id)?, source, added_at)))
        .collect();
    Ok(Json(books))
}

/// Adds a free book or a subscription book to the library. Other books must be bought. Adding again changes nothing.
#[utoipa::path(
    post, path = "/library", tag = "library",
    responses(
        (status = 200, description = "The book was already in the library.", body = LibraryBook),
        (status = 201, description = "The book has been added.", body = LibraryBook), SessionRequired,
        NoSuchId, (status = 403, description = "The book must be bought"),
    ),
)]
pub async fn add_to_library(
    State(app): State<AppState>,
    user: CurrentUser,
    Now(now): Now,
    Json(body): Json<AddToLibrary>,
) -> ApiResult<(StatusCode, Json<LibraryBook>)> {
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
    Ok((status, Json(library_book(entry, source, added_at))))
}

fn no_book() -> ApiError {
    ApiError::not_found("There is no such book.")
}

fn library_book(entry: &BookEntry, source: Source, added_at: Timestamp) -> LibraryBook {
    LibraryBook { book: entry.book.clone(), subscription_book: source == Source::Subscription, added_at }
}

/// Returns how the book can be added without paying, `None` when it must be bought.
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
