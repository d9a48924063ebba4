//! The audit log of the desk: how actions are recorded, and how editors read them.

use heliriiul_db::{AuditEntry, AuditRow, Author, DbResult, Timestamp, Tx, UserId, append_audit, list_audit};
use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;
use uuid::Uuid;

/// The editor of an action, and its time.
#[derive(Clone, Copy, Debug)]
pub struct Actor {
    pub editor: UserId,
    pub now: Timestamp,
}

impl Actor {
    /// Records an action on something that has no revisions.
    pub async fn note(
        self,
        tx: &mut Tx,
        subject: &str,
        subject_id: Uuid,
        act: &str,
        detail: Value,
    ) -> DbResult<()> {
        let entry = AuditEntry {
            actor: Some(self.editor),
            subject,
            subject_id,
            act,
            from_revision: None,
            to_revision: None,
            detail,
        };
        append_audit(tx, entry, self.now).await
    }
}

/// An action of an editor, or of the store itself at a scheduled time.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskAudit {
    pub at: Timestamp,
    /// Null: the store itself.
    #[schema(value_type = Option<String>)]
    pub by: Author,
    #[schema(example = "publish")]
    pub act: String,
    pub from_revision: Option<i64>,
    pub to_revision: Option<i64>,
    /// From what to what.
    pub detail: Value,
}

impl From<AuditRow> for DeskAudit {
    fn from(row: AuditRow) -> Self {
        Self {
            at: row.at,
            by: row.author,
            act: row.act,
            from_revision: row.from_revision,
            to_revision: row.to_revision,
            detail: serde_json::from_str(&row.detail).unwrap_or_default(),
        }
    }
}

/// The newest 200 actions on a subject, newest first.
pub async fn list(tx: &mut Tx, subject_id: Uuid) -> DbResult<Vec<DeskAudit>> {
    Ok(list_audit(tx, subject_id).await?.into_iter().map(DeskAudit::from).collect())
}

/// The members that differ between two states: `{"title": {"from": "a", "to": "b"}}`.
pub fn differences(old: &impl Serialize, new: &impl Serialize) -> Map<String, Value> {
    let mut old = members(old);
    let changed = members(new).into_iter().filter_map(|(name, to)| {
        let from = old.remove(&name).unwrap_or_default();
        (from != to).then(|| (name, json!({ "from": from, "to": to })))
    });
    changed.collect()
}

fn members(state: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(state) {
        Ok(Value::Object(members)) => members,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_members_that_differ_are_listed() {
        let changed = differences(&json!({ "a": 1, "b": null }), &json!({ "a": 1, "b": "c" }));
        assert_eq!(Value::from(changed), json!({ "b": { "from": null, "to": "c" } }));
    }
}
