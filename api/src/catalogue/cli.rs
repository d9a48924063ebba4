//! `heliriiul import …`.

use std::path::PathBuf;

use clap::Subcommand;

use crate::{app::AppState, error::ApiError};

#[derive(Subcommand)]
pub enum Import {
    /// A folder that holds a folder a book: `book.toml`, a cover, audio files, `sample.*`.
    Folder { path: PathBuf },
    /// Metadata alone: a JSON object a line.
    Catalogue { file: PathBuf },
}

pub async fn import(app: &AppState, what: Import) -> Result<(), ApiError> {
    let _ = (app, what);
    Ok(())
}
