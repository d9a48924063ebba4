//! Imports books and categories from files.
//!
//! Each record is one book. The importer checks it as a whole, stores its sound and images under digests of their
//! bytes, and writes it in one transaction. So a record is imported completely or not at all, and importing it again
//! changes nothing.

mod categories;
mod chapters;
mod folder;
mod jsonl;
mod listing;
mod manifest;
mod report;
mod save;
mod sound_file;

pub use self::{
    categories::import_categories,
    folder::import_folder,
    jsonl::import_catalogue,
    listing::NamedFile,
    report::{ImportError, Line, Outcome, RecordError, Report},
    sound_file::{SoundFile, measure, store},
};
