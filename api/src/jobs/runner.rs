//! The runner: claims what is due under a lease, runs a few jobs at once, and settles how each ended.

use std::{
    panic::AssertUnwindSafe,
    sync::Arc,
    time::{Duration, Instant},
};

use futures::FutureExt as _;
use heliriiul_db::{DbError, JobId, RecordId, Timestamp, Tx};
use tokio::sync::{Semaphore, watch};
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use super::{Job, enqueue_recurring, handle};
use crate::{
    error::{ApiError, Code},
    state::AppState,
};

/// How many jobs a node runs at once.
const WORKERS: usize = 4;

/// How often the table is looked at when no enqueueing wakes the runner: for jobs of other nodes and of later.
const POLL: Duration = Duration::from_secs(1);

/// How long a job stays with the node that claimed it. A node that died holds it no longer than this.
const LEASE: Duration = Duration::from_mins(1);

/// Well within the lease, so that no other node claims a job that still runs.
const TIME_LIMIT: Duration = Duration::from_secs(50);

/// Counts the jobs that run in this process.
pub struct Runner {
    running: watch::Sender<usize>,
}

impl Default for Runner {
    fn default() -> Self {
        Self { running: watch::Sender::new(0) }
    }
}

/// Counts as running until dropped.
struct Running(watch::Sender<usize>);

impl Runner {
    fn begin(&self) -> Running {
        self.running.send_modify(|count| *count += 1);
        Running(self.running.clone())
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.0.send_modify(|count| *count -= 1);
    }
}

/// Runs due jobs until `stop`, then lets the running ones end.
pub async fn run(app: AppState, stop: CancellationToken) {
    let slots = Arc::new(Semaphore::new(WORKERS));
    let tasks = TaskTracker::new();
    while let Some(Ok(slot)) = stop.run_until_cancelled(slots.clone().acquire_owned()).await {
        let running = app.jobs.begin();
        match next(&app).await {
            Ok(Some(job)) => {
                let app = app.clone();
                tasks.spawn(async move {
                    execute(&app, job).await;
                    drop((running, slot));
                });
                continue;
            }
            Ok(None) => {}
            Err(error) => tracing::warn!(%error, "due jobs cannot be claimed; trying again"),
        }
        drop((running, slot));
        stop.run_until_cancelled(app.db.work_signal(POLL)).await;
    }
    tasks.close();
    tasks.wait().await;
}

/// Runs all that is due, one after the other, and waits for what this process runs already.
pub async fn run_due(app: &AppState) -> Result<(), DbError> {
    loop {
        let running = app.jobs.begin();
        let job = next(app).await?;
        if let Some(job) = job {
            execute(app, job).await;
            continue;
        }
        drop(running);
        let mut others = app.jobs.running.subscribe();
        if *others.borrow_and_update() == 0 {
            return Ok(());
        }
        // The sender lives in the app, so this cannot fail while it is borrowed.
        let _ = others.wait_for(|count| *count == 0).await;
    }
}

async fn next(app: &AppState) -> Result<Option<Job>, DbError> {
    let now = app.clock.now();
    enqueue_recurring(app, now).await?;
    claim(app, now).await
}

/// Claims the job that has been due for longest. Looking needs no writer; only one node wins the update.
async fn claim(app: &AppState, now: Timestamp) -> Result<Option<Job>, DbError> {
    loop {
        let mut tx = app.db.read().await?;
        let due: Option<JobId> = tx
            .optional_scalar(
                "SELECT id FROM jobs WHERE done_at IS NULL AND failed_at IS NULL AND run_at <= $1 \
                 AND (leased_until IS NULL OR leased_until <= $1) ORDER BY run_at, id LIMIT 1",
                (now,),
            )
            .await?;
        drop(tx);
        let Some(id) = due else { return Ok(None) };
        let mut tx = app.db.write().await?;
        let claimed: Option<Job> = tx
            .optional(
                "UPDATE jobs SET lease_id = $1, leased_until = $2, attempts = attempts + 1 \
                 WHERE id = $3 AND done_at IS NULL AND failed_at IS NULL AND run_at <= $4 \
                 AND (leased_until IS NULL OR leased_until <= $4) \
                 RETURNING id, kind, payload, attempts, lease_id",
                (RecordId::new(), now.plus(LEASE), id, now),
            )
            .await?;
        tx.commit().await?;
        if claimed.is_some() {
            return Ok(claimed);
        }
    }
}

