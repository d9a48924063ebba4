//! Books at the desk: the list, hidden ones too, one book, and its saves.
//!
//! A save names the version that it is based on. If a newer version exists, nothing is written, and the response is 409
//! with that version in `current`.

use std::{collections::HashSet, sync::Arc};

use axum::extract::State;
use heliriiul_db::{AuditEntry, BookId, CategoryId, ChangeKind, DbError, Tx, append_audit, append_change};
use serde::Deserialize;
use utoipa::IntoParams;

use super::book_view::{DeskBook, DeskBookItem, DeskBookPage, DeskBookSave};
use crate::{
    audit::{self, Actor, DeskAudit, differences},
    auth::Editor,
    catalogue::{
        book::{self, BookEntry, BookFields, BookRecord, BookRows},
        category, next_version,
        pages::{decode_cursor, encode_cursor, page_limit},
        sorting::Sort,
    },
    change_feed,
    error::responses::{BadParameter, ServiceAway, StaleVersion},
    error::{ApiError, ApiResult, Code, FieldError},
    extract::{Json, Path, Query},
    state::AppState,
};

const MAX_CATEGORIES: usize = 30;
const MAX_SEARCH: usize = 200;
/// The first byte of the cursors of searches.
const SEARCH_CURSOR_TAG: u8 = b's';

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
    get, path = "/desk/books", params(DeskBookQuery),
    responses((status = 200, body = DeskBookPage), BadParameter, ServiceAway),
)]
pub async fn list_desk_books(
    State(app): State<AppState>,
    _: Editor,
    Query(query): Query<DeskBookQuery>,
) -> ApiResult<Json<DeskBookPage>> {
    let limit = page_limit(query.limit, 50)?;
    let typed = query.q.as_deref().unwrap_or_default().trim();
    if typed.chars().count() > MAX_SEARCH {
        return Err(ApiError::field("q", "too-long"));
    }
    let snapshot = app.catalogue.snapshot();
    let mut all: Vec<&Arc<BookEntry>> = snapshot.all().collect();
    all.sort_unstable_by(|a, b| a.keys.title.cmp(&b.keys.title));
    let page = if typed.is_empty() {
        let after = decode_cursor(query.cursor.as_deref(), Sort::Title.letter())?;
        let start = after.map_or(0, |after| all.partition_point(|entry| *entry.keys.title <= *after));
        page(&all, start, limit, |last, _| encode_cursor(Sort::Title.letter(), &last.keys.title))
    } else {
        let hits = app.search.ids(typed).await?;
        let found = matching(&all, &hits, typed);
        let start = match decode_cursor(query.cursor.as_deref(), SEARCH_CURSOR_TAG)? {
            Some(offset) => {
                let offset: [u8; 4] = offset.try_into().map_err(|_| ApiError::field("cursor", "invalid"))?;
                usize::try_from(u32::from_be_bytes(offset)).unwrap_or(usize::MAX)
            }
            None => 0,
        };
        let offset = |_: &BookEntry, end: usize| {
            encode_cursor(SEARCH_CURSOR_TAG, &u32::try_from(end).unwrap_or(u32::MAX).to_be_bytes())
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
    get, path = "/desk/books/{id}", params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = DeskBook)),
)]
pub async fn find_desk_book(
    State(app): State<AppState>,
    _: Editor,
    Path(id): Path<BookId>,
) -> ApiResult<Json<DeskBook>> {
    Ok(Json(DeskBook::from(&find(&mut app.db.read().await?, id).await?)))
}

/// The last 200 changes of a book, newest first.
#[utoipa::path(
    get, path = "/desk/books/{id}/audit", params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = [DeskAudit])),
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

/// Saves a book. A save that changes nothing is no conflict: the client may have sent it again.
#[utoipa::path(
    put, path = "/desk/books/{id}", params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 200, body = DeskBook), StaleVersion,
        (status = 422, description = "A field does not meet its rule; `slug` and `isbn` may be `taken` by another book"),
    ),
)]
pub async fn save_desk_book(
    State(app): State<AppState>,
    Editor(by): Editor,
    Path(id): Path<BookId>,
    Json(sent): Json<DeskBookSave>,
) -> ApiResult<Json<DeskBook>> {
    let (based_on, categories) = (sent.based_on, sent.category_ids.clone());
    let fields = check(sent).await?;
    let mut tx = app.db.write().await?;
    let old = lock(&mut tx, id).await?;
    let mut new = old.clone();
    fields.apply(&mut new);
    new.set_categories(check_categories(&mut tx, categories).await?, &old.categories);
    if differences(&old, &new).is_empty() {
        return Ok(Json(DeskBook::from(&old)));
    }
    // The row is locked, so no other version can be written between this check and the write.
    if old.book.updated_at.millis() != based_on {
        let stale = ApiError::new(Code::StaleRevision, "Another version has been written since.");
        return Err(stale.with("current", DeskBook::from(&old)));
    }
    check_unused(&mut tx, &new).await?;
    Ok(Json(write(&app, tx, &old, new, "change", by).await?))
}

