//! The audit log's entries of documents.

use heliriiul_db::{AuditEntry, DbError, Timestamp, Tx, UserId, append_audit};
use serde_json::Value;
use uuid::Uuid;

/// Records an action on a document, from one revision to another. Without an actor it is an action of the store itself,
/// by a schedule.
pub async fn record_action(
    tx: &mut Tx,
    actor: Option<UserId>,
    document: Uuid,
    act: &str,
    (from_revision, to_revision): (Option<i64>, Option<i64>),
    detail: Value,
    now: Timestamp,
) -> Result<(), DbError> {
    let entry = AuditEntry {
        actor,
        subject: "document",
        subject_id: document,
        act,
        from_revision,
        to_revision,
        detail,
    };
    append_audit(tx, entry, now).await
}
