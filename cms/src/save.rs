//! Saves. Each adds a revision, which readers do not see until it is published.

use heliriiul_db::{DocumentId, Timestamp, Tx, UserId};
use uuid::Uuid;

use crate::{
    body::{CleanBody, Kind},
    error::CmsError,
    identifiers::check_identifier,
    image_uses, revisions,
};

/// A save. `based_on` is the revision that the editor started from, `None` for a new document.
pub struct Save {
    pub identifier: String,
    /// Of a new document.
    pub position: i64,
    pub body: CleanBody,
    pub author: Option<UserId>,
    pub based_on: Option<i64>,
    /// The editing session in one tab. Its own saves do not conflict with it, because a response may have been lost.
    pub editing: Option<Uuid>,
    /// Counts the saves of the session. A save that arrives after a later one is refused.
    pub step: Option<i64>,
    /// Saved by the editor's timer, not by a person's action.
    pub autosaved: bool,
}

impl Save {
    /// The first revision of a new document.
    pub const fn new(identifier: String, position: i64, body: CleanBody, author: Option<UserId>) -> Self {
        Self {
            identifier,
            position,
            body,
            author,
            based_on: None,
            editing: None,
            step: None,
            autosaved: false,
        }
    }
}

/// The saved document.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Saved {
    pub id: DocumentId,
    pub latest_revision: i64,
}

/// Saves a revision.
///
/// # Errors
/// [`CmsError::Stale`] when another editing session has saved since `based_on`; then nothing is written.
pub async fn save(tx: &mut Tx, save: Save, now: Timestamp) -> Result<Saved, CmsError> {
    let body = save.body.body();
    let kind = body.kind();
    check_identifier(kind, &save.identifier)?;
    let json = body.to_json().map_err(|error| CmsError::Body(save.identifier.clone(), error))?;
    let saved = match save.based_on {
        None => create(tx, kind, &save.identifier, save.position, now).await?,
        Some(based_on) => next_revision(tx, kind, &save, based_on, now).await?,
    };
    tx.execute(
        "INSERT INTO document_revisions (document_id, revision, title, body, author_id, created_at, \
         editing, step, autosaved) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        (
            saved.id,
            saved.latest_revision,
            body.title(),
            &json,
            save.author,
            now,
            save.editing,
            save.step,
            save.autosaved,
        ),
    )
    .await?;
    if let Some(editing) = save.editing {
        revisions::prune(tx, saved.id, saved.latest_revision, editing).await?;
    }
    image_uses::update(tx, saved.id).await?;
    Ok(saved)
}

async fn create(
    tx: &mut Tx,
    kind: Kind,
    identifier: &str,
    position: i64,
    now: Timestamp,
) -> Result<Saved, CmsError> {
    let created: Option<Saved> = tx
        .optional(
            "INSERT INTO documents (id, kind, identifier, position, latest_revision, created_at, \
             updated_at) VALUES ($1, $2, $3, $4, 1, $5, $5) ON CONFLICT (kind, identifier) DO NOTHING \
             RETURNING id, latest_revision",
            (DocumentId::new(), kind, identifier, position, now),
        )
        .await?;
    if let Some(created) = created {
        return Ok(created);
    }
    let latest: Option<i64> = tx
        .optional_scalar(
            "SELECT latest_revision FROM documents WHERE kind = $1 AND identifier = $2",
            (kind, identifier),
        )
        .await?;
    Err(latest.map_or(CmsError::NotFound, |latest| CmsError::Stale { latest }))
}

async fn next_revision(
    tx: &mut Tx,
    kind: Kind,
    save: &Save,
    based_on: i64,
    now: Timestamp,
) -> Result<Saved, CmsError> {
    // Locks the row until the commit, so that the second of two saves sees the first.
    let current: Option<Saved> = tx
        .optional(
            "UPDATE documents SET latest_revision = latest_revision WHERE kind = $1 AND identifier = $2 \
             RETURNING id, latest_revision",
            (kind, &save.identifier),
        )
        .await?;
    let Saved { id, latest_revision: latest } = current.ok_or(CmsError::NotFound)?;
    if latest != based_on
        && (latest < based_on || revisions::saved_by_others(tx, id, based_on, save.editing).await?)
    {
        return Err(CmsError::Stale { latest });
    }
    if let (Some(editing), Some(step)) = (save.editing, save.step)
        && revisions::has_step(tx, id, editing, step).await?
    {
        return Err(CmsError::Stale { latest });
    }
    Ok(tx
        .one(
            "UPDATE documents SET latest_revision = latest_revision + 1, updated_at = $2 WHERE id = $1 \
             RETURNING id, latest_revision",
            (id, now),
        )
        .await?)
}

/// The position after all documents of the kind.
pub async fn next_position(tx: &mut Tx, kind: Kind) -> Result<i64, CmsError> {
    Ok(tx
        .scalar(
            "SELECT CAST(COALESCE(MAX(position), 0) AS BIGINT) + 1 FROM documents WHERE kind = $1",
            (kind,),
        )
        .await?)
}
