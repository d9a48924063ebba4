//! The last change that this node has applied.

use std::sync::atomic::{AtomicI64, Ordering};

use tokio::sync::{Mutex, MutexGuard};

/// The number of the last change that the snapshots contain.
#[derive(Default)]
pub struct ChangeFeed {
    applied: AtomicI64,
    applying: Mutex<()>,
}

impl ChangeFeed {
    /// Returns the number of the last change that the snapshots contain.
    pub fn applied(&self) -> i64 {
        self.applied.load(Ordering::Acquire)
    }

    pub(super) fn set_applied(&self, seq: i64) {
        self.applied.store(seq, Ordering::Release);
    }

    /// Changes are applied by one task at a time.
    pub(super) async fn lock(&self) -> MutexGuard<'_, ()> {
        self.applying.lock().await
    }
}
