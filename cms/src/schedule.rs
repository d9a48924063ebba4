//! Schedules: when a revision is published, and when the published revision is taken down.

use heliriiul_db::{ChangeKind, DocumentId, Timestamp, Tx, UserId, append_change};
use serde_json::json;

use crate::{audit::record_action, documents::find_document, error::CmsError, image_uses, revisions};

/// The schedule of a document; both `None`: there is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// When the latest revision is published.
    pub publish_at: Option<Timestamp>,
    /// When the published revision is taken down.
    pub take_down_at: Option<Timestamp>,
}

impl Schedule {
    fn check(self, now: Timestamp) -> Result<(), CmsError> {
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

/// Replaces the schedule of a document.
///
/// # Errors
/// [`CmsError::Stale`] when `revision` is not the latest, [`CmsError::Invalid`] for times in the past or out of order.
pub async fn schedule(
    tx: &mut Tx,
    id: DocumentId,
    revision: i64,
    schedule: Schedule,
    actor: UserId,
    now: Timestamp,
) -> Result<(), CmsError> {
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
/// Returns their number.
pub async fn apply_due(tx: &mut Tx, now: Timestamp) -> Result<usize, CmsError> {
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
    Ok(changed.len())
}

async fn apply(tx: &mut Tx, due: &DueDocument, now: Timestamp) -> Result<(), CmsError> {
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
