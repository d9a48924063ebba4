//! Reads books and categories from the database, all or some.

use std::collections::HashMap;

use heliriiul_db::{BookId, CategoryId, DbError, Timestamp, Tx};
use sqlx::FromRow;
use uuid::Uuid;

use super::{
    names::{CategoryPath, Isbn, Slug},
    view::PaymentType,
};
use crate::money::Cents;

/// A range of book ids. Ids of one statement are asked for as a range, so that all books and one book
/// are the same SQL.
#[derive(Clone, Copy, Debug)]
pub struct IdRange {
    pub from: BookId,
    pub to: BookId,
}

impl IdRange {
    pub fn all() -> Self {
        Self { from: Uuid::nil().into(), to: Uuid::max().into() }
    }

    pub const fn one(id: BookId) -> Self {
        Self { from: id, to: id }
    }
}

/// The place of a book in an ordered category that has not been given one: after all others.
pub const LAST_PLACE: i64 = 1 << 40;

/// A row of `books`.
#[derive(Clone, Debug, FromRow)]
pub struct BookRow {
    pub id: BookId,
    pub slug: Slug,
    pub isbn: Option<Isbn>,
    pub title: String,
    pub subtitle: Option<String>,
    pub publisher: Option<String>,
    pub description: String,
    pub publish_year: Option<i64>,
    pub language: String,
    pub duration_ms: Option<i64>,
    pub price_cents: Option<Cents>,
    pub payment_type: PaymentType,
    pub is_visible: bool,
    pub cover_hash: Option<String>,
    pub cover_hue: Option<i64>,
    pub cover_widths: Option<String>,
    pub sample_name: Option<String>,
    pub sample_key: Option<String>,
    pub sample_type: Option<String>,
    pub sample_bytes: Option<i64>,
    pub sample_duration_ms: Option<i64>,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct ContributorRow {
    pub book_id: BookId,
    pub role: String,
    pub first_name: String,
    pub last_name: String,
}

#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct FileRow {
    pub book_id: BookId,
    pub name: String,
    pub object_key: String,
    pub content_type: String,
    pub bytes: i64,
    pub duration_ms: i64,
    pub sha256: String,
}

#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct ChapterRow {
    pub book_id: BookId,
    pub title: String,
    pub file_position: i64,
    pub start_ms: i64,
    pub end_ms: i64,
}

#[derive(Clone, Debug, FromRow)]
pub struct CategoryRow {
    pub id: CategoryId,
    pub parent_id: Option<CategoryId>,
    pub path: CategoryPath,
    pub name: String,
    pub position: i64,
    pub include_in_menu: bool,
    pub ordered: bool,
    /// Paths that it had before.
    #[sqlx(skip)]
    pub old_paths: Vec<String>,
}

/// A book's rows, gathered.
#[derive(Clone, Debug)]
pub struct BookRows {
    pub book: BookRow,
    pub contributors: Vec<ContributorRow>,
    /// In the book's order, with the book's place in the order of each category.
    pub categories: Vec<(CategoryId, i64)>,
    pub files: Vec<FileRow>,
    pub chapters: Vec<ChapterRow>,
    pub old_slugs: Vec<Slug>,
    pub shelves: i64,
}

/// The books of the range.
pub async fn books(tx: &mut Tx, range: IdRange) -> Result<Vec<BookRows>, DbError> {
    let rows: Vec<BookRow> = tx
        .all(
            "SELECT id, slug, isbn, title, subtitle, publisher, description, publish_year, language, \
             duration_ms, price_cents, payment_type, is_visible, cover_hash, cover_hue, cover_widths, \
             sample_name, sample_key, sample_type, sample_bytes, sample_duration_ms, created_at, updated_at \
             FROM books WHERE id BETWEEN $1 AND $2",
            (range.from, range.to),
        )
        .await?;
    let mut gathered: HashMap<BookId, BookRows> =
        rows.into_iter().map(|row| (row.id, BookRows::new(row))).collect();
    add_people_and_sound(tx, range, &mut gathered).await?;
    add_places(tx, range, &mut gathered).await?;
    Ok(gathered.into_values().collect())
}

