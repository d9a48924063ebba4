//! Previews: signed addresses under which the store is shown as if a draft were live, for a day, to whoever has them.

use std::{sync::Arc, time::Duration};

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use heliriiul_cms::CmsError;
use heliriiul_db::{DocumentId, Timestamp};
use hmac::{Hmac, Mac};
use sha2::Sha256;
use uuid::Uuid;

use super::snapshot::{self, ContentSnapshot};
use crate::{secret, state::AppState};

/// How long an address of a preview leads anywhere.
pub const PREVIEW_LIFETIME: Duration = Duration::from_hours(24);

/// The query's name for it.
pub const PARAMETER: &str = "eelvaade";

const SIGNED: usize = 16 + 8 + 8;
const SIGNATURE: usize = 16;

tokio::task_local! {
    static SIGHT: PreviewContext;
}

/// What the request of a preview sees.
#[derive(Clone)]
pub struct PreviewContext {
    /// In place of what is live; `None`: its address leads nowhere any more.
    pub content: Option<Arc<ContentSnapshot>>,
    /// The page says that it is a preview, and until when its address leads there.
    pub marked_until: Option<Timestamp>,
}

/// What a preview shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preview {
    pub item: DocumentId,
    /// `None`: the newest at the time of looking.
    pub revision: Option<i64>,
    pub expires: Timestamp,
}

/// Signs previews and reads them. All nodes of a store have the same secret.
pub struct Previews(Hmac<Sha256>);

impl Previews {
    pub fn new(secret: &[u8]) -> Self {
        Self(secret::signer(secret, b"heliriiul preview 1"))
    }

    pub fn sign(&self, preview: Preview) -> String {
        let mut bytes = Vec::with_capacity(SIGNED + SIGNATURE);
        bytes.extend_from_slice(preview.item.uuid().as_bytes());
        bytes.extend_from_slice(&preview.revision.unwrap_or(0).to_be_bytes());
        bytes.extend_from_slice(&preview.expires.millis().to_be_bytes());
        let signature = self.0.clone().chain_update(&bytes).finalize().into_bytes();
        bytes.extend_from_slice(&signature[..SIGNATURE]);
        URL_SAFE_NO_PAD.encode(bytes)
    }

    /// `None`: not one of ours, changed on its way, or over.
    pub fn read(&self, token: &str, now: Timestamp) -> Option<Preview> {
        let bytes = URL_SAFE_NO_PAD.decode(token).ok()?;
        let (signed, signature) = bytes.split_at_checked(SIGNED)?;
        if signature.len() != SIGNATURE {
            return None;
        }
        self.0.clone().chain_update(signed).verify_truncated_left(signature).ok()?;
        let number = |range: std::ops::Range<usize>| Some(i64::from_be_bytes(signed[range].try_into().ok()?));
        let preview = Preview {
            item: Uuid::from_slice(&signed[..16]).ok()?.into(),
            revision: Some(number(16..24)?).filter(|revision| *revision > 0),
            expires: Timestamp::from_millis(number(24..32)?),
        };
        (preview.expires > now).then_some(preview)
    }
}

/// The content as a preview shows it, and whether readers see the same revision; `None` when its item or its revision is
/// gone.
pub async fn load(
    app: &AppState,
    preview: Preview,
) -> Result<Option<(Arc<ContentSnapshot>, bool)>, CmsError> {
    let mut tx = app.db.read().await?;
    let item = match heliriiul_cms::find_item(&mut tx, preview.item).await {
        Ok((item, _)) => item,
        Err(CmsError::NotFound) => return Ok(None),
        Err(error) => return Err(error),
    };
    let revision = preview.revision.unwrap_or(item.latest_revision);
    match heliriiul_cms::find_revision(&mut tx, preview.item, revision).await {
        Ok(_) => {}
        Err(CmsError::NotFound) => return Ok(None),
        Err(error) => return Err(error),
    }
    let content = heliriiul_cms::load_preview(&mut tx, preview.item, Some(revision)).await?;
    let content = Arc::new(snapshot::build(app, &mut tx, content).await?);
    Ok(Some((content, item.published_revision == Some(revision))))
}

/// Runs `work` so that all that it reads of the content is of the preview.
pub async fn seeing<T>(sight: PreviewContext, work: impl Future<Output = T>) -> T {
    SIGHT.scope(sight, work).await
}

/// Whether the running request is of a preview that is over.
pub fn is_over() -> bool {
    SIGHT.try_with(|sight| sight.content.is_none()).unwrap_or(false)
}

/// What the running request sees of a preview, if it is of one.
pub fn seen() -> Option<Arc<ContentSnapshot>> {
    SIGHT.try_with(|sight| sight.content.clone()).ok().flatten()
}

/// Until when the running request's preview is there, if its page is to say so.
pub fn marked_until() -> Option<Timestamp> {
    SIGHT.try_with(|sight| sight.marked_until).ok().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_read_until_it_is_over_and_cannot_be_changed() {
        let previews = Previews::new(b"some secret");
        let now = Timestamp::from_millis(1_000);
        let preview =
            Preview { item: DocumentId::new(), revision: Some(7), expires: now.plus(PREVIEW_LIFETIME) };
        let token = previews.sign(preview);
        assert_eq!(previews.read(&token, now), Some(preview));
        assert_eq!(previews.read(&token, preview.expires), None);
        let newest = Preview { revision: None, ..preview };
        assert_eq!(previews.read(&previews.sign(newest), now), Some(newest));
        for at in 0..token.len() {
            let mut changed: Vec<char> = token.chars().collect();
            changed[at] = if changed[at] == 'A' { 'B' } else { 'A' };
            let changed: String = changed.into_iter().collect();
            assert_eq!(previews.read(&changed, now), None, "{at}");
        }
        for wrong in ["", "õ", &token[..20]] {
            assert_eq!(previews.read(wrong, now), None);
        }
    }
}
