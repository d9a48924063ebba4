//! What was done at the desk, as its audit keeps it: how acts are noted, and how they are read.

use heliriiul_cms::{AuditEntry, Audited};
use heliriiul_db::{DbError, Timestamp, Tx, UserId};
use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;
use uuid::Uuid;

/// Who acts, and when.
#[derive(Clone, Copy, Debug)]
pub struct By {
    pub editor: UserId,
    pub now: Timestamp,
}

impl By {
    /// Notes an act on something that has no revisions.
    pub async fn note(
        self,
        tx: &mut Tx,
        subject: &str,
        subject_id: Uuid,
        act: &str,
        detail: Value,
    ) -> Result<(), DbError> {
        let entry = AuditEntry {
            actor: Some(self.editor),
            subject,
            subject_id,
            act,
            from_revision: None,
            to_revision: None,
            detail,
        };
        heliriiul_cms::audit(tx, entry, self.now).await
    }
}

/// What somebody has done, or the store by itself at a scheduled moment.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskAudit {
    pub at: Timestamp,
    /// Null: the store itself.
    pub by: Option<String>,
    #[schema(example = "publish")]
    pub act: String,
    pub from_revision: Option<i64>,
    pub to_revision: Option<i64>,
    /// From what to what.
    pub detail: Value,
}

impl From<Audited> for DeskAudit {
    fn from(audited: Audited) -> Self {
        Self {
            at: audited.at,
            by: audited.author.name(),
            act: audited.act,
            from_revision: audited.from_revision,
            to_revision: audited.to_revision,
            detail: serde_json::from_str(&audited.detail).unwrap_or_default(),
        }
    }
}

/// The newest 200 acts on a thing, newest first.
pub async fn list(tx: &mut Tx, subject_id: Uuid) -> Result<Vec<DeskAudit>, DbError> {
    let acts = heliriiul_cms::list_audit(tx, subject_id).await?;
    Ok(acts.into_iter().map(DeskAudit::from).collect())
}

/// The members that differ between two states of a thing: `{"title": {"from": "a", "to": "b"}}`.
pub fn differences(old: &impl Serialize, new: &impl Serialize) -> Value {
    let mut old = members(old);
    let changed = members(new).into_iter().filter_map(|(name, to)| {
        let from = old.remove(&name).unwrap_or_default();
        (from != to).then(|| (name, json!({ "from": from, "to": to })))
    });
    Value::Object(changed.collect())
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
    fn only_what_differs_is_told() {
        let told = differences(&json!({ "a": 1, "b": null }), &json!({ "a": 1, "b": "c" }));
        assert_eq!(told, json!({ "b": { "from": null, "to": "c" } }));
    }
}
