//! What readers see: publishing a revision, taking it down, schedules of both, archiving documents that are out of use,
//! and the order of sliders on the home page and of pages in the footer.

use std::collections::HashSet;

use heliriiul_db::{ChangeKind, DocumentId, Timestamp, Tx, UserId, append_change};
use serde_json::json;
use uuid::Uuid;

use crate::{
    CmsResult,
    body::Kind,
    documents::{find_document, record_action},
    error::CmsError,
    image_uses, revisions,
};

/// Publishes the latest revision. Returns whether that changed anything. Publishing a published revision again does not
/// change its date, so that readers who closed the announcement do not see it again. Fails with [`CmsError::Stale`]
/// when `revision` is not the latest: a late call never replaces a newer text by an older one.
pub async fn publish(tx: &mut Tx, id: DocumentId, revision: i64, now: Timestamp) -> CmsResult<bool> {
    let published = tx
        .execute(
            // The schedule of an older revision would later replace this one, so it is dropped.
            "UPDATE documents SET published_revision = $2, \
             published_at = CASE WHEN published_revision = $2 THEN published_at ELSE $3 END, publish_at = \
             NULL, scheduled_revision = NULL, archived_at = NULL WHERE id = $1 AND latest_revision = $2 \
             AND (COALESCE(published_revision, 0) <> $2 OR publish_at IS NOT NULL)",
            (id, revision, now),
        )
        .await?;
    if published == 0 {
        find_document(tx, id).await?.0.check_latest(revision)?;
        return Ok(false);
    }
    revisions::pin_revision(tx, id, revision).await?;
    image_uses::update(tx, id).await?;
    append_change(tx, ChangeKind::Content, id.uuid(), now).await?;
    Ok(true)
}

/// Takes the published revision down. Returns whether there was one. The text stays a draft, and the schedule of
/// another revision stays. Fails with [`CmsError::Stale`] when another revision than `revision` is published.
pub async fn take_down(tx: &mut Tx, id: DocumentId, revision: i64, now: Timestamp) -> CmsResult<bool> {
    let taken_down = tx
        .execute(
            "UPDATE documents SET published_revision = NULL, published_at = NULL, \
             take_down_at = CASE WHEN publish_at IS NULL THEN NULL ELSE take_down_at END \
             WHERE id = $1 AND published_revision = $2",
            (id, revision),
        )
        .await?;
    if taken_down == 0 {
        let (document, _) = find_document(tx, id).await?;
        // A repeated call is no conflict.
        return match document.published_revision {
            None => Ok(false),
            Some(_) => Err(CmsError::Stale { latest: document.latest_revision }),
        };
    }
    image_uses::update(tx, id).await?;
    append_change(tx, ChangeKind::Content, id.uuid(), now).await?;
    Ok(true)
}

/// Archives a document with all its revisions; its identifier stays taken. Returns whether it was not archived before.
/// Fails with [`CmsError::Visible`] when the document is published or scheduled.
pub async fn archive(tx: &mut Tx, id: DocumentId, now: Timestamp) -> CmsResult<bool> {
    let archived = tx
        .execute(
            "UPDATE documents SET archived_at = $2 WHERE id = $1 AND archived_at IS NULL \
             AND published_revision IS NULL AND publish_at IS NULL AND take_down_at IS NULL",
            (id, now),
        )
        .await?;
    if archived == 0 && find_document(tx, id).await?.0.archived_at.is_none() {
        return Err(CmsError::Visible);
    }
    Ok(archived > 0)
}

/// Takes a document out of the archive, as a draft. Returns whether it was archived.
pub async fn unarchive(tx: &mut Tx, id: DocumentId) -> CmsResult<bool> {
    let unarchived = tx
        .execute("UPDATE documents SET archived_at = NULL WHERE id = $1 AND archived_at IS NOT NULL", (id,))
        .await?;
    Ok(unarchived > 0)
}

/// The schedule of a document; both `None`: there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// When the latest revision is published.
    pub publish_at: Option<Timestamp>,
    /// When the published revision is taken down.
    pub take_down_at: Option<Timestamp>,
}

impl Schedule {
    fn check(self, now: Timestamp) -> CmsResult<()> {
        for (field, at) in [("publishAt", self.publish_at), ("takeDownAt", self.take_down_at)] {
            if at.is_some_and(|at| at <= now) {
                return Err(CmsError::invalid(field, "in-past"));
            }
        }
        if self.publish_at.zip(self.take_down_at).is_some_and(|(publish, take_down)| take_down <= publish) {
            return Err(CmsError::invalid("takeDownAt", "out-of-range"));
        }
        Ok(())
    }
}

/// Replaces the schedule of a document. Fails with [`CmsError::Stale`] when `revision` is not the latest,
/// [`CmsError::Invalid`] for times in the past or out of order.
pub async fn schedule(
    tx: &mut Tx,
    id: DocumentId,
    revision: i64,
    schedule: Schedule,
    actor: UserId,
    now: Timestamp,
) -> CmsResult<()> {
    schedule.check(now)?;
    let Schedule { publish_at, take_down_at } = schedule;
    let scheduled_revision = publish_at.map(|_| revision);
    let scheduled = tx
        .execute(
            "UPDATE documents SET publish_at = $3, scheduled_revision = $4, take_down_at = $5, \
             archived_at = CASE WHEN $3 IS NULL THEN archived_at END \
             WHERE id = $1 AND latest_revision = $2 AND ($3 IS NOT NULL OR $5 IS NULL \
             OR published_revision IS NOT NULL)",
            (id, revision, publish_at, scheduled_revision, take_down_at),
        )
        .await?;
    if scheduled == 0 {
        find_document(tx, id).await?.0.check_latest(revision)?;
        // No revision is published, so none can be taken down.
        return Err(CmsError::invalid("takeDownAt", "not-live"));
    }
    if publish_at.is_some() {
        revisions::pin_revision(tx, id, revision).await?;
    }
    image_uses::update(tx, id).await?;
    let act = if publish_at.is_none() && take_down_at.is_none() { "unschedule" } else { "schedule" };
    let detail = json!({ "publishAt": publish_at, "takeDownAt": take_down_at });
    record_action(tx, Some(actor), id.uuid(), act, (None, scheduled_revision), detail, now).await?;
    Ok(())
}

