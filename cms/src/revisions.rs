//! The revisions of a document: history, conflicts between editing sessions, pruning of autosaves.

use heliriiul_db::{Author, DbError, DocumentId, Timestamp, Tx};
use sqlx::FromRow;
use uuid::Uuid;

use crate::{
    body::{Body, Kind},
    error::CmsError,
};

/// How many revisions a list holds.
const LISTED: i64 = 200;

/// One autosave a minute is not pruned.
const PRUNE_MS: i64 = 60_000;

/// A revision without its body.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct RevisionState {
    pub revision: i64,
    pub title: String,
    pub saved_at: Timestamp,
    /// Saved by the editor's timer, not by a person's action.
    pub autosaved: bool,
    #[sqlx(flatten)]
    pub author: Author,
}

/// The latest revisions of a document, or those before one, newest first. Empty when there is no such document.
pub async fn list_revisions(
    tx: &mut Tx,
    id: DocumentId,
    before: Option<i64>,
) -> Result<Vec<RevisionState>, CmsError> {
    Ok(tx
        .all(
            "SELECT r.revision, r.title, r.created_at AS saved_at, r.autosaved, u.first_name, u.last_name \
             FROM document_revisions r LEFT JOIN users u ON u.id = r.author_id \
             WHERE r.document_id = $1 AND r.revision < $2 ORDER BY r.revision DESC LIMIT $3",
            (id, before.unwrap_or(i64::MAX), LISTED),
        )
        .await?)
}

#[derive(FromRow)]
struct RevisionRow {
    #[sqlx(flatten)]
    state: RevisionState,
    kind: Kind,
    identifier: String,
    body: String,
}

/// One revision of a document with its body.
///
/// # Errors
/// [`CmsError::NotFound`] when there is no such document or revision.
pub async fn find_revision(
    tx: &mut Tx,
    id: DocumentId,
    revision: i64,
) -> Result<(RevisionState, Body), CmsError> {
    let row: Option<RevisionRow> = tx
        .optional(
            "SELECT r.revision, r.title, r.created_at AS saved_at, r.autosaved, u.first_name, u.last_name, \
             i.kind, i.identifier, r.body \
             FROM document_revisions r JOIN documents i ON i.id = r.document_id \
             LEFT JOIN users u ON u.id = r.author_id WHERE r.document_id = $1 AND r.revision = $2",
            (id, revision),
        )
        .await?;
    let RevisionRow { state, kind, identifier, body } = row.ok_or(CmsError::NotFound)?;
    Ok((state, Body::from_json(kind, &identifier, &body)?))
}

/// Whether another editing session has saved after `based_on`.
pub async fn saved_by_others(
    tx: &mut Tx,
    id: DocumentId,
    based_on: i64,
    editing: Option<Uuid>,
) -> Result<bool, DbError> {
    let Some(editing) = editing else { return Ok(true) };
    tx.scalar(
        "SELECT EXISTS (SELECT 1 FROM document_revisions WHERE document_id = $1 AND revision > $2 \
         AND (editing IS NULL OR editing <> $3))",
        (id, based_on, editing),
    )
    .await
}

/// Whether the editing session has already made this step or a later one.
pub async fn has_step(tx: &mut Tx, id: DocumentId, editing: Uuid, step: i64) -> Result<bool, DbError> {
    tx.scalar(
        "SELECT EXISTS (SELECT 1 FROM document_revisions WHERE document_id = $1 AND editing = $2 AND step >= $3)",
        (id, editing, step),
    )
    .await
}

/// Records the step of a save whose body a revision already has. Returns false when the revision is of another editing
/// session and so cannot hold the step.
pub async fn record_step(
    tx: &mut Tx,
    id: DocumentId,
    revision: i64,
    editing: Uuid,
    step: i64,
) -> Result<bool, DbError> {
    let recorded = tx
        .execute(
            "UPDATE document_revisions SET step = CASE WHEN step > $4 THEN step ELSE $4 END \
             WHERE document_id = $1 AND revision = $2 AND editing = $3",
            (id, revision, editing, step),
        )
        .await?;
    Ok(recorded > 0)
}

/// Protects an autosaved revision that was used from pruning. Returns `false` if it was protected before.
pub async fn pin_revision(tx: &mut Tx, id: DocumentId, revision: i64) -> Result<bool, DbError> {
    let pinned = tx
        .execute(
            "UPDATE document_revisions SET autosaved = FALSE WHERE document_id = $1 AND revision = $2 \
             AND autosaved",
            (id, revision),
        )
        .await?;
    Ok(pinned > 0)
}

#[derive(FromRow)]
struct Earlier {
    revision: i64,
    editing: Option<Uuid>,
    autosaved: bool,
    created_at: Timestamp,
}

/// Deletes the revision before `latest` if it is an autosave of the same editing session, within a minute of the one
/// before it. Its content is in its successor or was undone.
pub async fn prune(tx: &mut Tx, id: DocumentId, latest: i64, editing: Uuid) -> Result<(), DbError> {
    let earlier: Vec<Earlier> = tx
        .all(
            "SELECT revision, editing, autosaved, created_at FROM document_revisions \
             WHERE document_id = $1 AND revision < $2 ORDER BY revision DESC LIMIT 2",
            (id, latest),
        )
        .await?;
    let [last, before] = &earlier[..] else { return Ok(()) };
    let own = |revision: &Earlier| revision.editing == Some(editing);
    let close = last.created_at.since(before.created_at) < PRUNE_MS;
    if own(last) && last.autosaved && own(before) && close {
        tx.execute(
            "DELETE FROM document_revisions WHERE document_id = $1 AND revision = $2",
            (id, last.revision),
        )
        .await?;
    }
    Ok(())
}
