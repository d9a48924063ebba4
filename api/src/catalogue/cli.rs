//! `heliriiul import …`.

use std::path::PathBuf;

use clap::Subcommand;

use super::import::{self, ImportError, Line};
use crate::{change_feed, print::print_line, state::AppState};

#[derive(Subcommand)]
pub enum Import {
    /// A folder with a folder for each book: `book.toml`, a cover, audio files, `sample.*`.
    Folder { path: PathBuf },
    /// Metadata only: a JSON object on each line.
    Catalogue { file: PathBuf },
    /// Categories in display order, from TOML.
    Categories { file: PathBuf },
}

/// Prints each line of the report at once. Fails at the end if a record was refused.
pub async fn import(app: &AppState, what: Import) -> Result<(), ImportError> {
    let print = |line: &Line| print_line!("{line}");
    let (db, clock) = (&app.db, &app.clock);
    let report = match what {
        Import::Folder { path } => import::import_folder(db, &app.media, clock, &path, print).await?,
        Import::Catalogue { file } => import::import_catalogue(db, clock, &file, print).await?,
        Import::Categories { file } => {
            let report = import::import_categories(db, clock, &file).await?;
            report.lines.iter().for_each(print);
            report
        }
    };
    change_feed::apply_pending(app).await?;
    print_line!("{}", report.summary());
    match report.refused() {
        0 => Ok(()),
        refused => Err(ImportError::Refused(refused)),
    }
}