#[derive(sqlx::FromRow)]
struct DueDocument {
    id: DocumentId,
    published_revision: Option<i64>,
    publish_at: Option<Timestamp>,
    scheduled_revision: Option<i64>,
    take_down_at: Option<Timestamp>,
}

/// Publishes and takes down the documents that are due by `now`, including those that became due while no server ran.
pub async fn apply_due(tx: &mut Tx, now: Timestamp) -> CmsResult<()> {
    let ids: Vec<DocumentId> = tx
        .scalars("SELECT id FROM documents WHERE publish_at <= $1 OR take_down_at <= $1 ORDER BY id", (now,))
        .await?;
    let mut changed = Vec::with_capacity(ids.len());
    for id in ids {
        // Read again under the lock: an editor may have published or rescheduled since.
        let due: Option<DueDocument> = tx
            .optional(
                "UPDATE documents SET latest_revision = latest_revision \
                 WHERE id = $1 AND (publish_at <= $2 OR take_down_at <= $2) \
                 RETURNING id, published_revision, publish_at, scheduled_revision, take_down_at",
                (id, now),
            )
            .await?;
        if let Some(due) = due {
            apply(tx, &due, now).await?;
            changed.push(id);
        }
    }
    // Last, because the feed's counter is one row that all writers wait for.
    for id in &changed {
        append_change(tx, ChangeKind::Content, id.uuid(), now).await?;
    }
    Ok(())
}

async fn apply(tx: &mut Tx, due: &DueDocument, now: Timestamp) -> CmsResult<()> {
    let mut published = due.published_revision;
    let detail = || json!({ "scheduled": true });
    if let (Some(at), Some(revision)) = (due.publish_at.filter(|at| *at <= now), due.scheduled_revision) {
        tx.execute(
            "UPDATE documents SET published_revision = scheduled_revision, \
             published_at = CASE WHEN published_revision = scheduled_revision THEN published_at ELSE \
             $2 END, publish_at = NULL, scheduled_revision = NULL WHERE id = $1",
            (due.id, at),
        )
        .await?;
        let revisions = (published, Some(revision));
        record_action(tx, None, due.id.uuid(), "publish", revisions, detail(), now).await?;
        published = Some(revision);
    }
    if due.take_down_at.is_some_and(|at| at <= now) {
        tx.execute(
            "UPDATE documents SET published_revision = NULL, published_at = NULL, take_down_at = NULL \
             WHERE id = $1",
            (due.id,),
        )
        .await?;
        record_action(tx, None, due.id.uuid(), "take-down", (published, None), detail(), now).await?;
    }
    image_uses::update(tx, due.id).await
}

/// Puts documents of a kind in this order. Those that are not named follow in their previous order. Fails with
/// [`CmsError::Invalid`] for a repeated id, and for an id of another kind.
pub async fn order(
    tx: &mut Tx,
    kind: Kind,
    ids: &[DocumentId],
    actor: UserId,
    now: Timestamp,
) -> CmsResult<()> {
    let named: HashSet<DocumentId> = ids.iter().copied().collect();
    if named.len() < ids.len() {
        return Err(CmsError::invalid("ids", "invalid"));
    }
    let positions = lock_positions(tx, kind).await?;
    let from: Vec<DocumentId> = positions.iter().map(|(id, _)| *id).collect();
    if let Some(index) = ids.iter().position(|id| !from.contains(id)) {
        return Err(CmsError::invalid(format!("ids[{index}]"), "not-found"));
    }
    let rest = from.iter().filter(|id| !named.contains(id));
    let to: Vec<DocumentId> = ids.iter().chain(rest).copied().collect();
    if from == to {
        return Ok(());
    }
    // Counts back from the last position, so that a document created at this moment comes after all of them.
    let last = positions.last().map_or(0, |(_, position)| *position);
    for (id, back) in to.iter().rev().zip(0_i64..) {
        tx.execute("UPDATE documents SET position = $2 WHERE id = $1", (id, last - back)).await?;
    }
    let detail = json!({ "ids": { "from": from, "to": to } });
    // The order belongs to no single document.
    record_action(tx, Some(actor), Uuid::nil(), "order", (None, None), detail, now).await?;
    append_change(tx, ChangeKind::Content, Uuid::nil(), now).await?;
    Ok(())
}

/// The documents of a kind with their positions, in their order, locked until the transaction ends.
async fn lock_positions(tx: &mut Tx, kind: Kind) -> CmsResult<Vec<(DocumentId, i64)>> {
    let ids: Vec<DocumentId> =
        tx.scalars("SELECT id FROM documents WHERE kind = $1 ORDER BY id", (kind,)).await?;
    // In the order of their ids, as due schedules lock them, so that no two transactions wait for each other.
    for id in &ids {
        tx.execute("UPDATE documents SET position = position WHERE id = $1", (id,)).await?;
    }
    let mut positions: Vec<(DocumentId, i64)> = tx
        .all("SELECT id, position FROM documents WHERE kind = $1 ORDER BY position, identifier", (kind,))
        .await?;
    // A document created since is not locked; its position is after these.
    positions.retain(|(id, _)| ids.contains(id));
    Ok(positions)
}