async fn execute(app: &AppState, job: Job) {
    let started = Instant::now();
    let kind = job.kind.name();
    let outcome = match attempt(app, &job).await {
        Ok(tx) => finish(app, tx, &job).await,
        Err(error) => give_back(app, &job, &error).await,
    };
    let outcome = outcome.unwrap_or_else(|error| {
        tracing::error!(%error, kind, "the end of a job cannot be recorded; its lease will run out");
        "unrecorded"
    });
    metrics::counter!("jobs_total", "kind" => kind, "outcome" => outcome).increment(1);
    metrics::histogram!("job_seconds", "kind" => kind).record(started.elapsed());
}

async fn attempt(app: &AppState, job: &Job) -> Result<Tx, ApiError> {
    let failed = |text: &'static str| ApiError::new(Code::Internal, text);
    // Only a node that died in each attempt leaves this many behind.
    if job.attempts > job.kind.max_attempts() {
        return Err(failed("The last attempt did not end."));
    }
    let guarded = AssertUnwindSafe(handle(app, job)).catch_unwind();
    match tokio::time::timeout(TIME_LIMIT, guarded).await {
        Ok(Ok(result)) => result,
        Ok(Err(_)) => Err(failed("The job panicked.")),
        Err(_) => Err(failed("The job took too long.")),
    }
}

/// Marks the job done in the transaction of its writes; when the lease has been lost, nothing is written.
async fn finish(app: &AppState, mut tx: Tx, job: &Job) -> Result<&'static str, DbError> {
    let mine = tx
        .execute(
            "UPDATE jobs SET done_at = $1, lease_id = NULL, leased_until = NULL, last_error = NULL \
             WHERE id = $2 AND lease_id = $3",
            (app.clock.now(), job.id, job.lease_id),
        )
        .await?;
    if mine == 0 {
        return Ok("lost");
    }
    tx.commit().await?;
    Ok("done")
}

/// Puts the job back for later, or gives it up after the last attempt.
async fn give_back(app: &AppState, job: &Job, error: &ApiError) -> Result<&'static str, DbError> {
    let now = app.clock.now();
    let last = job.attempts >= job.kind.max_attempts();
    let kind = job.kind.name();
    if last {
        tracing::error!(%error, kind, attempts = job.attempts, "a job is given up");
    } else {
        tracing::warn!(%error, kind, attempts = job.attempts, "a job failed and will be tried again");
    }
    let mut tx = app.db.write().await?;
    tx.execute(
        "UPDATE jobs SET run_at = $1, failed_at = $2, last_error = $3, lease_id = NULL, leased_until = NULL \
         WHERE id = $4 AND lease_id = $5",
        (now.plus(backoff(job.attempts)), last.then_some(now), error.to_string(), job.id, job.lease_id),
    )
    .await?;
    tx.commit().await?;
    Ok(if last { "failed" } else { "retried" })
}

/// 10 s after the first attempt, then twice as long each time, at most an hour.
fn backoff(attempts: i64) -> Duration {
    let doublings = u32::try_from(attempts - 1).unwrap_or(0).min(9);
    Duration::from_secs(10 << doublings).min(Duration::from_hours(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_grow_apart_up_to_an_hour() {
        let seconds: Vec<u64> = (1..=11).map(|attempts| backoff(attempts).as_secs()).collect();
        assert_eq!(seconds, [10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]);
    }
}
