//! The changes of a write: the fields that differ, and the new version.

use heliriiul_db::Timestamp;
use serde::Serialize;
use serde_json::{Map, Value};

use crate::audit;

/// The fields that differ: `{"title": {"from": "a", "to": "b"}}`. The audit stores them, the import reports name them,
/// and a write without any is skipped.
pub fn differences<T: Serialize>(old: &T, new: &T) -> Map<String, Value> {
    match audit::differences(old, new) {
        Value::Object(changes) => changes,
        _ => Map::new(),
    }
}

/// The version of a write at `now`. Always greater than the old version, even within one millisecond.
pub fn next_version(old: Timestamp, now: Timestamp) -> Timestamp {
    now.max(Timestamp::from_millis(old.millis().saturating_add(1)))
}
