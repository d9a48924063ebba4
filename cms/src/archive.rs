//! The archive: documents out of use, with all their revisions. Their identifiers stay taken.

use heliriiul_db::{DocumentId, Timestamp, Tx};

use crate::{documents::find_document, error::CmsError};

/// Archives a document. Returns whether it was not archived before.
///
/// # Errors
/// [`CmsError::Visible`] when the document is published or scheduled.
pub async fn archive(tx: &mut Tx, id: DocumentId, now: Timestamp) -> Result<bool, CmsError> {
    let archived = tx
        .execute(
            "UPDATE documents SET archived_at = $2 WHERE id = $1 AND archived_at IS NULL \
             AND published_revision IS NULL AND publish_at IS NULL AND take_down_at IS NULL",
            (id, now),
        )
        .await?;
    if archived == 0 && find_document(tx, id).await?.0.archived_at.is_none() {
        return Err(CmsError::Visible);
    }
    Ok(archived > 0)
}

/// Takes a document out of the archive, as a draft. Returns whether it was archived.
pub async fn unarchive(tx: &mut Tx, id: DocumentId) -> Result<bool, CmsError> {
    let unarchived = tx
        .execute("UPDATE documents SET archived_at = NULL WHERE id = $1 AND archived_at IS NOT NULL", (id,))
        .await?;
    Ok(unarchived > 0)
}
