//! The revisions of documents: saves, history, conflicts between editing sessions, pruning of autosaves. Readers do not
//! see a revision until it is published.

use heliriiul_db::{Author, DbResult, DocumentId, Timestamp, Tx, UserId};
use serde::Serialize;
use sqlx::FromRow;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    CmsResult,
    body::{Body, CleanBody, Kind},
    error::CmsError,
    identifiers::check_identifier,
    image_uses,
};

/// How many revisions a list holds.
const LISTED: i64 = 200;

/// One autosave a minute is not pruned.
const PRUNE_MS: i64 = 60_000;

/// A revision in the history.
#[derive(Clone, Debug, FromRow, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeskRevision)]
pub struct RevisionState {
    pub revision: i64,
    pub title: String,
    pub saved_at: Timestamp,
    /// Null: an import.
    #[sqlx(flatten)]
    #[schema(value_type = Option<String>)]
    pub saved_by: Author,
    /// Saved by the editor's timer, not by a person's action.
    pub autosaved: bool,
}

/// The latest revisions of a document, or those before one, newest first. Empty when there is no such document.
pub async fn list_revisions(
    tx: &mut Tx,
    id: DocumentId,
    before: Option<i64>,
) -> CmsResult<Vec<RevisionState>> {
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

/// One revision of a document with its body. Fails with [`CmsError::NotFound`] when there is no such document or
/// revision.
pub async fn find_revision(tx: &mut Tx, id: DocumentId, revision: i64) -> CmsResult<(RevisionState, Body)> {
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

/// Records the step of a save whose body a revision already has. Returns false when the revision is of another editing
/// session and so cannot hold the step.
pub async fn record_step(
    tx: &mut Tx,
    id: DocumentId,
    revision: i64,
    editing: Uuid,
    step: i64,
) -> DbResult<bool> {
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
pub async fn pin_revision(tx: &mut Tx, id: DocumentId, revision: i64) -> DbResult<bool> {
    let pinned = tx
        .execute(
            "UPDATE document_revisions SET autosaved = FALSE WHERE document_id = $1 AND revision = $2 \
             AND autosaved",
            (id, revision),
        )
        .await?;
    Ok(pinned > 0)
}

/// A save. `based_on` is the revision that the editor started from, `None` for a new document.
pub struct Save {
    pub identifier: String,
    /// Used only for a new document.
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

#[derive(Clone, Debug, FromRow)]
pub struct Saved {
    pub id: DocumentId,
    pub latest_revision: i64,
}

/// Saves a revision. Fails with [`CmsError::Stale`] when another editing session has saved since `based_on`,
/// [`CmsError::IdentifierTaken`] when a new document has the identifier of another; then nothing is written.
pub async fn save(tx: &mut Tx, save: Save, now: Timestamp) -> CmsResult<Saved> {
    let body = save.body.body();
    let kind = body.kind();
    check_identifier(kind, &save.identifier)?;
    let json = serde_json::to_string(body).map_err(|error| CmsError::Body(save.identifier.clone(), error))?;
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
        prune(tx, saved.id, saved.latest_revision, editing).await?;
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
) -> CmsResult<Saved> {
    let created = tx
        .optional(
            "INSERT INTO documents (id, kind, identifier, position, latest_revision, created_at, \
             updated_at) VALUES ($1, $2, $3, $4, 1, $5, $5) ON CONFLICT (kind, identifier) DO NOTHING \
             RETURNING id, latest_revision",
            (DocumentId::new(), kind, identifier, position, now),
        )
        .await?;
    created.ok_or(CmsError::IdentifierTaken)
}

async fn next_revision(
    tx: &mut Tx,
    kind: Kind,
    save: &Save,
    based_on: i64,
    now: Timestamp,
) -> CmsResult<Saved> {
    // Locks the row until the commit, so that the second of two saves sees the first.
    let current: Option<Saved> = tx
        .optional(
            "UPDATE documents SET latest_revision = latest_revision WHERE kind = $1 AND identifier = $2 \
             RETURNING id, latest_revision",
            (kind, &save.identifier),
        )
        .await?;
    let Saved { id, latest_revision: latest } = current.ok_or(CmsError::NotFound)?;
    if latest != based_on && (latest < based_on || saved_by_others(tx, id, based_on, save.editing).await?) {
        return Err(CmsError::Stale { latest });
    }
    if let (Some(editing), Some(step)) = (save.editing, save.step)
        && has_step(tx, id, editing, step).await?
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
pub async fn next_position(tx: &mut Tx, kind: Kind) -> CmsResult<i64> {
    Ok(tx
        .scalar(
            "SELECT CAST(COALESCE(MAX(position), 0) AS BIGINT) + 1 FROM documents WHERE kind = $1",
            (kind,),
        )
        .await?)
}

/// Whether another editing session has saved after `based_on`.
async fn saved_by_others(
    tx: &mut Tx,
    id: DocumentId,
    based_on: i64,
    editing: Option<Uuid>,
) -> DbResult<bool> {
    let Some(editing) = editing else { return Ok(true) };
    tx.scalar(
        "SELECT EXISTS (SELECT 1 FROM document_revisions WHERE document_id = $1 AND revision > $2 \
         AND (editing IS NULL OR editing <> $3))",
        (id, based_on, editing),
    )
    .await
}

/// Whether the editing session has already made this step or a later one.
async fn has_step(tx: &mut Tx, id: DocumentId, editing: Uuid, step: i64) -> DbResult<bool> {
    tx.scalar(
        "SELECT EXISTS (SELECT 1 FROM document_revisions WHERE document_id = $1 AND editing = $2 AND step >= $3)",
        (id, editing, step),
    )
    .await
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
async fn prune(tx: &mut Tx, id: DocumentId, latest: i64, editing: Uuid) -> DbResult<()> {
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
