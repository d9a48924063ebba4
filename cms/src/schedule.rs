//! Plans: when a revision goes up, and when what is live goes down.

use heliriiul_db::{ChangeKind, DocumentId, Timestamp, Tx, UserId, append_change};
use serde_json::json;

use crate::{
    audit::{AuditEntry, audit},
    body::Kind,
    revisions,
    store::{CmsError, state},
    uses,
};

/// A plan for an item; both `None`: no plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The newest revision goes up then.
    pub publish_at: Option<Timestamp>,
    /// What is live then goes down.
    pub take_down_at: Option<Timestamp>,
}

/// What is planned, for the view of all plans.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Planned {
    pub id: DocumentId,
    pub kind: Kind,
    pub identifier: String,
    pub title: String,
    pub publish_at: Option<Timestamp>,
    pub scheduled_revision: Option<i64>,
    pub take_down_at: Option<Timestamp>,
}

/// Sets the plan of an item in place of the one before it.
///
/// # Errors
/// [`CmsError::Stale`] when `revision` is not the newest, [`CmsError::Unfit`] for moments in the past or out of order.
pub async fn schedule(
    tx: &mut Tx,
    id: DocumentId,
    revision: i64,
    plan: Plan,
    actor: UserId,
    now: Timestamp,
) -> Result<(), CmsError> {
    let past = |at: Option<Timestamp>| at.is_some_and(|at| at <= now);
    if past(plan.publish_at) {
        return Err(CmsError::Unfit { field: "publishAt", rule: "in-past" });
    }
    if past(plan.take_down_at) {
        return Err(CmsError::Unfit { field: "takeDownAt", rule: "in-past" });
    }
    if plan.publish_at.zip(plan.take_down_at).is_some_and(|(up, down)| down <= up) {
        return Err(CmsError::Unfit { field: "takeDownAt", rule: "out-of-range" });
    }
    let planned = tx
        .execute(
            "UPDATE documents SET publish_at = $3, scheduled_revision = $4, take_down_at = $5, \
             archived_at = CASE WHEN $3 IS NULL THEN archived_at END \
             WHERE id = $1 AND latest_revision = $2 AND ($3 IS NOT NULL OR $5 IS NULL \
             OR published_revision IS NOT NULL)",
            (id, revision, plan.publish_at, plan.publish_at.map(|_| revision), plan.take_down_at),
        )
        .await?;
    if planned == 0 {
        let item = state(tx, id).await?;
        if item.latest_revision != revision {
            return Err(CmsError::Stale { latest: item.latest_revision });
        }
        // What nobody sees cannot be taken down.
        return Err(CmsError::Unfit { field: "takeDownAt", rule: "not-live" });
    }
    if plan.publish_at.is_some() {
        revisions::keep(tx, id, revision).await?;
    }
    uses::renew(tx, id).await?;
    let entry = AuditEntry {
        actor: Some(actor),
        subject: "document",
        subject_id: id.uuid(),
        act: if plan.publish_at.is_none() && plan.take_down_at.is_none() { "unschedule" } else { "schedule" },
        from_revision: None,
        to_revision: plan.publish_at.map(|_| revision),
        detail: json!({ "publishAt": plan.publish_at, "takeDownAt": plan.take_down_at }),
    };
    audit(tx, entry, now).await?;
    Ok(())
}

#[derive(sqlx::FromRow)]
struct Due {
    id: DocumentId,
    published_revision: Option<i64>,
    publish_at: Option<Timestamp>,
    scheduled_revision: Option<i64>,
    take_down_at: Option<Timestamp>,
}

/// Does what is due by `now`, also what came due while no server ran. Answers how many items have changed.
pub async fn apply_due(tx: &mut Tx, now: Timestamp) -> Result<usize, CmsError> {
    let ids: Vec<DocumentId> = tx
        .scalars("SELECT id FROM documents WHERE publish_at <= $1 OR take_down_at <= $1 ORDER BY id", (now,))
        .await?;
    let mut changed = Vec::with_capacity(ids.len());
    for id in ids {
        // Asked anew under the lock: somebody may have published by hand or planned otherwise in this moment.
        let due: Option<Due> = tx
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
    // At the end: the feed is one row that all writers wait for, and whoever holds it waits for no item.
    for id in &changed {
        append_change(tx, ChangeKind::Content, id.uuid(), now).await?;
    }
    Ok(changed.len())
}

async fn apply(tx: &mut Tx, item: &Due, now: Timestamp) -> Result<(), CmsError> {
    let mut live = item.published_revision;
    if let (Some(at), Some(revision)) = (item.publish_at.filter(|at| *at <= now), item.scheduled_revision) {
        tx.execute(
            "UPDATE documents SET published_revision = scheduled_revision, \
             published_at = CASE WHEN published_revision = scheduled_revision THEN published_at ELSE \
             $2 END, publish_at = NULL, scheduled_revision = NULL WHERE id = $1",
            (item.id, at),
        )
        .await?;
        note(tx, item.id, "publish", live, Some(revision), now).await?;
        live = Some(revision);
    }
    if item.take_down_at.is_some_and(|at| at <= now) {
        tx.execute(
            "UPDATE documents SET published_revision = NULL, published_at = NULL, take_down_at = NULL \
             WHERE id = $1",
            (item.id,),
        )
        .await?;
        note(tx, item.id, "take-down", live, None, now).await?;
    }
    uses::renew(tx, item.id).await
}

async fn note(
    tx: &mut Tx,
    id: DocumentId,
    act: &str,
    from_revision: Option<i64>,
    to_revision: Option<i64>,
    now: Timestamp,
) -> Result<(), CmsError> {
    let entry = AuditEntry {
        actor: None,
        subject: "document",
        subject_id: id.uuid(),
        act,
        from_revision,
        to_revision,
        detail: json!({ "scheduled": true }),
    };
    Ok(audit(tx, entry, now).await?)
}

/// All plans.
pub async fn list_planned(tx: &mut Tx) -> Result<Vec<Planned>, CmsError> {
    Ok(tx
        .all(
            "SELECT i.id, i.kind, i.identifier, r.title, i.publish_at, i.scheduled_revision, i.take_down_at \
             FROM documents i JOIN document_revisions r ON r.document_id = i.id \
             AND r.revision = i.latest_revision \
             WHERE i.publish_at IS NOT NULL OR i.take_down_at IS NOT NULL ORDER BY i.kind, i.identifier",
            (),
        )
        .await?)
}
