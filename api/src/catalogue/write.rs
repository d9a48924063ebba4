//! Writes books: the rows of one book become what they are to be, the parts of them that differ.
//!
//! The importers and the desk both write through here, so a book that either has made looks the same.

use heliriiul_db::{BookId, CategoryId, DbError, Timestamp, Tx};

use super::{
    names::{Isbn, Slug},
    store::{BookRow, BookRows, ChapterRow, ContributorRow, FileRow},
};

/// Holds a book's row until the transaction ends, so that what is read of the book after this is what is written over.
/// Answers whether there is such a book.
pub async fn hold(tx: &mut Tx, id: BookId) -> Result<bool, DbError> {
    let held = tx.execute("UPDATE books SET updated_at = updated_at WHERE id = $1", (id,)).await?;
    Ok(held > 0)
}

/// Holds the tree of categories until the transaction ends: whoever changes it waits for those who began before.
///
/// A counter is held, not the categories' own rows, so that books may go into them meanwhile.
pub async fn hold_categories(tx: &mut Tx) -> Result<(), DbError> {
    tx.execute(
        "INSERT INTO counters (name, value) VALUES ('categories', 1) \
         ON CONFLICT (name) DO UPDATE SET value = counters.value + 1",
        (),
    )
    .await?;
    Ok(())
}

/// When a book that is written now was written: later than before, since the moment is also its version.
pub fn next_moment(old: Timestamp, now: Timestamp) -> Timestamp {
    now.max(Timestamp::from_millis(old.millis().saturating_add(1)))
}

pub async fn id_by_slug(tx: &mut Tx, slug: &Slug) -> Result<Option<BookId>, DbError> {
    tx.optional_scalar("SELECT id FROM books WHERE slug = $1", (slug,)).await
}

pub async fn id_by_isbn(tx: &mut Tx, isbn: &Isbn) -> Result<Option<BookId>, DbError> {
    tx.optional_scalar("SELECT id FROM books WHERE isbn = $1", (isbn,)).await
}

pub async fn id_by_old_slug(tx: &mut Tx, slug: &Slug) -> Result<Option<BookId>, DbError> {
    tx.optional_scalar("SELECT book_id FROM book_redirects WHERE old_slug = $1", (slug,)).await
}

/// Which parts differ, in the words of the report.
pub fn differences(old: &BookRows, new: &BookRows) -> Vec<&'static str> {
    let (a, b) = (&old.book, &new.book);
    let of_role = |rows: &BookRows, role: &str| -> Vec<ContributorRow> {
        rows.contributors.iter().filter(|row| row.role == role).cloned().collect()
    };
    let category_list =
        |rows: &BookRows| -> Vec<CategoryId> { rows.categories.iter().map(|(id, _)| *id).collect() };
    let checks = [
        ("slug", a.slug != b.slug),
        ("isbn", a.isbn != b.isbn),
        ("title", a.title != b.title),
        ("subtitle", a.subtitle != b.subtitle),
        ("authors", of_role(old, "author") != of_role(new, "author")),
        ("readers", of_role(old, "reader") != of_role(new, "reader")),
        ("publisher", a.publisher != b.publisher),
        ("description", a.description != b.description),
        ("categories", category_list(old) != category_list(new)),
        ("year", a.publish_year != b.publish_year),
        ("language", a.language != b.language),
        ("price", a.price_cents != b.price_cents),
        ("payment type", a.payment_type != b.payment_type),
        ("visibility", a.is_visible != b.is_visible),
        ("length", a.duration_ms != b.duration_ms),
        ("files", old.files != new.files),
        ("chapters", old.chapters != new.chapters),
        ("sample", (&a.sample_name, &a.sample_key) != (&b.sample_name, &b.sample_key)),
        (
            "cover",
            (&a.cover_hash, &a.cover_widths, a.cover_hue) != (&b.cover_hash, &b.cover_widths, b.cover_hue),
        ),
    ];
    checks.into_iter().filter(|(_, differs)| *differs).map(|(part, _)| part).collect()
}

/// The old address goes on as a redirect; an address that the book once had is its own again.
pub async fn rename(tx: &mut Tx, old: &BookRow, new: &Slug) -> Result<(), DbError> {
    tx.execute("DELETE FROM book_redirects WHERE old_slug = $1", (new,)).await?;
    tx.execute("INSERT INTO book_redirects (old_slug, book_id) VALUES ($1, $2)", (&old.slug, old.id)).await?;
    Ok(())
}

