//! `heliriiul import …`.

use std::path::PathBuf;

use clap::Subcommand;

use super::import::{self, ImportError, Line};
use crate::state::AppState;

#[derive(Subcommand)]
pub enum Import {
    /// A folder that holds a folder a book: `book.toml`, a cover, audio files, `sample.*`.
    Folder { path: PathBuf },
    /// Metadata alone: a JSON object a line.
    Catalogue { file: PathBuf },
    /// Categories in display order, from TOML.
    Categories { file: PathBuf },
}

/// Prints the report as it grows. Fails at the end when a record was refused.
pub async fn import(app: &AppState, what: Import) -> Result<(), ImportError> {
    let print = |line: &Line| println!("{line}");
    let report = match what {
        Import::Folder { path } => import::import_folder(app, &path, print).await?,
        Import::Catalogue { file } => import::import_catalogue(app, &file, print).await?,
        Import::Categories { file } => {
            let report = import::import_categories(app, &file).await?;
            report.lines.iter().for_each(print);
            report
        }
    };
    println!("{}", report.summary());
    match report.refused() {
        0 => Ok(()),
        refused => Err(ImportError::Refused(refused)),
    }
}
