//! Publishing a revision and taking it down. Both append to the change feed.

use heliriiul_db::{ChangeKind, DocumentId, Timestamp, Tx, append_change};

use crate::{documents::find_document, error::CmsError, image_uses, revisions};

/// Publishes the latest revision. Returns whether that changed anything. Publishing a published revision again does not
/// change its date, so that readers who closed the announcement do not see it again.
///
/// # Errors
/// [`CmsError::Stale`] when `revision` is not the latest: a late call never replaces a newer text by an older one.
pub async fn publish(tx: &mut Tx, id: DocumentId, revision: i64, now: Timestamp) -> Result<bool, CmsError> {
    let published = tx
        .execute(
            // The schedule of an older revision would later replace this one, so it is dropped.
            "UPDATE documents SET published_revision = $2, \
             published_at = CASE WHEN published_revision = $2 THEN published_at ELSE $3 END, publish_at = \
             NULL, scheduled_revision = NULL, archived_at = NULL WHERE id = $1 AND latest_revision = $2 \
             AND (COALESCE(published_revision, 0) <> $2 OR publish_at IS NOT NULL)",
            (id, revision, now),
        )
        .await?;
    if published == 0 {
        find_document(tx, id).await?.0.check_latest(revision)?;
        return Ok(false);
    }
    revisions::pin_revision(tx, id, revision).await?;
    image_uses::update(tx, id).await?;
    append_change(tx, ChangeKind::Content, id.uuid(), now).await?;
    Ok(true)
}

/// Takes the published revision down. Returns whether there was one. The text stays a draft, and the schedule of
/// another revision stays.
///
/// # Errors
/// [`CmsError::Stale`] when another revision than `revision` is published.
pub async fn take_down(tx: &mut Tx, id: DocumentId, revision: i64, now: Timestamp) -> Result<bool, CmsError> {
    let taken_down = tx
        .execute(
            "UPDATE documents SET published_revision = NULL, published_at = NULL, \
             take_down_at = CASE WHEN publish_at IS NULL THEN NULL ELSE take_down_at END \
             WHERE id = $1 AND published_revision = $2",
            (id, revision),
        )
        .await?;
    if taken_down == 0 {
        let (document, _) = find_document(tx, id).await?;
        // A repeated call is no conflict.
        return match document.published_revision {
            None => Ok(false),
            Some(_) => Err(CmsError::Stale { latest: document.latest_revision }),
        };
    }
    image_uses::update(tx, id).await?;
    append_change(tx, ChangeKind::Content, id.uuid(), now).await?;
    Ok(true)
}
