//! Saves of a book. A save names the version that it started from; when another has been written since, the answer is
//! 409 with that one in `current`, and nothing is written.

use std::collections::HashMap;

use axum::extract::State;
use heliriiul_cms::AuditEntry;
use heliriiul_db::{BookId, CategoryId, ChangeKind, DbError, Tx, append_change};

use super::{
    books::rows,
    wire::{DeskBook, DeskBookSave},
};
use crate::{
    auth::{Editor, Now},
    catalogue::{
        CategoryPath,
        import::{
            facts::{Facts, Patch, RawFacts},
            save::{Stop, category_ids, desired},
        },
        store::BookRows,
        write,
    },
    change_feed,
    content::audit::{By, differences},
    error::responses::{EditorOnly, JsonBody, NoSuchId},
    error::{ApiError, ApiResult, Code, FieldError, Problem},
    extract::{Json, Path},
    state::AppState,
};

const CATEGORIES: usize = 30;

/// Writes a book. A save of what the book is already changes nothing and is no conflict: it may be one sent again.
#[utoipa::path(
    put,
    path = "/desk/books/{id}",
    tag = "desk",
    params(("id" = uuid::Uuid, Path)),
    request_body = DeskBookSave,
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = DeskBook),
        JsonBody, EditorOnly, NoSuchId,
        (status = 409, description = "Another version has been written since; it is in `current`", body = Problem),
        (status = 422, description = "A field does not meet its rule; `slug` and `isbn` may be `taken` by another book", body = Problem),
    )
)]
pub async fn save_desk_book(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Path(id): Path<BookId>,
    Json(sent): Json<DeskBookSave>,
) -> ApiResult<Json<DeskBook>> {
    let (based_on, wanted) = (sent.based_on, sent.category_ids.clone());
    let mut facts = checked(sent).await?;
    let mut tx = app.db.write().await?;
    let old = held(&mut tx, id).await?;
    let categories = category_ids(&mut tx).await?;
    facts.categories = Patch::Value(paths(&categories, &wanted)?);
    let new = match desired(&mut tx, &facts, None, Some(&old), &categories, now).await {
        Ok(new) => new,
        Err(Stop::Refused(why)) => return Err(ApiError::new(Code::Conflict, why)),
        Err(Stop::Failed(error)) => return Err(error.into()),
    };
    if write::differences(&old, &new).is_empty() {
        return Ok(Json(DeskBook::from(&old)));
    }
    // The row is held, so no other version can come between this and the write.
    if old.book.updated_at.millis() != based_on {
        let stale = ApiError::new(Code::StaleRevision, "Another version has been written since.");
        return Err(stale.with("current", DeskBook::from(&old)));
    }
    check_free(&mut tx, &new).await?;
    let by = By { editor: editor.id, now };
    Ok(Json(written(&app, tx, &old, &new, "change", by).await?))
}

/// What the save says, checked as a record of the importers. Off the async threads: cleaning a long text takes a while.
async fn checked(sent: DeskBookSave) -> ApiResult<Facts> {
    let mut faults = Vec::new();
    for (field, text) in [("slug", &sent.slug), ("title", &sent.title)] {
        if text.trim().is_empty() {
            faults.push(FieldError { field: field.to_owned(), code: "required".into() });
        }
    }
    let raw = RawFacts::from(sent);
    let checked = tokio::task::spawn_blocking(move || Facts::check_fields(raw)).await;
    match checked.map_err(ApiError::internal)? {
        Ok(facts) if faults.is_empty() => Ok(facts),
        Ok(_) => Err(ApiError::fields(faults)),
        Err(more) => {
            faults.extend(more.into_iter().map(FieldError::from));
            Err(ApiError::fields(faults))
        }
    }
}

/// The paths of categories that there are, each once.
fn paths(known: &HashMap<CategoryPath, CategoryId>, wanted: &[CategoryId]) -> ApiResult<Vec<CategoryPath>> {
    if wanted.len() > CATEGORIES {
        return Err(ApiError::field("categoryIds", "too-long"));
    }
    let by_id: HashMap<CategoryId, &CategoryPath> = known.iter().map(|(path, id)| (*id, path)).collect();
    let mut paths = Vec::with_capacity(wanted.len());
    for (index, id) in wanted.iter().enumerate() {
        let Some(path) = by_id.get(id) else {
            return Err(ApiError::field(format!("categoryIds[{index}]"), "not-found"));
        };
        if !paths.contains(*path) {
            paths.push((*path).clone());
        }
    }
    Ok(paths)
}

/// Refuses a slug or an ISBN of another book, and a slug that once was one's: its links lead there.
async fn check_free(tx: &mut Tx, new: &BookRows) -> ApiResult<()> {
    let book = &new.book;
    let is_other = |found: Option<BookId>| found.is_some_and(|found| found != book.id);
    let mut faults = Vec::new();
    if is_other(write::id_by_slug(tx, &book.slug).await?)
        || is_other(write::id_by_old_slug(tx, &book.slug).await?)
    {
        faults.push(FieldError { field: "slug".to_owned(), code: "taken".into() });
    }
    if let Some(isbn) = &book.isbn
        && is_other(write::id_by_isbn(tx, isbn).await?)
    {
        faults.push(FieldError { field: "isbn".to_owned(), code: "taken".into() });
    }
    if faults.is_empty() { Ok(()) } else { Err(ApiError::fields(faults)) }
}

/// The book's rows, held until the transaction ends.
pub(super) async fn held(tx: &mut Tx, id: BookId) -> ApiResult<BookRows> {
    write::hold(tx, id).await?;
    rows(tx, id).await
}

/// Writes what differs, notes it, tells the feed of changes, and answers the book as it is now.
pub(super) async fn written(
    app: &AppState,
    mut tx: Tx,
    old: &BookRows,
    new: &BookRows,
    act: &str,
    by: By,
) -> ApiResult<DeskBook> {
    write_rows(&mut tx, old, new).await.map_err(|error| match error {
        DbError::Database(error) if error.is_unique_violation() => {
            ApiError::new(Code::Conflict, "Another book was given the slug or the ISBN at the same moment.")
        }
        DbError::Database(error) if error.is_foreign_key_violation() => {
            ApiError::new(Code::Conflict, "A category was deleted at the same moment.")
        }
        other => other.into(),
    })?;
    let (before, after) = (DeskBook::from(old), DeskBook::from(new));
    let mut detail = differences(&before, &after);
    if let Some(members) = detail.as_object_mut() {
        // The revisions of the row say it.
        members.retain(|name, _| name != "version" && name != "updatedAt");
    }
    let entry = AuditEntry {
        actor: Some(by.editor),
        subject: "book",
        subject_id: new.book.id.uuid(),
        act,
        from_revision: Some(before.version),
        to_revision: Some(after.version),
        detail,
    };
    heliriiul_cms::audit(&mut tx, entry, by.now).await?;
    append_change(&mut tx, ChangeKind::Book, new.book.id.uuid(), by.now).await?;
    tx.commit().await?;
    change_feed::catch_up(app).await?;
    Ok(after)
}

async fn write_rows(tx: &mut Tx, old: &BookRows, new: &BookRows) -> Result<(), DbError> {
    if old.book.slug != new.book.slug {
        write::rename(tx, &old.book, &new.book.slug).await?;
    }
    write::update(tx, &new.book).await?;
    write::replace_parts(tx, Some(old), new).await
}
