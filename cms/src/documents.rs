//! Documents with their latest revision, published or not.

use heliriiul_db::{Author, DocumentId, Timestamp, Tx};
use sqlx::FromRow;

use crate::{
    body::{Body, Kind},
    error::CmsError,
};

/// A document without its body.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct DocumentState {
    pub id: DocumentId,
    pub kind: Kind,
    pub identifier: String,
    /// Of the latest revision.
    pub title: String,
    pub latest_revision: i64,
    /// `None`: readers do not see the document.
    pub published_revision: Option<i64>,
    pub published_at: Option<Timestamp>,
    /// When `scheduled_revision` is published.
    pub publish_at: Option<Timestamp>,
    pub scheduled_revision: Option<i64>,
    /// When the published revision is taken down.
    pub take_down_at: Option<Timestamp>,
    /// `None`: the document is not archived.
    pub archived_at: Option<Timestamp>,
    /// When the latest revision was saved.
    pub saved_at: Timestamp,
    #[sqlx(flatten)]
    pub author: Author,
}

impl DocumentState {
    /// # Errors
    /// [`CmsError::Stale`] when `revision` is not the latest.
    pub(crate) fn check_latest(&self, revision: i64) -> Result<(), CmsError> {
        let latest = self.latest_revision;
        if latest == revision { Ok(()) } else { Err(CmsError::Stale { latest }) }
    }
}

/// All documents, by kind and in their order.
pub async fn list_documents(tx: &mut Tx) -> Result<Vec<DocumentState>, CmsError> {
    Ok(tx
        .all(
            "SELECT i.id, i.kind, i.identifier, r.title, i.latest_revision, i.published_revision, \
             i.published_at, i.publish_at, i.scheduled_revision, i.take_down_at, i.archived_at, \
             r.created_at AS saved_at, u.first_name, u.last_name \
             FROM documents i \
             JOIN document_revisions r ON r.document_id = i.id AND r.revision = i.latest_revision \
             LEFT JOIN users u ON u.id = r.author_id \
             ORDER BY i.kind, i.position, i.identifier",
            (),
        )
        .await?)
}

#[derive(FromRow)]
struct DocumentRow {
    #[sqlx(flatten)]
    state: DocumentState,
    body: String,
}

/// A document with its latest body.
///
/// # Errors
/// [`CmsError::NotFound`] when there is no such document.
pub async fn find_document(tx: &mut Tx, id: DocumentId) -> Result<(DocumentState, Body), CmsError> {
    let row: Option<DocumentRow> = tx
        .optional(
            "SELECT i.id, i.kind, i.identifier, r.title, i.latest_revision, i.published_revision, \
             i.published_at, i.publish_at, i.scheduled_revision, i.take_down_at, i.archived_at, \
             r.created_at AS saved_at, u.first_name, u.last_name, r.body \
             FROM documents i \
             JOIN document_revisions r ON r.document_id = i.id AND r.revision = i.latest_revision \
             LEFT JOIN users u ON u.id = r.author_id WHERE i.id = $1",
            (id,),
        )
        .await?;
    let DocumentRow { state, body } = row.ok_or(CmsError::NotFound)?;
    let body = Body::from_json(state.kind, &state.identifier, &body)?;
    Ok((state, body))
}

/// Returns a document with its latest body, and locks its row until the transaction ends.
///
/// # Errors
/// [`CmsError::NotFound`] when there is no such document.
pub async fn lock_document(tx: &mut Tx, id: DocumentId) -> Result<(DocumentState, Body), CmsError> {
    tx.execute("UPDATE documents SET latest_revision = latest_revision WHERE id = $1", (id,)).await?;
    find_document(tx, id).await
}
