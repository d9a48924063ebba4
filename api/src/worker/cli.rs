//! `heliriiul jobs …`.

use clap::Subcommand;
use heliriiul_db::{DbResult, Timestamp};

use super::run_due;
use crate::{
    jobs::{self, JobKind},
    print::print_line,
    state::AppState,
};

#[derive(Subcommand)]
pub enum Jobs {
    /// Run all that is due, then end.
    Run,
    /// List what waits.
    List,
    /// Make failed jobs due now, which otherwise wait for their next attempt: one by its unique key, or all.
    Retry { unique_key: Option<String> },
}

pub async fn command(app: &AppState, command: Jobs) -> DbResult<()> {
    match command {
        Jobs::Run => run_due(app).await,
        Jobs::List => list(app).await,
        Jobs::Retry { unique_key } => {
            let retried = jobs::retry(&app.db, None, unique_key.as_deref(), app.clock.now()).await?;
            print_line!("{retried} due now");
            Ok(())
        }
    }
}

#[derive(sqlx::FromRow)]
struct Row {
    kind: JobKind,
    unique_key: String,
    run_at: Timestamp,
    attempts: i64,
    failed_at: Option<Timestamp>,
    last_error: Option<String>,
}

async fn list(app: &AppState) -> DbResult<()> {
    let rows: Vec<Row> =
        app.db.all("SELECT * FROM jobs WHERE done_at IS NULL ORDER BY run_at, id", ()).await?;
    print_line!("{:<24} {:<8} {:>8} {:<22} unique key", "run at", "state", "attempts", "kind");
    for row in rows {
        let state = if row.failed_at.is_some() { "failed" } else { "waits" };
        let kind = row.kind.name();
        print_line!("{:<24} {state:<8} {:>8} {kind:<22} {}", row.run_at, row.attempts, row.unique_key);
        if let Some(error) = row.last_error {
            print_line!("    {error}");
        }
    }
    Ok(())
}
