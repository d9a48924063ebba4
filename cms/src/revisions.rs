//! Which revisions stand in the way of a save, and which of those saved while writing are kept.

use heliriiul_db::{DbError, DocumentId, Timestamp, Tx};
use uuid::Uuid;

/// Of what is saved while writing one revision a minute stays.
const STEP_MS: i64 = 60_000;

/// Whether anybody else has saved after `based_on`.
pub async fn of_others(
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

/// Whether the opening has saved after this step already.
pub async fn overtaken(tx: &mut Tx, id: DocumentId, editing: Uuid, step: i64) -> Result<bool, DbError> {
    tx.scalar(
        "SELECT EXISTS (SELECT 1 FROM document_revisions WHERE document_id = $1 AND editing = $2 AND step >= $3)",
        (id, editing, step),
    )
    .await
}

/// Notes a save of the very text of a revision; whether it is the opening's own, so that the step has a place there.
pub async fn note_step(
    tx: &mut Tx,
    id: DocumentId,
    revision: i64,
    editing: Uuid,
    step: i64,
) -> Result<bool, DbError> {
    let noted = tx
        .execute(
            "UPDATE document_revisions SET step = CASE WHEN step > $4 THEN step ELSE $4 END \
             WHERE document_id = $1 AND revision = $2 AND editing = $3",
            (id, revision, editing, step),
        )
        .await?;
    Ok(noted > 0)
}

/// Marks a revision as one that somebody has done something with, so that it stays; whether it was not marked.
pub async fn keep(tx: &mut Tx, id: DocumentId, revision: i64) -> Result<bool, DbError> {
    let marked = tx
        .execute(
            "UPDATE document_revisions SET autosaved = FALSE WHERE document_id = $1 AND revision = $2 \
             AND autosaved",
            (id, revision),
        )
        .await?;
    Ok(marked > 0)
}

#[derive(sqlx::FromRow)]
struct Earlier {
    revision: i64,
    editing: Option<Uuid>,
    autosaved: bool,
    created_at: Timestamp,
}

/// Drops the revision before `latest` if it was saved while writing, by the same opening of the text, within a minute
/// of the one before it, and nobody has done anything with it: all that it says is in its successor or was taken back.
pub async fn thin(tx: &mut Tx, id: DocumentId, latest: i64, editing: Uuid) -> Result<(), DbError> {
    let earlier: Vec<Earlier> = tx
        .all(
            "SELECT revision, editing, autosaved, created_at FROM document_revisions \
             WHERE document_id = $1 AND revision < $2 ORDER BY revision DESC LIMIT 2",
            (id, latest),
        )
        .await?;
    let [last, before] = &earlier[..] else { return Ok(()) };
    let own = |revision: &Earlier| revision.editing == Some(editing);
    let close = last.created_at.since(before.created_at) < STEP_MS;
    if !(own(last) && last.autosaved && own(before) && close) {
        return Ok(());
    }
    tx.execute(
        "DELETE FROM document_revisions WHERE document_id = $1 AND revision = $2",
        (id, last.revision),
    )
    .await?;
    Ok(())
}
