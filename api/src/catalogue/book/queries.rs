//! Reads and writes the rows of books.

use std::collections::HashMap;

use heliriiul_db::{BookId, CategoryId, DbResult, Row, Tx};
use sqlx::FromRow;
use uuid::Uuid;

use super::{
    prices,
    rows::{BookRow, BookRows, PersonName},
};
use crate::catalogue::names::{Isbn, Slug};

/// A range of book ids. One SQL text reads one book or all of them.
#[derive(Clone, Copy, Debug)]
pub struct IdRange {
    pub(super) from: BookId,
    pub(super) to: BookId,
}

impl IdRange {
    pub fn all() -> Self {
        Self { from: Uuid::nil().into(), to: Uuid::max().into() }
    }

    pub const fn one(id: BookId) -> Self {
        Self { from: id, to: id }
    }
}

#[derive(FromRow)]
struct OfBook<T> {
    book_id: BookId,
    #[sqlx(flatten)]
    row: T,
}

#[derive(FromRow)]
struct ContributorRow {
    role: String,
    #[sqlx(flatten)]
    name: PersonName,
}

#[derive(FromRow)]
struct RedirectRow {
    old_slug: Slug,
}

#[derive(FromRow)]
struct PopularityRow {
    libraries: i64,
}

/// The books of the range, in no order.
pub async fn find_all(tx: &mut Tx, range: IdRange) -> DbResult<Vec<BookRows>> {
    let rows: Vec<BookRow> = tx
        .all(
            "SELECT id, slug, isbn, title, subtitle, publisher, description, publish_year, language, \
             duration_ms, price_cents, payment_type, is_visible, cover_hash, cover_hue, cover_widths, \
             sample_name, sample_key, sample_type, sample_bytes, sample_duration_ms, created_at, updated_at \
             FROM books WHERE id BETWEEN $1 AND $2",
            (range.from, range.to),
        )
        .await?;
    let mut books: HashMap<BookId, BookRows> =
        rows.into_iter().map(|row| (row.id, BookRows::from(row))).collect();
    let contributors = "SELECT book_id, role, first_name, last_name FROM contributors \
                        WHERE book_id BETWEEN $1 AND $2 ORDER BY book_id, role, position";
    add_rows(tx, contributors, range, &mut books, |book, ContributorRow { role, name }| {
        if role == "author" { book.authors.push(name) } else { book.readers.push(name) }
    })
    .await?;
    let files = "SELECT book_id, name, object_key, content_type, bytes, duration_ms, sha256 FROM book_files \
                 WHERE book_id BETWEEN $1 AND $2 ORDER BY book_id, position";
    add_rows(tx, files, range, &mut books, |book, row| book.files.push(row)).await?;
    let chapters = "SELECT book_id, title, file_position, start_ms, end_ms FROM chapters \
                    WHERE book_id BETWEEN $1 AND $2 ORDER BY book_id, position";
    add_rows(tx, chapters, range, &mut books, |book, row| book.chapters.push(row)).await?;
    for (book_id, category, position) in category_positions(tx, range).await? {
        if let Some(book) = books.get_mut(&book_id) {
            book.categories.push((category, position));
        }
    }
    let redirects =
        "SELECT book_id, old_slug FROM book_redirects WHERE book_id BETWEEN $1 AND $2 ORDER BY old_slug";
    add_rows(tx, redirects, range, &mut books, |book, row: RedirectRow| book.old_slugs.push(row.old_slug))
        .await?;
    let popularity = "SELECT book_id, COUNT(*) AS libraries FROM library \
                      WHERE book_id BETWEEN $1 AND $2 GROUP BY book_id";
    add_rows(tx, popularity, range, &mut books, |book, row: PopularityRow| book.popularity = row.libraries)
        .await?;
    Ok(books.into_values().collect())
}

async fn add_rows<T>(
    tx: &mut Tx,
    sql: &'static str,
    range: IdRange,
    books: &mut HashMap<BookId, BookRows>,
    add: impl Fn(&mut BookRows, T),
) -> DbResult<()>
where
    OfBook<T>: Row,
{
    for OfBook { book_id, row } in tx.all(sql, (range.from, range.to)).await? {
        if let Some(book) = books.get_mut(&book_id) {
            add(book, row);
        }
    }
    Ok(())
}

/// The categories of the books with the positions of the books in them. The categories of a book are in its own order.
pub async fn category_positions(tx: &mut Tx, range: IdRange) -> DbResult<Vec<(BookId, CategoryId, i64)>> {
    tx.all(
        "SELECT book_id, category_id, position FROM book_categories \
         WHERE book_id BETWEEN $1 AND $2 ORDER BY book_id, rank",
        (range.from, range.to),
    )
    .await
}

pub async fn find(tx: &mut Tx, id: BookId) -> DbResult<Option<BookRows>> {
    Ok(find_all(tx, IdRange::one(id)).await?.pop())
}

/// Locks a book until the transaction ends and reads it.
pub async fn lock(tx: &mut Tx, id: BookId) -> DbResult<Option<BookRows>> {
    tx.execute("UPDATE books SET updated_at = updated_at WHERE id = $1", (id,)).await?;
    find(tx, id).await
}

pub async fn id_by_slug(tx: &mut Tx, slug: &Slug) -> DbResult<Option<BookId>> {
    tx.optional_scalar("SELECT id FROM books WHERE slug = $1", (slug,)).await
}

pub async fn id_by_isbn(tx: &mut Tx, isbn: &Isbn) -> DbResult<Option<BookId>> {
    tx.optional_scalar("SELECT id FROM books WHERE isbn = $1", (isbn,)).await
}

