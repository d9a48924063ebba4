//! The errors of the content store.

use heliriiul_db::DbError;
use thiserror::Error;

pub type CmsResult<T> = Result<T, CmsError>;

#[derive(Debug, Error)]
pub enum CmsError {
    #[error(transparent)]
    Database(#[from] DbError),
    #[error("the body of {0} cannot be read: {1}")]
    Body(String, serde_json::Error),
    #[error("revision {latest} has been saved since")]
    Stale { latest: i64 },
    #[error("there is no such document or revision")]
    NotFound,
    #[error("another document of this kind has the identifier")]
    IdentifierTaken,
    #[error("the document is published, or will be by its schedule")]
    Visible,
    #[error("invalid fields: {0:?}")]
    Invalid(Vec<Fault>),
}

impl CmsError {
    /// One field that does not meet its rule.
    pub fn invalid(field: impl Into<String>, code: &'static str) -> Self {
        Self::Invalid(vec![Fault { field: field.into(), code }])
    }
}

/// A field of a request that does not meet its rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Such as `body.title`.
    pub field: String,
    /// Such as `too-long`.
    pub code: &'static str,
}
