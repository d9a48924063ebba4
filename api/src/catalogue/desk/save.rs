//! Saves of a book. A save names the version that it is based on. If a newer version exists, nothing is written, and
//! the response is 409 with that version in `current`.

use std::collections::HashSet;

use axum::extract::State;

use heliriiul_db::{AuditEntry, BookId, CategoryId, ChangeKind, DbError, Tx, append_audit, append_change};

use super::{
    book_view::{DeskBook, DeskBookSave},
    books::lock,
};
use crate::{
    audit::Actor,
    auth::{Editor, Now},
    catalogue::{
        book::{self, BookFields, BookRecord, BookRows},
        category,
        changes::{differences, next_version},
    },
    change_feed,
    error::responses::{EditorOnly, JsonBody, NoSuchId},
    error::{ApiError, ApiResult, Code, FieldError, Problem},
    extract::{Json, Path},
    state::AppState,
};

const MOST_CATEGORIES: usize = 30;

/// Saves a book. A save that changes nothing is no conflict: the client may have sent it again.
#[utoipa::path(
    put, path = "/desk/books/{id}", tag = "desk", params(("id" = uuid::Uuid, Path)),
    request_body = DeskBookSave,
    responses(
        (status = 200, body = DeskBook), JsonBody, EditorOnly, NoSuchId,
        (status = 409, description = "Another version has been written since; it is in `current`", body = Problem),
        (status = 422, description = "A field does not meet its rule; `slug` and `isbn` may be `taken` by another book", body = Problem),
    ),
)]
pub async fn save_desk_book(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
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
    let by = Actor { editor: editor.id, now };
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
    if ids.len() > MOST_CATEGORIES {
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
    change_feed::catch_up(app).await?;
    Ok(DeskBook::from(&new))
}
