//! Refreshes the snapshot of the published content, and applies the schedules of documents.

use heliriiul_cms::{CmsError, apply_due, load_published};
use heliriiul_db::{DbError, Tx};

use super::build::build;
use crate::{error::ApiError, state::AppState};

/// Loads the published content into memory.
pub async fn load(app: &AppState, tx: &mut Tx) -> Result<(), DbError> {
    match load_snapshot(app, tx).await {
        Ok(()) => Ok(()),
        Err(CmsError::Database(error)) => Err(error),
        Err(other) => Err(DbError::Decode(Box::new(other))),
    }
}

async fn load_snapshot(app: &AppState, tx: &mut Tx) -> Result<(), CmsError> {
    let documents = load_published(tx).await?;
    app.content.replace(build(tx, app.catalogue.snapshot(), documents).await?);
    Ok(())
}

/// Publishes and takes down the documents that are due this minute or became due while no server ran.
pub async fn publish_due_job(app: &AppState) -> Result<Tx, ApiError> {
    let mut tx = app.db.write().await?;
    apply_due(&mut tx, app.clock.now()).await?;
    Ok(tx)
}