pub async fn id_by_old_slug(tx: &mut Tx, slug: &Slug) -> DbResult<Option<BookId>> {
    tx.optional_scalar("SELECT book_id FROM book_redirects WHERE old_slug = $1", (slug,)).await
}

/// Writes a new book, or the parts of a book that differ from `old`. An old slug becomes a redirect.
pub async fn save(tx: &mut Tx, old: Option<&BookRows>, new: &BookRows) -> DbResult<()> {
    if let Some(old) = old.filter(|old| old.book.slug != new.book.slug) {
        redirect(tx, &old.book, &new.book.slug).await?;
    }
    save_row(tx, &new.book).await?;
    prices::record(tx, old.map(|old| &old.book), &new.book).await?;
    if old.is_none_or(|old| (&old.authors, &old.readers) != (&new.authors, &new.readers)) {
        replace_people(tx, new).await?;
    }
    if old.is_none_or(|old| old.categories != new.categories) {
        replace_categories(tx, new).await?;
    }
    if old.is_none_or(|old| old.files != new.files) {
        replace_files(tx, new).await?;
    }
    if old.is_none_or(|old| old.chapters != new.chapters) {
        replace_chapters(tx, new).await?;
    }
    Ok(())
}

/// Deletes a redirect from the new slug, which the book may have had before.
async fn redirect(tx: &mut Tx, old: &BookRow, new: &Slug) -> DbResult<()> {
    tx.execute("DELETE FROM book_redirects WHERE old_slug = $1", (new,)).await?;
    tx.execute("INSERT INTO book_redirects (old_slug, book_id) VALUES ($1, $2)", (&old.slug, old.id)).await?;
    Ok(())
}

async fn save_row(tx: &mut Tx, book: &BookRow) -> DbResult<()> {
    let (cover, sample) = (book.cover.as_ref(), book.sample.as_ref());
    let widths = cover.map(|cover| cover.widths.iter().map(u32::to_string).collect::<Vec<_>>().join(","));
    tx.execute(
        "INSERT INTO books (id, slug, isbn, title, subtitle, publisher, description, publish_year, language, \
         duration_ms, price_cents, payment_type, is_visible, cover_hash, cover_hue, cover_widths, \
         sample_name, sample_key, sample_type, sample_bytes, sample_duration_ms, created_at, updated_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, \
         $21, $22, $23) \
         ON CONFLICT (id) DO UPDATE SET slug = $2, isbn = $3, title = $4, subtitle = $5, publisher = $6, \
         description = $7, publish_year = $8, language = $9, duration_ms = $10, price_cents = $11, \
         payment_type = $12, is_visible = $13, cover_hash = $14, cover_hue = $15, cover_widths = $16, \
         sample_name = $17, sample_key = $18, sample_type = $19, sample_bytes = $20, \
         sample_duration_ms = $21, updated_at = $23",
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
            cover.map(|cover| &cover.hash),
            cover.map(|cover| cover.hue),
            widths,
            sample.map(|sample| &sample.name),
            sample.map(|sample| &sample.object_key),
            sample.map(|sample| &sample.content_type),
            sample.map(|sample| sample.bytes),
            sample.map(|sample| sample.duration_ms),
            book.created_at,
            book.updated_at,
        ),
    )
    .await?;
    Ok(())
}

async fn replace_people(tx: &mut Tx, rows: &BookRows) -> DbResult<()> {
    tx.execute("DELETE FROM contributors WHERE book_id = $1", (rows.book.id,)).await?;
    for (role, people) in [("author", &rows.authors), ("reader", &rows.readers)] {
        for (position, name) in (0_i64..).zip(people) {
            tx.execute(
                "INSERT INTO contributors (book_id, role, position, first_name, last_name) \
                 VALUES ($1, $2, $3, $4, $5)",
                (rows.book.id, role, position, &name.first_name, &name.last_name),
            )
            .await?;
        }
    }
    Ok(())
}

async fn replace_categories(tx: &mut Tx, rows: &BookRows) -> DbResult<()> {
    tx.execute("DELETE FROM book_categories WHERE book_id = $1", (rows.book.id,)).await?;
    for (rank, (category, position)) in (0_i64..).zip(&rows.categories) {
        tx.execute(
            "INSERT INTO book_categories (book_id, category_id, rank, position) VALUES ($1, $2, $3, $4)",
            (rows.book.id, category, rank, position),
        )
        .await?;
    }
    Ok(())
}

async fn replace_files(tx: &mut Tx, rows: &BookRows) -> DbResult<()> {
    tx.execute("DELETE FROM book_files WHERE book_id = $1", (rows.book.id,)).await?;
    for (position, file) in (0_i64..).zip(&rows.files) {
        tx.execute(
            "INSERT INTO book_files (book_id, position, name, object_key, content_type, bytes, duration_ms, \
             sha256) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            (
                rows.book.id,
                position,
                &file.sound.name,
                &file.sound.object_key,
                &file.sound.content_type,
                file.sound.bytes,
                file.sound.duration_ms,
                &file.sha256,
            ),
        )
        .await?;
    }
    Ok(())
}

async fn replace_chapters(tx: &mut Tx, rows: &BookRows) -> DbResult<()> {
    tx.execute("DELETE FROM chapters WHERE book_id = $1", (rows.book.id,)).await?;
    for (position, chapter) in (0_i64..).zip(&rows.chapters) {
        tx.execute(
            "INSERT INTO chapters (book_id, position, title, file_position, start_ms, end_ms) \
             VALUES ($1, $2, $3, $4, $5, $6)",
            (rows.book.id, position, &chapter.title, chapter.file_position, chapter.start_ms, chapter.end_ms),
        )
        .await?;
    }
    Ok(())
}
