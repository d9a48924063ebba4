//! The callers' handle of the index: changes, the rebuild with its swap, and the search.

use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use arc_swap::ArcSwap;
use tracing::warn;

use crate::document::BookDocument;
use crate::error::SearchError;
use crate::generation::{Generation, Writer};
use crate::query::{self, Hit};
use crate::store::Store;

/// The search index of books.
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
    writer: Mutex<Writer>,
}

impl SearchIndex {
    /// Opens or creates the index in a folder. An index that is damaged, or of another version of this crate, is
    /// replaced by an empty one: see [`Self::needs_rebuild`].
    ///
    /// Fails with [`SearchError::Locked`] if this or another process has the folder open already.
    pub fn open(folder: &Path) -> Result<Self, SearchError> {
        let store = Store::open(folder)?;
        let current = ArcSwap::from_pointee(store.current()?);
        Ok(Self { shared: Arc::new(Shared { store, current, writer: Mutex::default() }) })
    }

    /// The position in the change feed up to which the index is complete; `None` in a new index.
    pub fn applied_seq(&self) -> Result<Option<u64>, SearchError> {
        self.shared.current.load().applied_seq().map_err(SearchError::index)
    }

    /// Whether the index must be filled by [`Self::rebuild`] before it can be searched.
    pub fn needs_rebuild(&self) -> Result<bool, SearchError> {
        Ok(self.applied_seq()?.is_none())
    }

    /// Returns the number of books in the index.
    pub fn book_count(&self) -> u64 {
        self.shared.current.load().searcher().num_docs()
    }

    /// Adds or replaces `books`, removes the ids in `removed` and stores the position `seq`, all in one step. Ignores
    /// unknown ids. Searches that begin afterwards see the change.
    pub fn update(&self, books: &[BookDocument], removed: &[String], seq: u64) -> Result<(), SearchError> {
        let (mut writer, current) = self.begin();
        writer.change(&current, books, removed, seq).map_err(SearchError::index)
    }

    /// Rebuilds the whole index from these books, whose ids must not repeat. Searches use the old index until the new
    /// one is complete; after an error the old one stays.
    ///
    /// `applied_seq` is the position at which the books were read. Changes wait meanwhile and go to the new index.
    pub fn rebuild(
        &self,
        books: impl IntoIterator<Item = BookDocument>,
        applied_seq: u64,
    ) -> Result<(), SearchError> {
        let (mut writer, current) = self.begin();
        let store = &self.shared.store;
        let next = store.create(current.number + 1)?;
        let filled = next.fill(books, applied_seq).map_err(SearchError::index);
        if let Err(error) = filled.and_then(|()| store.publish(&next)) {
            store.discard(&next);
            return Err(error);
        }
        self.shared.current.store(Arc::new(next));
        // The new index serves already, so that an error of the old one does no harm.
        if let Err(error) = std::mem::take(&mut *writer).close() {
            warn!(%error, "the writer of the former search index failed to close");
        }
        store.discard(&current);
        Ok(())
    }

    /// The ids of the books that match the query, best first.
    pub fn search_books(&self, query: &str, limit: usize) -> Result<Vec<Hit>, SearchError> {
        query::search(&self.shared.current.load_full(), query, limit).map_err(SearchError::index)
    }

    /// Waits for other changes to end. A change that panicked left nothing behind, since its writer was dropped.
    fn begin(&self) -> (MutexGuard<'_, Writer>, Arc<Generation>) {
        let writer = self.shared.writer.lock().unwrap_or_else(PoisonError::into_inner);
        (writer, self.shared.current.load_full())
    }
}
