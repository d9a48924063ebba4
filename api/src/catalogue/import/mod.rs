//! Brings books and categories in from files.
//!
//! Each record is one book: it is checked whole, its objects are stored under the digests of what they hold, and one
//! transaction writes it. So a record goes in whole or not at all, and the same record again changes nothing.

mod categories;
mod chapters;
pub(super) mod facts;
pub(super) mod faults;
mod folder;
mod jsonl;
pub(super) mod listing;
mod manifest;
mod report;
pub(super) mod save;
pub(super) mod sound_file;
mod sound_set;

use heliriiul_db::DbError;
use thiserror::Error;

pub use self::{
    categories::{NAME_LENGTH as CATEGORY_NAME_LENGTH, import_categories},
    folder::import_folder,
    jsonl::import_catalogue,
    report::{Line, Outcome, Report},
};
use crate::media::MediaError;

/// Why an import stops as a whole. What is wrong with one record refuses that record alone.
#[derive(Debug, Error)]
pub enum ImportError {
    #[error("{0} cannot be read: {1}")]
    Source(std::path::PathBuf, std::io::Error),
    #[error("{0}")]
    Categories(String),
    #[error("the database failed: {0}")]
    Database(#[from] DbError),
    #[error(transparent)]
    Media(#[from] MediaError),
    #[error("{0} of the records were refused")]
    Refused(usize),
}
