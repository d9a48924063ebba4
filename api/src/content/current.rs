//! The published content in memory.

use std::sync::Arc;

use arc_swap::ArcSwap;

use super::{
    preview::{self, Previews},
    snapshot::ContentSnapshot,
};

/// Holds the current snapshot. A reader's snapshot does not change when a newer one replaces it.
pub struct Content {
    current: ArcSwap<ContentSnapshot>,
    pub previews: Previews,
}

impl Content {
    /// Empty, until it is loaded.
    pub fn new(secret: &[u8]) -> Self {
        Self { current: ArcSwap::default(), previews: Previews::new(secret) }
    }

    /// The published content; in the request of a preview, the preview's content.
    pub fn snapshot(&self) -> Arc<ContentSnapshot> {
        preview::current().unwrap_or_else(|| self.current.load_full())
    }

    pub fn replace(&self, snapshot: ContentSnapshot) {
        self.current.store(Arc::new(snapshot));
    }
}
