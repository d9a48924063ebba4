//! A field of a record that may leave it out.

use serde::{Deserialize, Deserializer};

/// The change of one field by a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Patch<T> {
    /// The record leaves the field out.
    #[default]
    Absent,
    /// The record gives `null`.
    Null,
    Value(T),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Patch<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.into())
    }
}

impl<T> From<Option<T>> for Patch<T> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Self::Value)
    }
}

impl<T> Patch<T> {
    pub const fn is_absent(&self) -> bool {
        matches!(self, Self::Absent)
    }

    pub fn value(self) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            Self::Absent | Self::Null => None,
        }
    }

    pub const fn as_ref(&self) -> Patch<&T> {
        match self {
            Self::Absent => Patch::Absent,
            Self::Null => Patch::Null,
            Self::Value(value) => Patch::Value(value),
        }
    }

    /// The patch with its value checked or changed; `None` becomes `Null`.
    pub fn and_then<U>(self, change: impl FnOnce(T) -> Option<U>) -> Patch<U> {
        match self {
            Self::Absent => Patch::Absent,
            Self::Null => Patch::Null,
            Self::Value(value) => change(value).into(),
        }
    }

    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Patch<U> {
        self.and_then(|value| Some(change(value)))
    }

    /// Changes an optional field.
    pub fn apply(self, field: &mut Option<T>) {
        if !self.is_absent() {
            *field = self.value();
        }
    }

    /// Changes a field that always has a value: `null` sets the default.
    pub fn apply_or(self, field: &mut T, default: T) {
        if !self.is_absent() {
            *field = self.value().unwrap_or(default);
        }
    }
}
