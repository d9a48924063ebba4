//! The current snapshot of the catalogue, and how it follows changes in the database.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use arc_swap::ArcSwap;
use heliriiul_db::{BookId, DbError, Tx};

use super::{
    book::{self, BookRows, IdRange, StoredBook},
    category,
    snapshot::Snapshot,
    sorting::Sorter,
};

/// Over this many changed books, reading all of them at once is cheaper.
const MANY_BOOKS: usize = 50;

/// Holds the current snapshot.
pub struct Catalogue {
    current: ArcSwap<Snapshot>,
    sorter: Sorter,
}

impl Default for Catalogue {
    fn default() -> Self {
        let empty = Snapshot::new(HashMap::new(), Vec::new());
        Self { current: ArcSwap::from_pointee(empty), sorter: Sorter::new() }
    }
}

impl Catalogue {
    /// Returns the current snapshot. Use it for one request, not longer.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.current.load_full()
    }

    /// Reads all books and categories.
    pub async fn load(&self, tx: &mut Tx) -> Result<(), DbError> {
        let categories = category::find_all(tx).await?;
        let books = book::find_all(tx, IdRange::all()).await?;
        let books = books.into_iter().map(|rows| self.stored(rows)).collect();
        self.current.store(Arc::new(Snapshot::new(books, categories)));
        Ok(())
    }

    /// Reads the changed books and, if `categories` is set, the categories. Returns the books to index again: the
    /// changed ones and those in renamed categories.
    pub async fn apply(
        &self,
        tx: &mut Tx,
        changed: &HashSet<BookId>,
        categories: bool,
    ) -> Result<HashSet<BookId>, DbError> {
        let before = self.snapshot();
        let mut changed = changed.clone();
        let mut category_rows = before.category_rows.clone();
        if categories {
            // A change of a category may be a change of the order of its books.
            let positions = book::category_positions(tx, IdRange::all()).await?;
            changed.extend(before.with_other_positions(positions));
            category_rows = category::find_all(tx).await?;
        }
        if changed.len() > MANY_BOOKS {
            self.load(tx).await?;
        } else {
            let mut books = before.books.clone();
            for id in &changed {
                // A deleted book has no rows.
                books.remove(id);
                books.extend(book::find(tx, *id).await?.map(|rows| self.stored(rows)));
            }
            self.current.store(Arc::new(Snapshot::new(books, category_rows)));
        }
        if categories {
            changed.extend(self.snapshot().in_renamed_categories(&before));
        }
        Ok(changed)
    }

    fn stored(&self, rows: BookRows) -> (BookId, Arc<StoredBook>) {
        (rows.book.id, Arc::new(StoredBook::new(rows, &self.sorter)))
    }
}
