//! Search for books: the index, which is updated after each change of the snapshot, and cached results.

use std::{
    collections::HashSet,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use heliriiul_cms::plain_text;
use heliriiul_db::{BookId, ChangeKind, Db, DbResult, changes_after};
use heliriiul_search::{BookDocument, SearchError, SearchIndex};
use quick_cache::sync::Cache;
use tokio::{
    sync::{Mutex, Semaphore},
    task::spawn_blocking,
};

use super::{
    book::{BookEntry, json_array},
    snapshot::{BodyCache, BodySize, Catalogue, Snapshot},
};
use crate::{
    encoded_body::EncodedBody,
    error::{ApiError, ApiResult, Code},
};

/// The largest number of characters in a query.
const LONGEST: usize = 200;

/// Shorter queries find nothing (spec §9).
const SHORTEST: usize = 3;
const MAX_HITS: usize = 50;

/// Over this many changes since the last update of the index, a rebuild is cheaper.
const MANY_CHANGES: i64 = 1_000;

/// The largest memory for cached results.
const CACHE_BYTES: u64 = 8 * 1024 * 1024;

/// The time between a failure and the next attempt of the pending updates.
const RETRY: Duration = Duration::from_secs(10);

/// The search index of this process, and the updates that it still needs.
pub struct Search {
    index: Option<SearchIndex>,
    pending: Mutex<Pending>,
    /// By the generation and the query.
    results: BodyCache,
    /// Counts the updates of the index. Cached results of older generations are never used again.
    generation: AtomicU64,
    /// One search for each processor at once; more would only slow each other down.
    permits: Semaphore,
}

/// The changes that are not in the index yet.
#[derive(Default)]
struct Pending {
    books: HashSet<BookId>,
    /// The index must be rebuilt.
    everything: bool,
    failed_at: Option<Instant>,
}

impl Search {
    /// `index` is `None` in commands, which run while the server has it open: only one process may. The server reads
    /// their changes from the change feed.
    pub fn new(index: Option<SearchIndex>) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self {
            index,
            pending: Mutex::default(),
            results: Cache::with_weighter(500, CACHE_BYTES, BodySize),
            generation: AtomicU64::new(0),
            permits: Semaphore::new(processors),
        }
    }

    /// Whether the index can be searched.
    pub fn is_ready(&self) -> bool {
        self.index.as_ref().is_some_and(|index| index.needs_rebuild().is_ok_and(|needed| !needed))
    }

    /// Updates the index after changes of `books` up to `seq`. A failed update is tried again by [`Self::retry`].
    pub async fn update(&self, catalogue: &Catalogue, books: &HashSet<BookId>, seq: i64) {
        if self.index.is_none() {
            return;
        }
        let mut pending = self.pending.lock().await;
        pending.books.extend(books);
        self.apply(catalogue, &mut pending, seq).await;
    }

    /// Tries failed updates again after a pause. `seq` is the last change that the snapshot has.
    pub async fn retry(&self, catalogue: &Catalogue, seq: i64) {
        let mut pending = self.pending.lock().await;
        if pending.failed_at.is_some_and(|at| at.elapsed() >= RETRY) {
            self.apply(catalogue, &mut pending, seq).await;
        }
    }

    /// At the start: adds the changes since the last update, up to `seq`, or rebuilds the index.
    pub async fn apply_changes(&self, catalogue: &Catalogue, db: &Db, seq: i64) -> DbResult<()> {
        let Some(index) = &self.index else { return Ok(()) };
        let mut pending = self.pending.lock().await;
        match index.applied_seq().ok().flatten().map(i64::try_from) {
            Some(Ok(known)) if known == seq => return Ok(()),
            Some(Ok(known)) if known < seq && seq - known <= MANY_CHANGES => {
                let mut tx = db.read().await?;
                for change in changes_after(&mut tx, known, MANY_CHANGES).await? {
                    match change.kind {
                        ChangeKind::Book => {
                            pending.books.insert(change.entity_id.into());
                        }
                        ChangeKind::Category => pending.everything = true,
                        ChangeKind::Content => {}
                    }
                }
            }
            _ => pending.everything = true,
        }
        self.apply(catalogue, &mut pending, seq).await;
        Ok(())
    }

    /// Rebuilds the index from the snapshot, which has all changes up to `seq`.
    pub async fn rebuild(&self, catalogue: &Catalogue, seq: i64) -> ApiResult<()> {
        let index = self.index.as_ref().ok_or_else(closed)?;
        let mut pending = self.pending.lock().await;
        pending.everything = true;
        write(index, catalogue.snapshot(), &pending, seq).await.map_err(ApiError::internal)?;
        self.finish(&mut pending);
        Ok(())
    }

    async fn apply(&self, catalogue: &Catalogue, pending: &mut Pending, seq: i64) {
        let Some(index) = &self.index else { return };
        match write(index, catalogue.snapshot(), pending, seq).await {
            Ok(()) => self.finish(pending),
            Err(error) => {
                tracing::error!(
                    error = &error as &dyn std::error::Error,
                    "the search index cannot be written"
                );
                pending.failed_at = Some(Instant::now());
            }
        }
    }

    fn finish(&self, pending: &mut Pending) {
        *pending = Pending::default();
        self.generation.fetch_add(1, Ordering::Release);
    }

    /// The response body of `GET /books/search`.
    pub(super) async fn body(&self, catalogue: &Catalogue, query: &str) -> ApiResult<Arc<EncodedBody>> {
        // Read before the search, so that no result is cached under a newer generation than its own.
        let generation = self.generation.load(Ordering::Acquire);
        let find = async { Ok(EncodedBody::json(json(&self.books(catalogue, query).await?))) };
        self.results.get_or_insert_async(&format!("{generation} {}", query.to_lowercase()), find).await
    }

    /// The visible books that match, the best first.
    ///
    /// Fails with `too-long` of `q` over 200 characters, and with [`Code::Unavailable`] while the index is closed.
    pub async fn books(&self, catalogue: &Catalogue, query: &str) -> ApiResult<Vec<Arc<BookEntry>>> {
        if query.chars().count() > LONGEST {
            return Err(ApiError::field("q", "too-long"));
        }
        let ids = self.ids(query).await?;
        let snapshot = catalogue.snapshot();
        let books = ids.iter().filter_map(|id| snapshot.book(*id));
        Ok(books.filter(|entry| entry.is_visible()).cloned().collect())
    }

    /// Ids of the visible books that match, the best first; none for queries that are too short.
    pub async fn ids(&self, query: &str) -> ApiResult<Vec<BookId>> {
        if query.chars().count() < SHORTEST {
            return Ok(Vec::new());
        }
        let index = self.index.clone().ok_or_else(closed)?;
        let query = query.to_owned();
        let _permit = self.permits.acquire().await.map_err(ApiError::internal)?;
        let hits = spawn_blocking(move || index.search_books(&query, MAX_HITS))
            .await
            .map_err(ApiError::internal)?
            .map_err(ApiError::internal)?;
        Ok(hits.into_iter().filter_map(|hit| hit.id.parse().ok()).collect())
    }
}

