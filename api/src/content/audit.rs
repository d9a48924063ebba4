//! What editors did to pictures, books and categories, as the audit of the desk keeps it.

use heliriiul_cms::AuditEntry;
use heliriiul_migrations::{DbError, Timestamp, Tx, UserId};
use serde::Serialize;
use serde_json::{Map, Value, json};
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
