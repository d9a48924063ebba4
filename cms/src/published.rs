//! The published documents, as readers or a preview see them.

use heliriiul_db::{DocumentId, Timestamp, Tx};

use crate::{
    body::{Body, Kind},
    error::CmsError,
};

/// A document as readers see it.
#[derive(Clone, Debug)]
pub struct PublishedDocument {
    pub id: DocumentId,
    pub identifier: String,
    pub updated_at: Timestamp,
    pub body: Body,
}

#[derive(sqlx::FromRow)]
struct PublishedRow {
    id: DocumentId,
    kind: Kind,
    identifier: String,
    published_at: Timestamp,
    body: String,
}

/// All published documents, by kind and in their order.
pub async fn load_published(tx: &mut Tx) -> Result<Vec<PublishedDocument>, CmsError> {
    load(tx, None).await
}

/// All published documents, with one revision as if it were published.
pub async fn load_preview(
    tx: &mut Tx,
    id: DocumentId,
    revision: i64,
) -> Result<Vec<PublishedDocument>, CmsError> {
    load(tx, Some((id, revision))).await
}

async fn load(tx: &mut Tx, preview: Option<(DocumentId, i64)>) -> Result<Vec<PublishedDocument>, CmsError> {
    let rows: Vec<PublishedRow> = tx
        .all(
            "SELECT i.id, i.kind, i.identifier, COALESCE(i.published_at, i.updated_at) AS published_at, \
             r.body FROM documents i JOIN document_revisions r ON r.document_id = i.id \
             AND r.revision = CASE WHEN i.id = $1 THEN $2 ELSE i.published_revision END \
             ORDER BY i.kind, i.position, i.identifier",
            (preview.map(|(id, _)| id), preview.map(|(_, revision)| revision)),
        )
        .await?;
    rows.into_iter()
        .map(|row| {
            let body = Body::from_json(row.kind, &row.identifier, &row.body)?;
            Ok(PublishedDocument {
                id: row.id,
                identifier: row.identifier,
                updated_at: row.published_at,
                body,
            })
        })
        .collect()
}
