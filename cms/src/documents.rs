//! Documents: with their latest revision, as readers see them, and their entries in the audit log.

use heliriiul_db::{AuditEntry, Author, DbResult, DocumentId, Timestamp, Tx, UserId, append_audit};
use serde::Serialize;
use serde_json::Value;
use sqlx::FromRow;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    CmsResult,
    body::{Body, Kind},
    error::CmsError,
};

/// What readers see of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type, Serialize, ToSchema)]
#[sqlx(rename_all = "lowercase", type_name = "text")]
#[serde(rename_all = "lowercase")]
#[schema(as = DeskStatus)]
pub enum DocumentStatus {
    /// Nothing.
    Draft,
    /// Nothing yet; a revision is published at `publishAt`.
    Scheduled,
    /// The latest revision.
    Published,
    /// An older revision: the latest one is not published.
    Changed,
    /// Nothing: the document is archived.
    Archived,
}

/// A document without its body.
#[derive(Clone, Debug, FromRow, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeskDocumentSummary)]
pub struct DocumentState {
    pub id: DocumentId,
    pub kind: Kind,
    #[schema(example = "kinkekaart")]
    pub identifier: String,
    /// Of the latest revision.
    pub title: String,
    pub status: DocumentStatus,
    /// The latest one; a save names it as `basedOn`.
    #[serde(rename = "revision")]
    pub latest_revision: i64,
    pub published_revision: Option<i64>,
    pub published_at: Option<Timestamp>,
    /// When `scheduledRevision` is published.
    pub publish_at: Option<Timestamp>,
    pub scheduled_revision: Option<i64>,
    /// When the published revision is taken down.
    pub take_down_at: Option<Timestamp>,
    pub archived_at: Option<Timestamp>,
    pub saved_at: Timestamp,
    /// Null: an import.
    #[sqlx(flatten)]
    #[schema(value_type = Option<String>)]
    pub saved_by: Author,
}

impl DocumentState {
    /// Fails with [`CmsError::Stale`] when `revision` is not the latest.
    pub(crate) fn check_latest(&self, revision: i64) -> CmsResult<()> {
        let latest = self.latest_revision;
        if latest == revision { Ok(()) } else { Err(CmsError::Stale { latest }) }
    }
}

macro_rules! select_documents {
    ($more_columns:literal, $end:literal) => {
        concat!(
            "SELECT i.id, i.kind, i.identifier, r.title, CASE \
             WHEN i.published_revision = i.latest_revision THEN 'published' \
             WHEN i.published_revision IS NOT NULL THEN 'changed' \
             WHEN i.archived_at IS NOT NULL THEN 'archived' \
             WHEN i.publish_at IS NOT NULL THEN 'scheduled' ELSE 'draft' END AS status, \
             i.latest_revision, i.published_revision, i.published_at, i.publish_at, i.scheduled_revision, \
             i.take_down_at, i.archived_at, r.created_at AS saved_at, u.first_name, u.last_name",
            $more_columns,
            " FROM documents i \
             JOIN document_revisions r ON r.document_id = i.id AND r.revision = i.latest_revision \
             LEFT JOIN users u ON u.id = r.author_id ",
            $end
        )
    };
}

/// All documents, by kind and in their order.
pub async fn list_documents(tx: &mut Tx) -> CmsResult<Vec<DocumentState>> {
    Ok(tx.all(select_documents!("", "ORDER BY i.kind, i.position, i.identifier"), ()).await?)
}

#[derive(FromRow)]
struct DocumentRow {
    #[sqlx(flatten)]
    state: DocumentState,
    body: String,
}

/// A document with its latest body. Fails with [`CmsError::NotFound`] when there is no such document.
pub async fn find_document(tx: &mut Tx, id: DocumentId) -> CmsResult<(DocumentState, Body)> {
    let row = tx.optional(select_documents!(", r.body", "WHERE i.id = $1"), (id,)).await?;
    let DocumentRow { state, body } = row.ok_or(CmsError::NotFound)?;
    let body = Body::from_json(state.kind, &state.identifier, &body)?;
    Ok((state, body))
}

/// Returns a document with its latest body, and locks its row until the transaction ends. Fails with
/// [`CmsError::NotFound`] when there is no such document.
pub async fn lock_document(tx: &mut Tx, id: DocumentId) -> CmsResult<(DocumentState, Body)> {
    tx.execute("UPDATE documents SET latest_revision = latest_revision WHERE id = $1", (id,)).await?;
    find_document(tx, id).await
}

/// A document as readers see it.
#[derive(Clone, Debug)]
pub struct PublishedDocument {
    pub id: DocumentId,
    pub identifier: String,
    pub updated_at: Timestamp,
    pub body: Body,
}

/// All published documents, by kind and in their order. In a preview, one revision is as if it were published.
pub async fn load_published(
    tx: &mut Tx,
    preview: Option<(DocumentId, i64)>,
) -> CmsResult<Vec<PublishedDocument>> {
    let rows: Vec<(DocumentId, Kind, String, Timestamp, String)> = tx
        .all(
            "SELECT i.id, i.kind, i.identifier, COALESCE(i.published_at, i.updated_at), \
             r.body FROM documents i JOIN document_revisions r ON r.document_id = i.id \
             AND r.revision = CASE WHEN i.id = $1 THEN $2 ELSE i.published_revision END \
             ORDER BY i.kind, i.position, i.identifier",
            (preview.map(|(id, _)| id), preview.map(|(_, revision)| revision)),
        )
        .await?;
    let document = |(id, kind, identifier, updated_at, body): (_, _, String, _, String)| {
        let body = Body::from_json(kind, &identifier, &body)?;
        Ok(PublishedDocument { id, identifier, updated_at, body })
    };
    rows.into_iter().map(document).collect()
}

/// Records an action on a document, from one revision to another. Without an actor it is an action of the store itself,
/// by a schedule.
pub async fn record_action(
    tx: &mut Tx,
    actor: Option<UserId>,
    document: Uuid,
    act: &str,
    (from_revision, to_revision): (Option<i64>, Option<i64>),
    detail: Value,
    now: Timestamp,
) -> DbResult<()> {
    let entry = AuditEntry {
        actor,
        subject: "document",
        subject_id: document,
        act,
        from_revision,
        to_revision,
        detail,
    };
    append_audit(tx, entry, now).await
}