pub async fn insert(tx: &mut Tx, book: &BookRow) -> Result<(), DbError> {
    tx.execute(
        "INSERT INTO books (id, slug, title, description, language, payment_type, is_visible, created_at, \
         updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)",
        (
            book.id,
            &book.slug,
            &book.title,
            &book.description,
            &book.language,
            book.payment_type,
            book.is_visible,
            book.created_at,
        ),
    )
    .await?;
    update(tx, book).await
}

pub async fn update(tx: &mut Tx, book: &BookRow) -> Result<(), DbError> {
    tx.execute(
        "UPDATE books SET slug = $2, isbn = $3, title = $4, subtitle = $5, publisher = $6, description \
         = $7, publish_year = $8, language = $9, duration_ms = $10, price_cents = $11, payment_type = $12, \
         is_visible = $13, cover_hash = $14, cover_hue = $15, cover_widths = $16, sample_name = $17, \
         sample_key = $18, sample_type = $19, sample_bytes = $20, sample_duration_ms = $21, updated_at \
         = $22 WHERE id = $1",
        (
            book.id,
            &book.slug,
            &book.isbn,
            &book.title,
            &book.subtitle,
            &book.publisher,
            &book.description,
            book.publish_year,
            &book.language,
            book.duration_ms,
            book.price_cents,
            book.payment_type,
            book.is_visible,
            &book.cover_hash,
            book.cover_hue,
            &book.cover_widths,
            &book.sample_name,
            &book.sample_key,
            &book.sample_type,
            book.sample_bytes,
            book.sample_duration_ms,
            book.updated_at,
        ),
    )
    .await?;
    Ok(())
}

/// People, categories, files and chapters, those of them that differ.
pub async fn replace_parts(tx: &mut Tx, old: Option<&BookRows>, new: &BookRows) -> Result<(), DbError> {
    if old.is_none_or(|old| old.contributors != new.contributors) {
        replace_people(tx, new).await?;
    }
    if old.is_none_or(|old| old.categories != new.categories) {
        replace_categories(tx, new).await?;
    }
    if old.is_none_or(|old| old.files != new.files) {
        replace_files(tx, new.book.id, &new.files).await?;
    }
    if old.is_none_or(|old| old.chapters != new.chapters) {
        replace_chapters(tx, new.book.id, &new.chapters).await?;
    }
    Ok(())
}

async fn replace_people(tx: &mut Tx, book: &BookRows) -> Result<(), DbError> {
    tx.execute("DELETE FROM contributors WHERE book_id = $1", (book.book.id,)).await?;
    for (position, row) in (0_i64..).zip(&book.contributors) {
        tx.execute(
            "INSERT INTO contributors (book_id, role, position, first_name, last_name) \
             VALUES ($1, $2, $3, $4, $5)",
            (row.book_id, &row.role, position, &row.first_name, &row.last_name),
        )
        .await?;
    }
    Ok(())
}

async fn replace_categories(tx: &mut Tx, book: &BookRows) -> Result<(), DbError> {
    tx.execute("DELETE FROM book_categories WHERE book_id = $1", (book.book.id,)).await?;
    for (rank, (category, place)) in (0_i64..).zip(&book.categories) {
        tx.execute(
            "INSERT INTO book_categories (book_id, category_id, rank, position) VALUES ($1, $2, $3, $4)",
            (book.book.id, category, rank, place),
        )
        .await?;
    }
    Ok(())
}

async fn replace_files(tx: &mut Tx, id: BookId, files: &[FileRow]) -> Result<(), DbError> {
    tx.execute("DELETE FROM book_files WHERE book_id = $1", (id,)).await?;
    for (position, file) in (0_i64..).zip(files) {
        tx.execute(
            "INSERT INTO book_files (book_id, position, name, object_key, content_type, bytes, duration_ms, \
             sha256) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            (
                id,
                position,
                &file.name,
                &file.object_key,
                &file.content_type,
                file.bytes,
                file.duration_ms,
                &file.sha256,
            ),
        )
        .await?;
    }
    Ok(())
}

async fn replace_chapters(tx: &mut Tx, id: BookId, chapters: &[ChapterRow]) -> Result<(), DbError> {
    tx.execute("DELETE FROM chapters WHERE book_id = $1", (id,)).await?;
    for (position, chapter) in (0_i64..).zip(chapters) {
        tx.execute(
            "INSERT INTO chapters (book_id, position, title, file_position, start_ms, end_ms) \
             VALUES ($1, $2, $3, $4, $5, $6)",
            (id, position, &chapter.title, chapter.file_position, chapter.start_ms, chapter.end_ms),
        )
        .await?;
    }
    Ok(())
}
