//! The callers' handle of the index: changes, the rebuild with its swap, and the two searches.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arc_swap::ArcSwap;
use tracing::warn;

use crate::document::{BookDocument, PageDocument};
use crate::error::SearchError;
use crate::part::PartWriter;
use crate::query::{self, Hit};
use crate::store::{Generation, Store};

/// The search index of books and pages.
///
/// A clone is another handle of the same index. All calls block: a change takes some tenths of a second, a search about
/// a millisecond, a rebuild longer. Searches never wait for a change or a rebuild.
#[derive(Clone)]
pub struct SearchIndex {
    shared: Arc<Shared>,
}

struct Shared {
    store: Store,
    current: ArcSwap<Generation>,
    /// One change at a time, a rebuild included.
    writers: Mutex<Writers>,
}

#[derive(Default)]
struct Writers {
    books: PartWriter,
    pages: PartWriter,
}

impl SearchIndex {
    /// Opens or creates the index in a folder. An index that is damaged, or of another version of this crate, is
    /// replaced by an empty one: see [`Self::needs_rebuild`].
    ///
    /// # Errors
    /// [`SearchError::Locked`] if this or another process has the folder open already.
    pub fn open(folder: &Path) -> Result<Self, SearchError> {
        Self::with_store(Store::open(folder)?)
    }

    /// An empty index that is dropped with its last handle.
    pub fn in_memory() -> Result<Self, SearchError> {
        Self::with_store(Store::Memory)
    }

    fn with_store(store: Store) -> Result<Self, SearchError> {
        let current = ArcSwap::from_pointee(store.current()?);
        Ok(Self { shared: Arc::new(Shared { store, current, writers: Mutex::default() }) })
    }

    /// The position in the change feed up to which the index is complete; `None` until the first
    /// [`Self::rebuild`] or [`Self::set_applied_seq`].
    pub fn applied_seq(&self) -> Result<Option<u64>, SearchError> {
        self.shared.current.load().books.applied_seq().map_err(SearchError::index)
    }

    /// Whether the index must be filled by [`Self::rebuild`] before it can be searched.
    pub fn needs_rebuild(&self) -> Result<bool, SearchError> {
        Ok(self.applied_seq()?.is_none())
    }

    /// Stores the position on disk. Call it after the changes up to there.
    pub fn set_applied_seq(&self, seq: u64) -> Result<(), SearchError> {
        let (mut writers, current) = self.begin();
        writers
            .books
            .change(&current.books, std::iter::empty(), std::iter::empty(), Some(seq))
            .map_err(SearchError::index)
    }

    /// Returns the number of books in the index.
    pub fn book_count(&self) -> u64 {
        self.shared.current.load().books.searcher().num_docs()
    }

    /// Adds books, or replaces those with the same ids. Searches that begin afterwards find them.
    pub fn upsert_books(&self, books: &[BookDocument]) -> Result<(), SearchError> {
        let (mut writers, current) = self.begin();
        let part = &current.books;
        let ids = books.iter().map(|book| book.id.as_str());
        writers
            .books
            .change(part, ids, books.iter().map(|book| part.fields.book(book)), None)
            .map_err(SearchError::index)
    }

    /// Removes books; ignores unknown ids.
    pub fn remove_books(&self, ids: &[String]) -> Result<(), SearchError> {
        let (mut writers, current) = self.begin();
        let ids = ids.iter().map(String::as_str);
        writers.books.change(&current.books, ids, std::iter::empty(), None).map_err(SearchError::index)
    }

    /// Adds pages, or replaces those with the same ids. Searches that begin afterwards find them.
    pub fn upsert_pages(&self, pages: &[PageDocument]) -> Result<(), SearchError> {
        let (mut writers, current) = self.begin();
        let part = &current.pages;
        let ids = pages.iter().map(|page| page.id.as_str());
        writers
            .pages
            .change(part, ids, pages.iter().map(|page| part.fields.page(page)), None)
            .map_err(SearchError::index)
    }

    /// Removes pages; ignores unknown ids.
    pub fn remove_pages(&self, ids: &[String]) -> Result<(), SearchError> {
        let (mut writers, current) = self.begin();
        let ids = ids.iter().map(String::as_str);
        writers.pages.change(&current.pages, ids, std::iter::empty(), None).map_err(SearchError::index)
    }

    /// Rebuilds the whole index from these books and pages, whose ids must not repeat. Searches use the old index until
    /// the new one is complete; after an error the old one stays.
    ///
    /// `applied_seq` is the position at which the books and pages were read. Changes wait meanwhile and go to the new
    /// index.
    pub fn rebuild(
        &self,
        books: impl IntoIterator<Item = BookDocument>,
        pages: impl IntoIterator<Item = PageDocument>,
        applied_seq: u64,
    ) -> Result<(), SearchError> {
        let (mut writers, current) = self.begin();
        let store = &self.shared.store;
        let next = store.create_after(&current)?;
        let filled = next
            .books
            .fill(books.into_iter().map(|book| next.books.fields.book(&book)), applied_seq)
            .and_then(|()| {
                next.pages.fill(pages.into_iter().map(|page| next.pages.fields.page(&page)), applied_seq)
            })
            .map_err(SearchError::index)
            .and_then(|()| store.publish(&next));
        if let Err(error) = filled {
            store.discard(&next);
            return Err(error);
        }
        self.shared.current.store(Arc::new(next));
        let Writers { books, pages } = std::mem::take(&mut *writers);
        // The new index serves already, so that an error of the old one does no harm.
        if let Err(error) = books.close().and(pages.close()) {
            warn!(%error, "the writers of the former search index failed to close");
        }
        store.discard(&current);
        Ok(())
    }

    /// The ids of the books that match the query, best first.
    pub fn search_books(&self, query: &str, limit: usize) -> Result<Vec<Hit>, SearchError> {
        query::search(&self.shared.current.load_full().books, query, limit).map_err(SearchError::index)
    }

    /// The ids of the pages that match the query, best first.
    pub fn search_pages(&self, query: &str, limit: usize) -> Result<Vec<Hit>, SearchError> {
        query::search(&self.shared.current.load_full().pages, query, limit).map_err(SearchError::index)
    }

    /// Waits for other changes to end. A change that panicked left nothing behind, since its writer was dropped.
    fn begin(&self) -> (MutexGuard<'_, Writers>, Arc<Generation>) {
        let writers = self.shared.writers.lock().unwrap_or_else(PoisonError::into_inner);
        (writers, self.shared.current.load_full())
    }
}
