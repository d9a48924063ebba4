//! Previews: a signed address shows the store as if a draft were published. It needs no login and is valid for a day.

use std::{ops::Range, sync::Arc, time::Duration};

use heliriiul_cms::{CmsError, find_document, find_revision, load_published};
use heliriiul_db::{Db, DocumentId, Timestamp};
use uuid::Uuid;

use super::{build::build, snapshot::ContentSnapshot};
use crate::{catalogue::Snapshot, secret::TokenSigner};

/// How long the address of a preview is valid.
pub const PREVIEW_LIFETIME: Duration = Duration::from_hours(24);

/// The query parameter of the token.
pub const PARAMETER: &str = "eelvaade";

/// The revision that a preview shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preview {
    pub document: DocumentId,
    /// `None`: the latest at the time of the request.
    pub revision: Option<i64>,
    pub expires: Timestamp,
}

/// Signs the tokens of previews and reads them.
pub struct Previews(TokenSigner);

impl Previews {
    pub fn new(secret: &[u8]) -> Self {
        Self(TokenSigner::new(secret, b"heliriiul preview 1"))
    }

    pub fn sign(&self, preview: Preview) -> String {
        let revision = preview.revision.unwrap_or(0).to_be_bytes();
        let expires = preview.expires.millis().to_be_bytes();
        self.0.sign(&[&preview.document.uuid().as_bytes()[..], &revision, &expires].concat())
    }

    /// `None`: the token is not one of the store's, was changed, or has expired.
    pub fn read(&self, token: &str, now: Timestamp) -> Option<Preview> {
        let content: [u8; 32] = self.0.read(token)?;
        let number = |range: Range<usize>| Some(i64::from_be_bytes(content[range].try_into().ok()?));
        let preview = Preview {
            document: Uuid::from_slice(&content[..16]).ok()?.into(),
            revision: Some(number(16..24)?).filter(|revision| *revision > 0),
            expires: Timestamp::from_millis(number(24..32)?),
        };
        (preview.expires > now).then_some(preview)
    }
}

/// The content with the preview's revision in place, and whether that revision is published. `None` when the document or
/// the revision does not exist.
pub async fn load(
    db: &Db,
    catalogue: Arc<Snapshot>,
    preview: Preview,
) -> Result<Option<(Arc<ContentSnapshot>, bool)>, CmsError> {
    let load_existing = async {
        let mut tx = db.read().await?;
        let (document, _) = find_document(&mut tx, preview.document).await?;
        let revision = preview.revision.unwrap_or(document.latest_revision);
        find_revision(&mut tx, document.id, revision).await?;
        let documents = load_published(&mut tx, Some((document.id, revision))).await?;
        let content = build(&mut tx, catalogue, documents).await?;
        Ok::<_, CmsError>((Arc::new(content), document.published_revision == Some(revision)))
    };
    match load_existing.await {
        Err(CmsError::NotFound) => Ok(None),
        loaded => loaded.map(Some),
    }
}

tokio::task_local! {
    static CONTEXT: PreviewContext;
}

/// What the running request sees in place of the published content.
#[derive(Clone)]
pub struct PreviewContext {
    /// The content of the preview; `None` when the preview has expired.
    pub content: Option<Arc<ContentSnapshot>>,
    /// The page says that it is a preview, and until when its address is valid.
    pub marked_until: Option<Timestamp>,
}

/// Runs `work` with the preview's content.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_valid_until_it_expires() {
        let previews = Previews::new(b"some secret");
        let now = Timestamp::from_millis(1_000);
        let preview =
            Preview { document: DocumentId::new(), revision: Some(7), expires: now.plus(PREVIEW_LIFETIME) };
        let token = previews.sign(preview);
        assert_eq!(previews.read(&token, now), Some(preview));
        assert_eq!(previews.read(&token, preview.expires), None);
        let newest = Preview { revision: None, ..preview };
        assert_eq!(previews.read(&previews.sign(newest), now), Some(newest));
    }
}
