//! The errors of an import: those that stop it, and those that reject one record.

use std::{io, path::PathBuf};

use heliriiul_db::DbError;
use thiserror::Error;

use crate::media::MediaError;

/// An error that stops a whole import. An error in one record rejects that record only.
#[derive(Debug, Error)]
pub enum ImportError {
    #[error("{0} cannot be read: {1}")]
    Source(PathBuf, io::Error),
    #[error("{0}")]
    Categories(String),
    #[error("the database failed: {0}")]
    Database(#[from] DbError),
    #[error(transparent)]
    Media(#[from] MediaError),
    #[error("{0} of the records were refused")]
    Refused(usize),
}

/// The error of a rejected record.
#[derive(Debug)]
pub enum RecordError {
    /// All reasons at once.
    Refused(Vec<String>),
    /// An error that stops the import.
    Failed(ImportError),
}

impl RecordError {
    pub fn refused(reason: impl Into<String>) -> Self {
        Self::Refused(vec![reason.into()])
    }
}

impl<E: Into<ImportError>> From<E> for RecordError {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}
