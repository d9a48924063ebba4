//! The preview context of the running request: the content that it sees in place of the published content.

use std::sync::Arc;

use heliriiul_db::Timestamp;

use crate::content::snapshot::ContentSnapshot;

tokio::task_local! {
    static CONTEXT: PreviewContext;
}

#[derive(Clone)]
pub struct PreviewContext {
    /// The content of the preview; `None` when the preview has expired.
    pub content: Option<Arc<ContentSnapshot>>,
    /// The page says that it is a preview, and until when its address is valid.
    pub marked_until: Option<Timestamp>,
}

/// Runs `work` with the preview's content in place of the published content.
pub async fn with_context<T>(context: PreviewContext, work: impl Future<Output = T>) -> T {
    CONTEXT.scope(context, work).await
}

/// Whether the running request is of a preview that has expired.
pub fn is_expired() -> bool {
    CONTEXT.try_with(|context| context.content.is_none()).unwrap_or(false)
}

/// The content of the running request's preview, if it is of one.
pub fn current() -> Option<Arc<ContentSnapshot>> {
    CONTEXT.try_with(|context| context.content.clone()).ok().flatten()
}

/// Until when the running request's preview is valid, if its page says so.
pub fn marked_until() -> Option<Timestamp> {
    CONTEXT.try_with(|context| context.marked_until).ok().flatten()
}
