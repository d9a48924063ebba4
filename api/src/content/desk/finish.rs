//! Shared parts of the desk's actions on documents: reading a body, the audit log, the response.

use heliriiul_cms::{
    Body, BodyFields, CleanBody, CmsError, DocumentState, Kind, find_document, find_references,
    link_page_by_id, record_action,
};
use heliriiul_db::{Db, DocumentId, Tx};
use serde_json::json;

use super::wire::DeskDocument;
use crate::{
    audit::Actor,
    catalogue::Catalogue,
    error::{ApiError, ApiResult},
    extract::Json,
};

/// The body that an editor sends, checked and cleaned, with the linked page by its id. Fails with `validation` of every
/// field at fault.
pub async fn read_body(db: &Db, kind: Kind, fields: BodyFields) -> ApiResult<CleanBody> {
    let mut body = Body::from_fields(kind, fields)?;
    link_page_by_id(&mut db.read().await?, &mut body).await?;
    clean(body).await
}

/// Cleans outside the async threads, because a long text takes a while.
pub async fn clean(body: Body) -> ApiResult<CleanBody> {
    tokio::task::spawn_blocking(move || body.cleaned()).await.map_err(ApiError::internal)
}

/// Records an action; the entry is rolled back when the action is refused.
pub async fn note(
    tx: &mut Tx,
    by: Actor,
    id: DocumentId,
    act: &str,
    revisions: (Option<i64>, Option<i64>),
) -> ApiResult<()> {
    Ok(record_action(tx, Some(by.editor), id.uuid(), act, revisions, json!({}), by.now).await?)
}

/// Refuses to publish an image without an alternative text. A revision that is not the latest is not checked: its
/// editor gets the conflict.
pub fn check_alt(document: &DocumentState, body: &Body, revision: i64) -> ApiResult<()> {
    if document.latest_revision == revision && find_references(body.html()).alt_missing {
        return Err(ApiError::field("body.content", "alt-missing"));
    }
    Ok(())
}

/// Commits an action and returns the document after it. Fails with `stale-revision` or `conflict` and the current
/// document; then nothing is written.
pub async fn finish<T>(
    catalogue: &Catalogue,
    mut tx: Tx,
    id: DocumentId,
    result: Result<T, CmsError>,
) -> ApiResult<Json<DeskDocument>> {
    let conflict = match result {
        Ok(_) => None,
        Err(error @ (CmsError::Stale { .. } | CmsError::Visible)) => Some(error),
        Err(other) => return Err(other.into()),
    };
    let found = find_document(&mut tx, id).await?;
    let document = DeskDocument::load(&catalogue.snapshot(), &mut tx, found).await?;
    if let Some(error) = conflict {
        return Err(ApiError::from(error).with("current", document));
    }
    tx.commit().await?;
    Ok(Json(document))
}
