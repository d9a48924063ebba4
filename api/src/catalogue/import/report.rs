//! The results of an import: the report on each record, and the errors that stop it or reject a record.

use std::{fmt, io, path::PathBuf};

use heliriiul_db::DbError;
use thiserror::Error;

use crate::{catalogue::names::Slug, media::MediaError};

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

/// The result of importing a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Made,
    /// The fields that changed.
    Changed(Vec<String>),
    Unchanged,
    /// All errors. Nothing of the record was written.
    Refused(Vec<String>),
}

/// A record that was imported.
pub struct Saved {
    pub slug: Slug,
    pub outcome: Outcome,
}

/// The report on one record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Identifies the record: a slug, a folder or the number of a line.
    pub record: String,
    pub outcome: Outcome,
    /// Warnings about imported values, and values that were left out.
    pub warnings: Vec<String>,
}

/// The report on all records, in their order.
#[derive(Clone, Debug, Default)]
pub struct Report {
    pub lines: Vec<Line>,
}

impl Report {
    /// Adds the line of a record, which is named by its slug as soon as it is known, and returns the line.
    ///
    /// Fails with the error that stops the import.
    pub fn add(
        &mut self,
        record: String,
        imported: Result<Saved, RecordError>,
        warnings: Vec<String>,
    ) -> Result<&Line, ImportError> {
        let (record, outcome) = match imported {
            Ok(Saved { slug, outcome }) => (slug.to_string(), outcome),
            Err(RecordError::Refused(reasons)) => (record, Outcome::Refused(reasons)),
            Err(RecordError::Failed(error)) => return Err(error),
        };
        Ok(self.lines.push_mut(Line { record, outcome, warnings }))
    }

    pub fn refused(&self) -> usize {
        self.count(|outcome| matches!(outcome, Outcome::Refused(_)))
    }

    fn count(&self, is: impl Fn(&Outcome) -> bool) -> usize {
        self.lines.iter().filter(|line| is(&line.outcome)).count()
    }

    /// `3 made, 1 changed, 20 unchanged, 0 refused`.
    pub fn summary(&self) -> String {
        format!(
            "{} made, {} changed, {} unchanged, {} refused",
            self.count(|outcome| *outcome == Outcome::Made),
            self.count(|outcome| matches!(outcome, Outcome::Changed(_))),
            self.count(|outcome| *outcome == Outcome::Unchanged),
            self.refused(),
        )
    }
}

/// A row of the table that the command line prints.
impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (word, mut notes) = match &self.outcome {
            Outcome::Made => ("made", Vec::new()),
            Outcome::Changed(fields) => ("changed", vec![fields.join(", ")]),
            Outcome::Unchanged => ("unchanged", Vec::new()),
            Outcome::Refused(reasons) => ("refused", reasons.clone()),
        };
        notes.extend(self.warnings.iter().map(|warning| format!("note: {warning}")));
        // Texts come from files. Control characters in them could rewrite the terminal.
        let clean = |text: &str| -> String {
            text.chars().map(|letter| if letter.is_control() { '�' } else { letter }).collect()
        };
        write!(f, "{word:<10} {:<36}", clean(&self.record))?;
        for (at, note) in notes.iter().enumerate() {
            let gap = if at == 0 { " ".to_owned() } else { format!("\n{:48}", "") };
            write!(f, "{gap}{}", clean(note))?;
        }
        Ok(())
    }
}
