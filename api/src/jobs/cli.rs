//! `heliriiul jobs …`.

use clap::Subcommand;

use crate::{app::AppState, error::ApiError};

#[derive(Subcommand)]
pub enum Jobs {
    /// Run all that is due, then end.
    Run,
}

pub async fn command(app: &AppState, command: Jobs) -> Result<(), ApiError> {
    let _ = (app, command);
    Ok(())
}
