//! `heliriiul jobs …`.

use clap::Subcommand;
use heliriiul_db::{DbResult, Timestamp};

use super::run_due;
use crate::{jobs::JobKind, state::AppState};

#[derive(Subcommand)]
pub enum Jobs {
    /// Run all that is due, then end.
    Run,
    /// List what waits and what was given up.
    List,
}

pub async fn command(app: &AppState, command: Jobs) -> DbResult<()> {
    match command {
        Jobs::Run => run_due(app).await,
        Jobs::List => list(app).await,
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
    println!("{:<24} {:<8} {:>8} {:<22} unique key", "run at", "state", "attempts", "kind");
    for row in rows {
        let state = if row.failed_at.is_some() { "given up" } else { "waits" };
        let kind = row.kind.name();
        println!("{:<24} {state:<8} {:>8} {kind:<22} {}", row.run_at, row.attempts, row.unique_key);
        if let Some(error) = row.last_error {
            println!("    {error}");
        }
    }
    Ok(())
}