/// The JSON of the response of `GET /books/search`.
pub fn json(books: &[Arc<BookEntry>]) -> String {
    json_array(books.iter().map(|entry| entry.json.as_str()))
}

fn closed() -> ApiError {
    ApiError::new(Code::Unavailable, "The search index is not open.")
}

async fn write(
    index: &SearchIndex,
    snapshot: Arc<Snapshot>,
    pending: &Pending,
    seq: i64,
) -> Result<(), SearchError> {
    let index = index.clone();
    let (books, everything) = (pending.books.clone(), pending.everything);
    let seq = u64::try_from(seq).unwrap_or_default();
    let work = move || {
        if everything {
            let visible = snapshot.all().filter(|entry| entry.is_visible());
            let documents: Vec<BookDocument> = visible.map(|entry| document(&snapshot, entry)).collect();
            return index.rebuild(documents, seq);
        }
        let visible = |id: &BookId| snapshot.book(*id).filter(|entry| entry.is_visible());
        let documents: Vec<BookDocument> =
            books.iter().filter_map(visible).map(|entry| document(&snapshot, entry)).collect();
        let removed: Vec<String> =
            books.iter().filter(|id| visible(id).is_none()).map(ToString::to_string).collect();
        index.update(&documents, &removed, seq)
    };
    spawn_blocking(work).await.unwrap_or_else(|error| Err(SearchError::Index(Box::new(error))))
}

fn document(snapshot: &Snapshot, entry: &BookEntry) -> BookDocument {
    let card = &entry.book.card;
    let mut categories: Vec<String> = Vec::new();
    for category in card.category_ids.iter().flat_map(|id| snapshot.chain(*id)) {
        if !categories.contains(&category.name) {
            categories.push(category.name.clone());
        }
    }
    BookDocument {
        id: card.id.to_string(),
        isbn: card.isbn.as_ref().map(ToString::to_string),
        title: card.title.clone(),
        subtitle: card.subtitle.clone(),
        authors: card.authors.iter().map(|person| person.name.clone()).collect(),
        readers: card.readers.iter().map(|person| person.name.clone()).collect(),
        publisher: card.publisher.clone(),
        categories,
        description: plain_text(&entry.book.description),
        popularity: u64::try_from(entry.popularity).unwrap_or_default(),
    }
}
