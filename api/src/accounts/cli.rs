//! `heliriiul user …`.

use clap::Subcommand;

use crate::{app::AppState, error::ApiError};

#[derive(Subcommand)]
pub enum User {
    /// List the accounts.
    List,
}

pub async fn run(app: &AppState, command: User) -> Result<(), ApiError> {
    let _ = (app, command);
    Ok(())
}
