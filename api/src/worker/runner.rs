//! The runner: claims due jobs, runs a few of them at once, and records how each ended.

use std::{
    panic::AssertUnwindSafe,
    sync::Arc,
    time::{Duration, Instant},
};

use futures::FutureExt as _;
use heliriiul_db::{DbResult, Tx};
use tokio::sync::Semaphore;
use tokio_util::{sync::CancellationToken, task::TaskTracker};

use super::cleanup::cleanup_job;
use crate::{
    billing, catalogue, content, email,
    error::{ApiError, ApiResult, Code},
    jobs::{self, Job, JobKind},
    ledger::{IncidentKind, PaymentIncident, incidents},
    orders,
    state::AppState,
    subscriptions,
};

/// How many jobs a node runs at once.
const MAX_RUNNING: usize = 4;

/// How often the runner looks for due jobs when nothing is enqueued here: other nodes enqueue too, and jobs fall due.
const POLL: Duration = Duration::from_secs(1);

/// Shorter than the lease, so that no other node claims a job that still runs.
const TIME_LIMIT: Duration = Duration::from_secs(50);

/// Does the work of a job and returns the open transaction that contains its writes.
async fn dispatch(app: &AppState, job: &Job) -> ApiResult<Tx> {
    match job.kind {
        JobKind::SendEmail => Ok(email::send_job(&app.db, &app.mailer, &app.clock, &job.payload()?).await?),
        JobKind::ReconcileTransactions => billing::reconcile_job(app).await,
        JobKind::ExpireOrders => orders::expire_job(app).await,
        JobKind::Cleanup => cleanup_job(app).await,
        JobKind::RenewSubscription => billing::renew_job(app, &job.payload()?).await,
        JobKind::SubscriptionReminder => subscriptions::reminder_job(app, &job.payload()?).await,
        JobKind::PublishContent => content::publish_due_job(app).await,
        JobKind::AnnouncePrices => subscriptions::announce_prices_job(app).await,
        JobKind::EndPriceReduction => catalogue::end_price_reduction_job(app, &job.payload()?).await,
        JobKind::PublishPrices => subscriptions::publish_prices_job(app).await,
    }
}

/// Runs due jobs until `stop`, then waits for the running ones.
pub async fn run(app: AppState, stop: CancellationToken) {
    let slots = Arc::new(Semaphore::new(MAX_RUNNING));
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

/// Runs all due jobs one after the other, and waits for those that already run in this process.
pub async fn run_due(app: &AppState) -> DbResult<()> {
    loop {
        let running = app.jobs.begin();
        if let Some(job) = next(app).await? {
            execute(app, job).await;
            continue;
        }
        drop(running);
        if !app.jobs.wait_for_none().await {
            return Ok(());
        }
    }
}

async fn next(app: &AppState) -> DbResult<Option<Job>> {
    let now = app.clock.now();
    jobs::enqueue_recurring(&app.db, now).await?;
    jobs::claim(&app.db, now).await
}

async fn execute(app: &AppState, job: Job) {
    let started = Instant::now();
    let kind = job.kind.name();
    let outcome = match attempt(app, &job).await {
        Ok(tx) => finish(app, tx, &job).await,
        Err(error) => give_back(app, &job, &error).await,
    };
    let outcome = outcome.unwrap_or_else(|error| {
        tracing::error!(%error, kind, "the end of a job cannot be recorded; its lease will expire");
        "unrecorded"
    });
    metrics::counter!("jobs_total", "kind" => kind, "outcome" => outcome).increment(1);
    metrics::histogram!("job_seconds", "kind" => kind).record(started.elapsed());
}

async fn finish(app: &AppState, mut tx: Tx, job: &Job) -> DbResult<&'static str> {
    let now = app.clock.now();
    if job.is_troubled() {
        incidents::resolve(&mut tx, IncidentKind::JobFails, job.id, now).await?;
    }
    jobs::finish(tx, job, now).await
}

async fn give_back(app: &AppState, job: &Job, error: &ApiError) -> DbResult<&'static str> {
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    let outcome = jobs::give_back(&mut tx, job, error, now).await?;
    if job.is_troubled() {
        let Job { unique_key, attempts, .. } = job;
        let detail = format!("The job {unique_key} has failed {attempts} times and goes on: {error}");
        PaymentIncident::new(IncidentKind::JobFails, job.id, detail).record(&mut tx, now).await?;
    }
    tx.commit().await?;
    Ok(outcome)
}

async fn attempt(app: &AppState, job: &Job) -> ApiResult<Tx> {
    let failed = |text: &'static str| ApiError::new(Code::Internal, text);
    if job.has_no_attempts_left() {
        return Err(failed("The last attempt did not end."));
    }
    let guarded = AssertUnwindSafe(dispatch(app, job)).catch_unwind();
    match tokio::time::timeout(TIME_LIMIT, guarded).await {
        Ok(Ok(result)) => result,
        Ok(Err(_)) => Err(failed("The job panicked.")),
        Err(_) => Err(failed("The job took too long.")),
    }
}
