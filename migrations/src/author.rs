//! The author of a row, joined from `users`.

use serde::{Serialize, Serializer};

/// The name of a user; in JSON a text or `null`. Imports and schedules have none.
#[derive(Clone, Debug, PartialEq, Eq, sqlx::FromRow)]
pub struct Author {
    first_name: Option<String>,
    last_name: Option<String>,
}

impl Author {
    /// The full name, unless it is empty.
    pub fn name(&self) -> Option<String> {
        let name = [self.first_name.as_deref(), self.last_name.as_deref()].into_iter().flatten();
        let name = name.collect::<Vec<_>>().join(" ").trim().to_owned();
        (!name.is_empty()).then_some(name)
    }
}

impl Serialize for Author {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.name().serialize(serializer)
    }
}