impl BookRows {
    pub const fn new(book: BookRow) -> Self {
        Self {
            book,
            contributors: Vec::new(),
            categories: Vec::new(),
            files: Vec::new(),
            chapters: Vec::new(),
            old_slugs: Vec::new(),
            shelves: 0,
        }
    }
}

async fn add_people_and_sound(
    tx: &mut Tx,
    range: IdRange,
    gathered: &mut HashMap<BookId, BookRows>,
) -> Result<(), DbError> {
    let contributors: Vec<ContributorRow> = tx
        .all(
            "SELECT book_id, role, first_name, last_name FROM contributors \
             WHERE book_id BETWEEN $1 AND $2 ORDER BY book_id, role, position",
            (range.from, range.to),
        )
        .await?;
    for row in contributors {
        if let Some(book) = gathered.get_mut(&row.book_id) {
            book.contributors.push(row);
        }
    }
    let files: Vec<FileRow> = tx
        .all(
            "SELECT book_id, name, object_key, content_type, bytes, duration_ms, sha256 FROM book_files \
             WHERE book_id BETWEEN $1 AND $2 ORDER BY book_id, position",
            (range.from, range.to),
        )
        .await?;
    for row in files {
        if let Some(book) = gathered.get_mut(&row.book_id) {
            book.files.push(row);
        }
    }
    let chapters: Vec<ChapterRow> = tx
        .all(
            "SELECT book_id, title, file_position, start_ms, end_ms FROM chapters \
             WHERE book_id BETWEEN $1 AND $2 ORDER BY book_id, position",
            (range.from, range.to),
        )
        .await?;
    for row in chapters {
        if let Some(book) = gathered.get_mut(&row.book_id) {
            book.chapters.push(row);
        }
    }
    Ok(())
}

/// The categories of the books with their places there; each book's in its own order.
pub async fn places(tx: &mut Tx, range: IdRange) -> Result<Vec<(BookId, CategoryId, i64)>, DbError> {
    tx.all(
        "SELECT book_id, category_id, position FROM book_categories \
         WHERE book_id BETWEEN $1 AND $2 ORDER BY book_id, rank",
        (range.from, range.to),
    )
    .await
}

async fn add_places(
    tx: &mut Tx,
    range: IdRange,
    gathered: &mut HashMap<BookId, BookRows>,
) -> Result<(), DbError> {
    for (book_id, category, position) in places(tx, range).await? {
        if let Some(book) = gathered.get_mut(&book_id) {
            book.categories.push((category, position));
        }
    }
    let redirects: Vec<(BookId, Slug)> = tx
        .all(
            "SELECT book_id, old_slug FROM book_redirects WHERE book_id BETWEEN $1 AND $2 ORDER BY old_slug",
            (range.from, range.to),
        )
        .await?;
    for (book_id, slug) in redirects {
        if let Some(book) = gathered.get_mut(&book_id) {
            book.old_slugs.push(slug);
        }
    }
    let shelves: Vec<(BookId, i64)> = tx
        .all(
            "SELECT book_id, COUNT(*) FROM library WHERE book_id BETWEEN $1 AND $2 GROUP BY book_id",
            (range.from, range.to),
        )
        .await?;
    for (book_id, count) in shelves {
        if let Some(book) = gathered.get_mut(&book_id) {
            book.shelves = count;
        }
    }
    Ok(())
}

/// All categories, those above before those below them.
pub async fn categories(tx: &mut Tx) -> Result<Vec<CategoryRow>, DbError> {
    let mut rows: Vec<CategoryRow> = tx
        .all(
            "SELECT id, parent_id, path, name, position, include_in_menu, ordered FROM categories \
             ORDER BY position, path",
            (),
        )
        .await?;
    let redirects: Vec<(CategoryId, String)> =
        tx.all("SELECT category_id, old_path FROM category_redirects ORDER BY old_path", ()).await?;
    for (id, old_path) in redirects {
        if let Some(row) = rows.iter_mut().find(|row| row.id == id) {
            row.old_paths.push(old_path);
        }
    }
    Ok(rows)
}
