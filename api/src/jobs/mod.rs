//! Durable background work: enqueued in the transaction of its cause, claimed by one node, retried with backoff.
//!
//! A handler does its calls to the outside first, then opens a transaction, writes what came of them and hands
//! the transaction back; the runner marks the job done in it. So the writes of a job happen once, while its calls
//! to the outside may happen again after a crash.

mod cleanup;
pub mod cli;
mod runner;

use std::time::Duration;

use heliriiul_db::{DbError, JobId, RecordId, Timestamp, Tx};
use serde::{Serialize, de::DeserializeOwned};

pub use self::runner::{Runner, run, run_due};
use crate::{billing, content, email, error::ApiError, orders, state::AppState, subscriptions};

/// What a job does. The text is what the database holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(rename_all = "kebab-case", type_name = "text")]
pub enum JobKind {
    SendEmail,
    ReconcileTransactions,
    ExpireOrders,
    Cleanup,
    RenewSubscription,
    SubscriptionReminder,
    PublishContent,
}

/// Work of each period: whichever node comes first enqueues it.
const RECURRING: &[(JobKind, Duration)] = &[
    (JobKind::ReconcileTransactions, Duration::from_secs(30)),
    (JobKind::ExpireOrders, Duration::from_mins(1)),
    (JobKind::PublishContent, Duration::from_mins(1)),
    (JobKind::Cleanup, Duration::from_hours(1)),
];

impl JobKind {
    pub const fn name(self) -> &'static str {
        match self {
            Self::SendEmail => "send-mail",
            Self::ReconcileTransactions => "reconcile-transactions",
            Self::ExpireOrders => "expire-orders",
            Self::Cleanup => "cleanup",
            Self::RenewSubscription => "renew-subscription",
            Self::SubscriptionReminder => "subscription-reminder",
            Self::PublishContent => "publish-content",
        }
    }

    /// How often it is tried; a recurring job has its next period for that.
    const fn max_attempts(self) -> i64 {
        match self {
            // With the backoff of the runner some twelve hours.
            Self::SendEmail | Self::SubscriptionReminder => 20,
            // Longer than the days of grace: whether a charge went through must be found out.
            Self::RenewSubscription => 120,
            Self::ReconcileTransactions | Self::ExpireOrders | Self::Cleanup | Self::PublishContent => 1,
        }
    }
}

/// A job that this node has claimed.
#[derive(Debug, sqlx::FromRow)]
pub struct Job {
    id: JobId,
    kind: JobKind,
    payload: String,
    /// This one included.
    attempts: i64,
    lease_id: RecordId,
}

impl Job {
    fn payload<T: DeserializeOwned>(&self) -> Result<T, ApiError> {
        serde_json::from_str(&self.payload).map_err(ApiError::internal)
    }
}

/// Does the work of a job and answers the open transaction that holds its writes.
async fn handle(app: &AppState, job: &Job) -> Result<Tx, ApiError> {
    match job.kind {
        JobKind::SendEmail => Ok(email::send(app, &job.payload()?).await?),
        JobKind::ReconcileTransactions => billing::reconcile_job(app).await,
        JobKind::ExpireOrders => orders::expire_job(app).await,
        JobKind::Cleanup => cleanup::cleanup_job(app).await,
        JobKind::RenewSubscription => billing::renew_job(app, &job.payload()?).await,
        JobKind::SubscriptionReminder => subscriptions::reminder_job(app, &job.payload()?).await,
        JobKind::PublishContent => content::publish_due_job(app).await,
    }
}

/// Enqueues a job; one with the same `unique_key` is enqueued only once.
pub async fn enqueue(
    tx: &mut Tx,
    kind: JobKind,
    unique_key: &str,
    payload: &impl Serialize,
    run_at: Timestamp,
    now: Timestamp,
) -> Result<(), DbError> {
    let payload = serde_json::to_string(payload).map_err(|error| DbError::Encode(error.into()))?;
    tx.execute(
        "INSERT INTO jobs (id, kind, unique_key, payload, run_at, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6) \
         ON CONFLICT (unique_key) DO NOTHING",
        (JobId::new(), kind, unique_key, &payload, run_at, now),
    )
    .await?;
    tx.has_work();
    Ok(())
}

/// Enqueues the jobs of the periods that `now` falls into, unless they are there.
async fn enqueue_recurring(app: &AppState, now: Timestamp) -> Result<(), DbError> {
    let mut tx = app.db.read().await?;
    let mut missing = Vec::new();
    for &(kind, every) in RECURRING {
        let period = now.millis() / i64::try_from(every.as_millis()).unwrap_or(i64::MAX);
        let unique_key = format!("{}:{period}", kind.name());
        let known: bool =
            tx.scalar("SELECT EXISTS (SELECT 1 FROM jobs WHERE unique_key = $1)", (&unique_key,)).await?;
        if !known {
            missing.push((kind, unique_key));
        }
    }
    drop(tx);
    if missing.is_empty() {
        return Ok(());
    }
    let mut tx = app.db.write().await?;
    for (kind, unique_key) in &missing {
        enqueue(&mut tx, *kind, unique_key, &(), now, now).await?;
    }
    tx.commit().await
}
