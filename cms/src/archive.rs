//! The archive: where items lie that nobody wants any more, with all that they are. Their identifiers stay taken.

use heliriiul_db::{DocumentId, Timestamp, Tx};

use crate::{desk::find_item, store::CmsError};

/// Puts an item away; whether it was not there already.
///
/// # Errors
/// [`CmsError::Shown`] when readers see it, or will by a plan.
pub async fn archive(tx: &mut Tx, id: DocumentId, now: Timestamp) -> Result<bool, CmsError> {
    let archived = tx
        .execute(
            "UPDATE documents SET archived_at = $2 WHERE id = $1 AND archived_at IS NULL \
             AND published_revision IS NULL AND publish_at IS NULL AND take_down_at IS NULL",
            (id, now),
        )
        .await?;
    if archived == 0 && find_item(tx, id).await?.0.archived_at.is_none() {
        return Err(CmsError::Shown);
    }
    Ok(archived > 0)
}

/// Takes an item out of the archive, as the draft that it was; whether it lay there.
pub async fn unarchive(tx: &mut Tx, id: DocumentId) -> Result<bool, CmsError> {
    let taken = tx
        .execute("UPDATE documents SET archived_at = NULL WHERE id = $1 AND archived_at IS NOT NULL", (id,))
        .await?;
    Ok(taken > 0)
}