/// Checks the fields as the importers do. Runs on a blocking thread, because cleaning a long text takes time.
async fn check(sent: DeskBookSave) -> ApiResult<BookFields> {
    let mut errors = Vec::new();
    for (field, text) in [("slug", &sent.slug), ("title", &sent.title)] {
        if text.trim().is_empty() {
            errors.push(FieldError { field: field.to_owned(), code: "required".into() });
        }
    }
    let record = BookRecord::from(sent);
    let checked = tokio::task::spawn_blocking(move || BookFields::check(record)).await;
    match checked.map_err(ApiError::internal)? {
        Ok(fields) if errors.is_empty() => return Ok(fields),
        Ok(_) => {}
        Err(invalid) => errors.extend(invalid.into_iter().map(FieldError::from)),
    }
    Err(ApiError::fields(errors))
}

/// Returns the ids without repetitions. Fails if a category does not exist.
async fn check_categories(tx: &mut Tx, ids: Vec<CategoryId>) -> ApiResult<Vec<CategoryId>> {
    if ids.len() > MAX_CATEGORIES {
        return Err(ApiError::field("categoryIds", "too-long"));
    }
    let known: HashSet<CategoryId> = category::find_all(tx).await?.into_iter().map(|row| row.id).collect();
    let mut checked = Vec::with_capacity(ids.len());
    for (index, id) in ids.into_iter().enumerate() {
        if !known.contains(&id) {
            return Err(ApiError::field(format!("categoryIds[{index}]"), "not-found"));
        }
        if !checked.contains(&id) {
            checked.push(id);
        }
    }
    Ok(checked)
}

/// Rejects a slug or an ISBN of another book, and a former slug of another book, which redirects there.
async fn check_unused(tx: &mut Tx, new: &BookRows) -> ApiResult<()> {
    let book = &new.book;
    let is_other = |found: Option<BookId>| found.is_some_and(|found| found != book.id);
    let mut errors = Vec::new();
    if is_other(book::id_by_slug(tx, &book.slug).await?)
        || is_other(book::id_by_old_slug(tx, &book.slug).await?)
    {
        errors.push(FieldError { field: "slug".to_owned(), code: "taken".into() });
    }
    if let Some(isbn) = &book.isbn
        && is_other(book::id_by_isbn(tx, isbn).await?)
    {
        errors.push(FieldError { field: "isbn".to_owned(), code: "taken".into() });
    }
    if errors.is_empty() { Ok(()) } else { Err(ApiError::fields(errors)) }
}

/// Writes the changes of a locked book under a new version, with their audit entry, and returns the book. Writes
/// nothing if nothing differs.
pub(super) async fn write(
    app: &AppState,
    mut tx: Tx,
    old: &BookRows,
    mut new: BookRows,
    act: &str,
    by: Actor,
) -> ApiResult<DeskBook> {
    let changes = differences(old, &new);
    if changes.is_empty() {
        return Ok(DeskBook::from(old));
    }
    new.book.updated_at = next_version(old.book.updated_at, by.now);
    book::save(&mut tx, Some(old), &new).await.map_err(|error| match error {
        DbError::Database(error) if error.is_unique_violation() => {
            ApiError::new(Code::Conflict, "Another book was given the slug or the ISBN at the same moment.")
        }
        DbError::Database(error) if error.is_foreign_key_violation() => {
            ApiError::new(Code::Conflict, "A category was deleted at the same moment.")
        }
        other => other.into(),
    })?;
    let entry = AuditEntry {
        actor: Some(by.editor),
        subject: "book",
        subject_id: new.book.id.uuid(),
        act,
        from_revision: Some(old.book.updated_at.millis()),
        to_revision: Some(new.book.updated_at.millis()),
        detail: changes.into(),
    };
    append_audit(&mut tx, entry, by.now).await?;
    append_change(&mut tx, ChangeKind::Book, new.book.id.uuid(), by.now).await?;
    tx.commit().await?;
    change_feed::apply_pending(app).await?;
    Ok(DeskBook::from(&new))
}
