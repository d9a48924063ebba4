//! Reads of the desk: the list of all books, hidden ones too, and one book.

use std::{collections::HashSet, sync::Arc};

use axum::extract::State;
use heliriiul_db::{BookId, Tx};
use serde::Deserialize;
use utoipa::IntoParams;

use super::book_view::{DeskBook, DeskBookItem, DeskBookPage};
use crate::{
    audit::{self, DeskAudit},
    auth::Editor,
    catalogue::{
        book::{self, BookEntry, BookRows},
        pages::{decode_cursor, encode_cursor, page_limit},
        sorting::Sort,
    },
    error::responses::{EditorOnly, NoSuchId, ServiceAway, Unreadable},
    error::{ApiError, ApiResult, Problem},
    extract::{Json, Path, Query},
    state::AppState,
};

const LONGEST_SEARCH: usize = 200;
/// The first byte of the cursors of searches.
const SEARCH: u8 = b's';

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct DeskBookQuery {
    /// Words as in the store's search, or a part of a title, an author, an ISBN or a slug.
    #[param(max_length = 200, example = "kevade")]
    q: Option<String>,
    #[param(minimum = 1, maximum = 100, default = 50)]
    limit: Option<i64>,
    /// `nextCursor` of the page before.
    #[param(max_length = 4000)]
    cursor: Option<String>,
}

/// All books by title, hidden ones too; with `q` those that match, the best first.
#[utoipa::path(
    get, path = "/desk/books", tag = "desk", params(DeskBookQuery),
    responses(
        (status = 200, body = DeskBookPage), Unreadable, EditorOnly,
        (status = 422, description = "A parameter does not meet its rule", body = Problem), ServiceAway,
    ),
)]
pub async fn list_desk_books(
    State(app): State<AppState>,
    _: Editor,
    Query(query): Query<DeskBookQuery>,
) -> ApiResult<Json<DeskBookPage>> {
    let limit = page_limit(query.limit, 50)?;
    let typed = query.q.as_deref().unwrap_or_default().trim();
    if typed.chars().count() > LONGEST_SEARCH {
        return Err(ApiError::field("q", "too-long"));
    }
    let snapshot = app.catalogue.snapshot();
    let mut all: Vec<&Arc<BookEntry>> = snapshot.all().collect();
    all.sort_unstable_by(|a, b| a.keys.title.cmp(&b.keys.title));
    let page = if typed.is_empty() {
        let start = match &query.cursor {
            Some(cursor) => {
                let after = decode_cursor(cursor, Sort::Title.letter())?;
                all.partition_point(|entry| *entry.keys.title <= *after)
            }
            None => 0,
        };
        page(&all, start, limit, |last, _| encode_cursor(Sort::Title.letter(), &last.keys.title))
    } else {
        let hits = app.search.ids(typed).await?;
        let found = matching(&all, &hits, typed);
        let start = match &query.cursor {
            Some(cursor) => {
                let offset: [u8; 4] = decode_cursor(cursor, SEARCH)?
                    .try_into()
                    .map_err(|_| ApiError::field("cursor", "invalid"))?;
                usize::try_from(u32::from_be_bytes(offset)).unwrap_or(usize::MAX)
            }
            None => 0,
        };
        let offset = |_: &BookEntry, end: usize| {
            encode_cursor(SEARCH, &u32::try_from(end).unwrap_or(u32::MAX).to_be_bytes())
        };
        page(&found, start, limit, offset)
    };
    Ok(Json(page))
}

/// A range of the list. `cursor` gets the last book of the page and the offset after it.
fn page(
    list: &[&Arc<BookEntry>],
    start: usize,
    limit: usize,
    cursor: impl Fn(&BookEntry, usize) -> String,
) -> DeskBookPage {
    let start = start.min(list.len());
    let end = list.len().min(start + limit);
    let shown = &list[start..end];
    DeskBookPage {
        books: shown.iter().map(|entry| DeskBookItem::from(entry.as_ref())).collect(),
        total: i64::try_from(list.len()).unwrap_or(i64::MAX),
        next_cursor: shown.last().filter(|_| end < list.len()).map(|last| cursor(last, end)),
    }
}

/// The hits of the search, then other books with the text in a name, since the index has no hidden books.
fn matching<'a>(all: &[&'a Arc<BookEntry>], hits: &[BookId], typed: &str) -> Vec<&'a Arc<BookEntry>> {
    let hit_ids: HashSet<BookId> = hits.iter().copied().collect();
    let typed = typed.to_lowercase();
    let digits: String = typed.chars().filter(|letter| !matches!(letter, '-' | ' ')).collect();
    let matches = |entry: &&&Arc<BookEntry>| {
        let card = &entry.book.card;
        card.title.to_lowercase().contains(&typed)
            || card.author.to_lowercase().contains(&typed)
            || card.slug.as_str().contains(&typed)
            || card.isbn.as_ref().is_some_and(|isbn| !digits.is_empty() && isbn.as_str().contains(&digits))
    };
    let first = hits.iter().filter_map(|id| all.iter().find(|entry| entry.id() == *id));
    let others = all.iter().filter(|entry| !hit_ids.contains(&entry.id())).filter(matches);
    first.chain(others).copied().collect()
}

/// A book with all fields that editors can change.
#[utoipa::path(
    get, path = "/desk/books/{id}", tag = "desk", params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = DeskBook), Unreadable, EditorOnly, NoSuchId),
)]
pub async fn find_desk_book(
    State(app): State<AppState>,
    _: Editor,
    Path(id): Path<BookId>,
) -> ApiResult<Json<DeskBook>> {
    let mut tx = app.db.read().await?;
    Ok(Json(DeskBook::from(&find(&mut tx, id).await?)))
}

/// The last 200 changes of a book, newest first.
#[utoipa::path(
    get, path = "/desk/books/{id}/audit", tag = "desk", params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = [DeskAudit]), Unreadable, EditorOnly, NoSuchId),
)]
pub async fn list_desk_book_audit(
    State(app): State<AppState>,
    _: Editor,
    Path(id): Path<BookId>,
) -> ApiResult<Json<Vec<DeskAudit>>> {
    let mut tx = app.db.read().await?;
    let changes = audit::list(&mut tx, id.uuid()).await?;
    // The changes of a deleted book can still be read.
    if changes.is_empty() {
        find(&mut tx, id).await?;
    }
    Ok(Json(changes))
}

pub(super) async fn find(tx: &mut Tx, id: BookId) -> ApiResult<BookRows> {
    book::find(tx, id).await?.ok_or_else(no_such_book)
}

pub(super) async fn lock(tx: &mut Tx, id: BookId) -> ApiResult<BookRows> {
    book::lock(tx, id).await?.ok_or_else(no_such_book)
}

pub(super) fn no_such_book() -> ApiError {
    ApiError::not_found("There is no such book.")
}
