//! Search for books: the index kept level with the snapshot, and `GET /books/search`.

use std::{
    collections::HashSet,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use axum::extract::State;
use axum::{
    http::{HeaderMap, HeaderValue},
    response::Response,
};
use heliriiul_cms::plain_text;
use heliriiul_db::{BookId, ChangeKind, DbError, changes_after};
use heliriiul_search::{BookDocument, SearchError, SearchIndex};
use quick_cache::{Weighter, sync::Cache};
use serde::Deserialize;
use tokio::sync::{Mutex, Semaphore};
use utoipa::IntoParams;

use super::{build, entry::BookEntry, snapshot::Snapshot, view::Book};
use crate::{
    encoded_body::EncodedBody,
    error::responses::{ServiceAway, Unreadable},
    error::{ApiError, ApiResult, Code, Problem},
    extract::Query,
    state::AppState,
};

/// Shorter queries find nothing (spec §9).
const SHORTEST: usize = 3;
const LONGEST: usize = 200;
const MOST_HITS: usize = 50;

/// Over this many changes since the index was last level, making it anew is cheaper.
const MANY_CHANGES: i64 = 1_000;

/// The most memory that answers take.
const ANSWER_CACHE_BYTES: u64 = 8 * 1024 * 1024;

/// How long to wait before books that could not be indexed are tried again.
const RETRY: Duration = Duration::from_secs(10);

/// Results depend on the index, which follows within a second.
const CACHE: HeaderValue = HeaderValue::from_static("public, max-age=30");

/// The index of this process, and what it still lacks.
pub struct Search {
    /// `None` in commands that run beside the server, which has the index.
    index: Option<SearchIndex>,
    lacking: Mutex<Lacking>,
    answers: Cache<(u64, String), Arc<EncodedBody>, ByBytes>,
    /// Counts the changes of index and snapshot: answers of older ones are never asked for again.
    generation: AtomicU64,
    /// As many searches at once as there are processors; more would only slow each other down.
    turns: Semaphore,
}

#[derive(Clone)]
struct ByBytes;

impl Weighter<(u64, String), Arc<EncodedBody>> for ByBytes {
    fn weight(&self, (_, typed): &(u64, String), answer: &Arc<EncodedBody>) -> u64 {
        // The encodings come later; they are some two fifths of the plain body together.
        (typed.len() + answer.bytes().len() * 7 / 5) as u64
    }
}

/// What could not be indexed when its change came.
#[derive(Default)]
struct Lacking {
    books: HashSet<BookId>,
    /// The index must be made anew.
    everything: bool,
    failed_at: Option<Instant>,
}

impl Search {
    /// Opens the index of the server; one process alone may have it.
    pub fn open(folder: &Path) -> Result<Self, SearchError> {
        Ok(Self::of(Some(SearchIndex::open(folder)?)))
    }

    /// For commands beside the server: the server follows their changes through the feed.
    pub fn closed() -> Self {
        Self::of(None)
    }

    fn of(index: Option<SearchIndex>) -> Self {
        let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        Self {
            index,
            lacking: Mutex::default(),
            answers: Cache::with_weighter(500, ANSWER_CACHE_BYTES, ByBytes),
            generation: AtomicU64::new(0),
            turns: Semaphore::new(processors),
        }
    }

    /// Whether searches can be answered.
    pub fn is_ready(&self) -> bool {
        self.index.as_ref().is_some_and(|index| index.needs_rebuild().is_ok_and(|needed| !needed))
    }
}

/// Brings the index level with the snapshot after changes of `books` up to `seq`. What fails is tried again later.
pub async fn follow(app: &AppState, books: &HashSet<BookId>, seq: i64) {
    if app.search.index.is_none() {
        return;
    }
    let mut lacking = app.search.lacking.lock().await;
    lacking.books.extend(books);
    settle(app, &mut lacking, seq).await;
}

/// Tries again what has failed, now and then.
pub async fn retry(app: &AppState) {
    let mut lacking = app.search.lacking.lock().await;
    if lacking.failed_at.is_some_and(|at| at.elapsed() >= RETRY) {
        let seq = app.change_feed.applied();
        settle(app, &mut lacking, seq).await;
    }
}

/// At the start: what has changed since this index was last level, or everything when nobody knows.
pub async fn level(app: &AppState) -> Result<(), DbError> {
    let Some(index) = &app.search.index else { return Ok(()) };
    let mut lacking = app.search.lacking.lock().await;
    let seq = app.change_feed.applied();
    match index.applied_seq().ok().flatten().map(i64::try_from) {
        Some(Ok(known)) if known == seq => return Ok(()),
        Some(Ok(known)) if known < seq && seq - known <= MANY_CHANGES => {
            let mut tx = app.db.read().await?;
            for change in changes_after(&mut tx, known, MANY_CHANGES).await? {
                match change.kind {
                    ChangeKind::Book => {
                        lacking.books.insert(change.entity_id.into());
                    }
                    ChangeKind::Category => lacking.everything = true,
                    ChangeKind::Content => {}
                }
            }
        }
        _ => lacking.everything = true,
    }
    settle(app, &mut lacking, seq).await;
    Ok(())
}

/// Makes the index anew.
pub async fn rebuild(app: &AppState) -> ApiResult<()> {
    let index = app.search.index.as_ref().ok_or_else(closed)?;
    let mut lacking = app.search.lacking.lock().await;
    let seq = app.change_feed.applied();
    write(app, index, &HashSet::new(), true, seq).await.map_err(ApiError::internal)?;
    app.search.generation.fetch_add(1, Ordering::Release);
    *lacking = Lacking::default();
    Ok(())
}

async fn settle(app: &AppState, lacking: &mut Lacking, seq: i64) {
    let Some(index) = &app.search.index else { return };
    match write(app, index, &lacking.books, lacking.everything, seq).await {
        Ok(()) => {
            *lacking = Lacking::default();
            app.search.generation.fetch_add(1, Ordering::Release);
        }
        Err(error) => {
            tracing::error!(error = &error as &dyn std::error::Error, "the search index cannot be written");
            lacking.failed_at = Some(Instant::now());
        }
    }
}

async fn write(
    app: &AppState,
    index: &SearchIndex,
    books: &HashSet<BookId>,
    everything: bool,
    seq: i64,
) -> Result<(), SearchError> {
    let snapshot = app.catalogue.snapshot();
    let index = index.clone();
    let books = books.clone();
    let seq = u64::try_from(seq).unwrap_or_default();
    let work = move || {
        if everything {
            let visible = snapshot.all().filter(|entry| entry.is_visible());
            let documents: Vec<BookDocument> = visible.map(|entry| document(&snapshot, entry)).collect();
            return index.rebuild(documents, Vec::new(), seq);
        }
        let shown = |id: &BookId| snapshot.book(*id).filter(|entry| entry.is_visible());
        let documents: Vec<BookDocument> =
            books.iter().filter_map(shown).map(|entry| document(&snapshot, entry)).collect();
        let gone: Vec<String> =
            books.iter().filter(|id| shown(id).is_none()).map(ToString::to_string).collect();
        if !documents.is_empty() {
            index.upsert_books(&documents)?;
        }
        if !gone.is_empty() {
            index.remove_books(&gone)?;
        }
        index.set_applied_seq(seq)
    };
    match tokio::task::spawn_blocking(work).await {
        Ok(done) => done,
        Err(error) => Err(SearchError::Index(Box::new(error))),
    }
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

fn closed() -> ApiError {
    ApiError::new(Code::Unavailable, "The search index is not open.")
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct SearchQuery {
    /// What was typed; under 3 characters nothing is found.
    #[param(max_length = 200, example = "kevade")]
    q: String,
}

/// Books that fit what was typed, the best first, at most 50.
#[utoipa::path(
    get, path = "/books/search", tag = "catalogue", params(SearchQuery),
    responses(
        (status = 200, body = Vec<Book>),
        (status = 304, description = "The client has this answer already."),
        Unreadable,
        (status = 422, description = "The query is missing or too long", body = Problem),
        ServiceAway,
    )
)]
pub(super) async fn search_books(
    State(app): State<AppState>,
    Query(query): Query<SearchQuery>,
    headers: HeaderMap,
) -> ApiResult<Response> {
    let typed = query.q.trim();
    // Taken before the search, so that no answer is kept for a later state than it was found in.
    let key = (app.search.generation.load(Ordering::Acquire), typed.to_lowercase());
    let answer = async { Ok::<_, ApiError>(EncodedBody::json(json(&books(&app, typed).await?))) };
    let answer = app.search.answers.get_or_insert_async(&key, answer).await?;
    Ok(answer.respond(&headers, CACHE).await)
}

/// The visible books that match, best first; none for a query that is too short.
pub async fn books(app: &AppState, typed: &str) -> ApiResult<Vec<Arc<BookEntry>>> {
    if typed.chars().count() > LONGEST {
        return Err(ApiError::field("q", "too-long"));
    }
    let found = ids(app, typed).await?;
    let snapshot = app.catalogue.snapshot();
    let known = found.iter().filter_map(|id| snapshot.book(*id));
    Ok(known.filter(|entry| entry.is_visible()).cloned().collect())
}

/// The JSON of the response.
pub fn json(books: &[Arc<BookEntry>]) -> String {
    build::array(books.iter().map(|entry| entry.json.as_str()))
}

/// Ids of the visible books that fit, the best first; none for what is too short to search for.
pub async fn ids(app: &AppState, typed: &str) -> ApiResult<Vec<BookId>> {
    if typed.chars().count() < SHORTEST { Ok(Vec::new()) } else { find(app, typed).await }
}

async fn find(app: &AppState, typed: &str) -> ApiResult<Vec<BookId>> {
    let index = app.search.index.clone().ok_or_else(closed)?;
    let typed = typed.to_owned();
    let _turn = app.search.turns.acquire().await.map_err(ApiError::internal)?;
    let hits = tokio::task::spawn_blocking(move || index.search_books(&typed, MOST_HITS))
        .await
        .map_err(ApiError::internal)?
        .map_err(ApiError::internal)?;
    Ok(hits.into_iter().filter_map(|hit| hit.id.parse().ok()).collect())
}
