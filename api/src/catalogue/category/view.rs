//! Categories as the public API shows them.

use std::collections::HashMap;

use heliriiul_db::{BookId, CategoryId};
use serde::Serialize;
use utoipa::ToSchema;

use super::{rows::CategoryRow, tree};
use crate::catalogue::names::CategoryPath;

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
