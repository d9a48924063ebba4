//! Follows the feed of changes: refreshes the snapshots, the search index and the cached pages. Nothing else does.

use std::{
    collections::HashSet,
    sync::atomic::{AtomicI64, Ordering},
    time::Duration,
};

use heliriiul_db::{BookId, ChangeKind, DbError, changes_after, last_change};
use tokio::sync::Mutex;

use crate::{content, state::AppState};

/// Well under the promised second, as a net under the signals.
const POLL: Duration = Duration::from_millis(500);

/// How many changes are read at once.
const BATCH: i64 = 1_000;

/// How far this node has followed the feed.
#[derive(Default)]
pub struct ChangeFeed {
    applied: AtomicI64,
    one_at_a_time: Mutex<()>,
}

impl ChangeFeed {
    /// The place in the feed that the snapshots stand at.
    pub fn applied(&self) -> i64 {
        self.applied.load(Ordering::Acquire)
    }
}

/// Loads everything at the start.
pub async fn load(app: &AppState) -> Result<(), DbError> {
    let _turn = app.change_feed.one_at_a_time.lock().await;
    let mut tx = app.db.read().await?;
    let seq = last_change(&mut tx).await?;
    app.catalogue.load(&mut tx).await?;
    content::load(app, &mut tx).await?;
    drop(tx);
    app.change_feed.applied.store(seq, Ordering::Release);
    Ok(())
}

/// Follows the feed for as long as the process lives.
pub async fn follow(app: AppState) {
    let mut listener = None;
    loop {
        app.db.change_signal(&mut listener, POLL).await;
        if let Err(error) = catch_up(&app).await {
            tracing::warn!(%error, "the feed of changes cannot be read; trying again");
        }
        app.search.retry(&app.catalogue, app.change_feed.applied()).await;
    }
}

/// Applies all that has been committed. A writer calls it after its commit, to read its own write.
pub async fn catch_up(app: &AppState) -> Result<(), DbError> {
    let app = app.clone();
    // Whoever waits may be dropped when a client leaves; a change that is half applied would never be applied whole.
    tokio::spawn(async move { apply(&app).await }).await.map_err(|error| DbError::Io(error.into()))?
}

async fn apply(app: &AppState) -> Result<(), DbError> {
    let _turn = app.change_feed.one_at_a_time.lock().await;
    loop {
        let applied = app.change_feed.applied.load(Ordering::Acquire);
        let mut tx = app.db.read().await?;
        let changes = changes_after(&mut tx, applied, BATCH).await?;
        let Some(last) = changes.last() else { return Ok(()) };
        let seq = last.seq;
        let books: HashSet<BookId> = changes
            .iter()
            .filter(|change| change.kind == ChangeKind::Book)
            .map(|change| BookId::from(change.entity_id))
            .collect();
        let categories = changes.iter().any(|change| change.kind == ChangeKind::Category);
        let mut to_index = HashSet::new();
        if categories || !books.is_empty() {
            to_index = app.catalogue.apply(&mut tx, &books, categories).await?;
        }
        // Texts and rows name books and categories by id.
        let around = categories || !books.is_empty();
        if around || changes.iter().any(|change| change.kind == ChangeKind::Content) {
            content::load(app, &mut tx).await?;
        }
        drop(tx);
        app.site.forget_pages();
        app.change_feed.applied.store(seq, Ordering::Release);
        app.search.update(&app.catalogue, &to_index, seq).await;
    }
}
