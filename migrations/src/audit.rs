//! The audit log of the desk: the person, action, time, old and new values. It is append-only.

use serde_json::Value;
use uuid::Uuid;

use crate::{Author, DbResult, RecordId, Timestamp, UserId, db::Tx};

/// How many entries a list holds, the newest ones.
const LISTED: i64 = 200;

/// An action to record, in the transaction that performs it.
pub struct AuditEntry<'a> {
    /// `None`: the store itself, at a scheduled time.
    pub actor: Option<UserId>,
    /// What the action changed: `document`, `image`, `book` or `category`.
    pub subject: &'a str,
    pub subject_id: Uuid,
    /// Such as `publish`.
    pub act: &'a str,
    pub from_revision: Option<i64>,
    pub to_revision: Option<i64>,
    /// The old and new values, as JSON.
    pub detail: Value,
}

/// A recorded action.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct AuditRow {
    pub at: Timestamp,
    pub act: String,
    pub from_revision: Option<i64>,
    pub to_revision: Option<i64>,
    /// JSON.
    pub detail: String,
    #[sqlx(flatten)]
    pub author: Author,
}

/// Records an action.
pub async fn append_audit(tx: &mut Tx, entry: AuditEntry<'_>, now: Timestamp) -> DbResult<()> {
    tx.execute(
        "INSERT INTO audit_log (id, at, actor_id, subject, subject_id, act, from_revision, to_revision, \
         detail) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        (
            RecordId::new(),
            now,
            entry.actor,
            entry.subject,
            entry.subject_id,
            entry.act,
            entry.from_revision,
            entry.to_revision,
            entry.detail.to_string(),
        ),
    )
    .await?;
    Ok(())
}

/// The newest actions on a subject, newest first.
pub async fn list_audit(tx: &mut Tx, subject_id: Uuid) -> DbResult<Vec<AuditRow>> {
    tx.all(
        "SELECT a.at, a.act, a.from_revision, a.to_revision, a.detail, u.first_name, u.last_name \
         FROM audit_log a LEFT JOIN users u ON u.id = a.actor_id \
         WHERE a.subject_id = $1 ORDER BY a.id DESC LIMIT $2",
        (subject_id, LISTED),
    )
    .await
}
