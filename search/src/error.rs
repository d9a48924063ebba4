//! The errors of an index.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

#[derive(Debug, Error)]
pub enum SearchError {
    /// Another process, or another [`crate::SearchIndex`] of this process, has the folder open.
    #[error("the search index in {} is in use by another process", .0.display())]
    Locked(PathBuf),
    /// The folder cannot be read or written.
    #[error("the search index in {} cannot be read or written", .0.display())]
    Folder(PathBuf, #[source] io::Error),
    /// The index failed: a full disk, a missing file.
    #[error("the search index failed")]
    Index(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl SearchError {
    pub(crate) fn index(source: tantivy::TantivyError) -> Self {
        Self::Index(Box::new(source))
    }
}
