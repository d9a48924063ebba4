//! Categories: their rows in the database and their shape in the API. [`tree`] has the rules of their tree.

pub mod tree;

use std::collections::HashMap;

use heliriiul_db::{BookId, CategoryId, DbError, DbResult, Timestamp, Tx};
use serde::Serialize;
use sqlx::FromRow;
use utoipa::ToSchema;

use super::names::CategoryPath;

/// The position of a book in an ordered category when no position was set: after all others.
pub const LAST_POSITION: i64 = 1 << 40;

/// Characters of a name.
pub const NAME_LENGTH: usize = 100;

/// A row of `categories`. Its serialised form has the fields that the audit log compares.
#[derive(Clone, Debug, Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
pub struct CategoryRow {
    #[serde(skip)]
    pub id: CategoryId,
    pub parent_id: Option<CategoryId>,
    pub path: CategoryPath,
    pub name: String,
    /// The position among the categories with the same parent.
    pub position: i64,
    pub include_in_menu: bool,
    /// Whether editors order its books.
    pub ordered: bool,
    /// The version of the category.
    #[serde(skip)]
    pub updated_at: Timestamp,
    /// Former paths.
    #[sqlx(skip)]
    #[serde(skip)]
    pub old_paths: Vec<String>,
}

/// All categories by position.
pub async fn find_all(tx: &mut Tx) -> DbResult<Vec<CategoryRow>> {
    let mut rows: Vec<CategoryRow> = tx
        .all(
            "SELECT id, parent_id, path, name, position, include_in_menu, ordered, updated_at FROM categories \
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

pub async fn id_by_path(tx: &mut Tx, path: &CategoryPath) -> DbResult<Option<CategoryId>> {
    tx.optional_scalar("SELECT id FROM categories WHERE path = $1", (path,)).await
}

/// Returns the number of books of each category, including hidden books, without those of the categories below it.
pub async fn book_counts(tx: &mut Tx) -> DbResult<HashMap<CategoryId, i64>> {
    let rows: Vec<(CategoryId, i64)> =
        tx.all("SELECT category_id, COUNT(*) FROM book_categories GROUP BY category_id", ()).await?;
    Ok(rows.into_iter().collect())
}

/// Locks the tree of categories until the transaction ends and reads it, so that two moves at once make no circle.
///
/// The lock is a counter, not the rows of categories, so that books can be added to categories meanwhile.
pub async fn lock_tree(tx: &mut Tx) -> DbResult<Vec<CategoryRow>> {
    tx.execute(
        "INSERT INTO counters (name, value) VALUES ('categories', 1) \
         ON CONFLICT (name) DO UPDATE SET value = counters.value + 1",
        (),
    )
    .await?;
    find_all(tx).await
}

/// Locks the tree of categories and returns whether this category exists.
pub async fn lock_category(tx: &mut Tx, id: CategoryId) -> DbResult<bool> {
    Ok(lock_tree(tx).await?.iter().any(|row| row.id == id))
}

pub async fn save(tx: &mut Tx, row: &CategoryRow) -> DbResult<()> {
    tx.execute(
        "INSERT INTO categories (id, parent_id, slug, path, name, position, include_in_menu, ordered, \
         updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) \
         ON CONFLICT (id) DO UPDATE SET parent_id = excluded.parent_id, slug = excluded.slug, \
         path = excluded.path, name = excluded.name, position = excluded.position, \
         include_in_menu = excluded.include_in_menu, ordered = excluded.ordered, \
         updated_at = excluded.updated_at",
        (
            row.id,
            row.parent_id,
            row.path.slug(),
            &row.path,
            &row.name,
            row.position,
            row.include_in_menu,
            row.ordered,
            row.updated_at,
        ),
    )
    .await?;
    Ok(())
}

/// Redirects the old paths of moved categories to the new ones, and deletes redirects from paths that are in use again.
pub async fn redirect_paths(tx: &mut Tx, old: &[CategoryRow], moved: &[CategoryRow]) -> DbResult<()> {
    for row in old.iter().filter(|row| moved.iter().any(|moved| moved.id == row.id)) {
        tx.execute(
            "INSERT INTO category_redirects (old_path, category_id) VALUES ($1, $2) \
             ON CONFLICT (old_path) DO UPDATE SET category_id = excluded.category_id",
            (&row.path, row.id),
        )
        .await?;
    }
    for row in moved {
        tx.execute("DELETE FROM category_redirects WHERE old_path = $1", (&row.path,)).await?;
    }
    Ok(())
}

/// Deletes a category without books and categories. Returns whether it was deleted. The foreign key rejects the delete
/// when a book is added to the category at the same moment.
pub async fn delete(tx: &mut Tx, id: CategoryId) -> DbResult<bool> {
    let deleted = tx
        .execute(
            "DELETE FROM categories WHERE id = $1 \
             AND NOT EXISTS (SELECT 1 FROM book_categories WHERE category_id = $1) \
             AND NOT EXISTS (SELECT 1 FROM categories below WHERE below.parent_id = $1)",
            (id,),
        )
        .await;
    match deleted {
        Ok(rows) => Ok(rows > 0),
        Err(DbError::Database(error)) if error.is_foreign_key_violation() => Ok(false),
        Err(error) => Err(error),
    }
}

/// A category, in display order among its list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Category {
    pub id: CategoryId,
    pub name: String,
    pub slug: String,
    /// The slugs from the top ancestor down, joined by `/`.
    pub path: CategoryPath,
    pub parent_id: Option<CategoryId>,
    pub include_in_menu: bool,
    /// The books in the order that editors chose; null: by title.
    pub book_ids: Option<Vec<BookId>>,
}

/// Each category followed by those below it. `books` are the visible books by title with their positions in categories.
pub fn categories<'a>(
    rows: &[CategoryRow],
    books: impl Iterator<Item = (BookId, &'a [(CategoryId, i64)])>,
) -> Vec<Category> {
    let mut positions: HashMap<CategoryId, Vec<(i64, BookId)>> = HashMap::new();
    for (book, categories) in books {
        for (category, position) in categories {
            positions.entry(*category).or_default().push((*position, book));
        }
    }
    let mut book_ids = |category| {
        let mut books = positions.remove(&category).unwrap_or_default();
        // The sort is stable: books of one position stay in the order of their titles.
        books.sort_by_key(|(position, _)| *position);
        books.into_iter().map(|(_, id)| id).collect()
    };
    let category = |row: &CategoryRow| Category {
        id: row.id,
        name: row.name.clone(),
        slug: row.path.slug().to_owned(),
        path: row.path.clone(),
        parent_id: row.parent_id,
        include_in_menu: row.include_in_menu,
        book_ids: row.ordered.then(|| book_ids(row.id)),
    };
    tree::in_order(rows).into_iter().map(category).collect()
}
