//! Loads the content of a preview.

use std::sync::Arc;

use heliriiul_cms::{CmsError, find_document, find_revision, load_preview};
use heliriiul_db::Db;

use super::token::Preview;
use crate::{
    catalogue::Snapshot,
    content::{build::build, snapshot::ContentSnapshot},
};

/// The content with the preview's revision in place, and whether that revision is published. `None` when the document or
/// the revision does not exist.
pub async fn load(
    db: &Db,
    catalogue: Arc<Snapshot>,
    preview: Preview,
) -> Result<Option<(Arc<ContentSnapshot>, bool)>, CmsError> {
    match load_existing(db, catalogue, preview).await {
        Ok((content, is_published)) => Ok(Some((Arc::new(content), is_published))),
        Err(CmsError::NotFound) => Ok(None),
        Err(error) => Err(error),
    }
}

async fn load_existing(
    db: &Db,
    catalogue: Arc<Snapshot>,
    preview: Preview,
) -> Result<(ContentSnapshot, bool), CmsError> {
    let mut tx = db.read().await?;
    let (document, _) = find_document(&mut tx, preview.document).await?;
    let revision = preview.revision.unwrap_or(document.latest_revision);
    find_revision(&mut tx, document.id, revision).await?;
    let documents = load_preview(&mut tx, document.id, revision).await?;
    let content = build(&mut tx, catalogue, documents).await?;
    Ok((content, document.published_revision == Some(revision)))
}
