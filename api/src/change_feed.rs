//! The change feed of this node: the last applied change, and the task that follows the feed and refreshes snapshots,
//! index and cached pages. Nothing else does.

use std::{
    collections::HashSet,
    sync::atomic::{AtomicI64, Ordering},
    time::Duration,
};

use heliriiul_db::{BookId, ChangeKind, DbError, DbResult, changes_after, last_change};
use tokio::sync::Mutex;

use crate::state::AppState;

/// The safety net for lost signals. A change must show on every node within a second.
const POLL: Duration = Duration::from_millis(500);

/// How many changes are read at once.
const BATCH: i64 = 1_000;

/// What this node has applied of the change feed.
#[derive(Default)]
pub struct ChangeFeed {
    applied: AtomicI64,
    /// Changes are applied by one task at a time.
    applying: Mutex<()>,
}

impl ChangeFeed {
    /// Returns the number of the last change that the snapshots contain.
    pub fn applied(&self) -> i64 {
        self.applied.load(Ordering::Acquire)
    }

    fn set_applied(&self, seq: i64) {
        self.applied.store(seq, Ordering::Release);
    }
}

/// Loads all snapshots at the start.
pub async fn load(app: &AppState) -> DbResult<()> {
    let _lock = app.change_feed.applying.lock().await;
    let mut tx = app.db.read().await?;
    let seq = last_change(&mut tx).await?;
    app.catalogue.load(&mut tx, app.clock.now()).await?;
    app.content.load(&mut tx, app.catalogue.snapshot()).await?;
    app.change_feed.set_applied(seq);
    Ok(())
}

/// Applies changes as they come, until the process ends.
pub async fn run(app: AppState) {
    let mut listener = None;
    loop {
        app.db.change_signal(&mut listener, POLL).await;
        if let Err(error) = apply_pending(&app).await {
            tracing::warn!(%error, "the change feed cannot be read; trying again");
        }
        app.search.retry(&app.catalogue, app.change_feed.applied()).await;
    }
}

/// Applies all committed changes. A writer calls it after its commit, so that it can read its own write.
pub async fn apply_pending(app: &AppState) -> DbResult<()> {
    let app = app.clone();
    // A separate task, because the caller's future is dropped when its client disconnects, and a change must not stay
    // half applied.
    tokio::spawn(async move { apply(&app).await }).await.map_err(|error| DbError::Io(error.into()))?
}

async fn apply(app: &AppState) -> DbResult<()> {
    let _lock = app.change_feed.applying.lock().await;
    loop {
        let mut tx = app.db.read().await?;
        let changes = changes_after(&mut tx, app.change_feed.applied(), BATCH).await?;
        let Some(last) = changes.last() else { return Ok(()) };
        let has = |kind| changes.iter().any(|change| change.kind == kind);
        let books: HashSet<BookId> = changes
            .iter()
            .filter(|change| change.kind == ChangeKind::Book)
            .map(|change| BookId::from(change.entity_id))
            .collect();
        let categories = has(ChangeKind::Category);
        let catalogue_changed = categories || !books.is_empty();
        let mut to_index = HashSet::new();
        if catalogue_changed {
            to_index = app.catalogue.apply(&mut tx, &books, categories, app.clock.now()).await?;
        }
        // Texts and sliders refer to books and categories by id.
        if catalogue_changed || has(ChangeKind::Content) {
            app.content.load(&mut tx, app.catalogue.snapshot()).await?;
        }
        drop(tx);
        app.site.invalidate_pages();
        app.change_feed.set_applied(last.seq);
        app.search.update(&app.catalogue, &to_index, last.seq).await;
    }
}
