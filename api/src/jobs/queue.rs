//! The job queue: a table. A job is enqueued in the transaction of its cause and claimed by one node with a lease.
//!
//! A job calls other services first, then opens a transaction, writes the results and marks itself done in it. Its
//! writes happen once; its calls may be repeated after a crash.

use std::time::Duration;

use heliriiul_db::{Db, DbError, DbResult, JobId, RecordId, Timestamp, Tx, text_enum};
use serde::{Serialize, de::DeserializeOwned};
use utoipa::ToSchema;

use crate::error::{ApiError, ApiResult};

/// How long a claimed job belongs to its node. After a crash another node claims it when this has passed.
const LEASE: Duration = Duration::from_mins(1);

const DAY: Duration = Duration::from_hours(24);

/// A finished job prevents another with the same unique key for this long.
const FINISHED_LIFETIME: Duration = DAY.saturating_mul(30);

text_enum! {
    /// The kind of a job.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum JobKind {
        SendEmail = "send-email",
        ReconcileTransactions = "reconcile-transactions",
        ExpireOrders = "expire-orders",
        Cleanup = "cleanup",
        RenewSubscription = "renew-subscription",
        SubscriptionReminder = "subscription-reminder",
        PublishContent = "publish-content",
        AnnouncePrices = "announce-prices",
        PublishPrices = "publish-prices",
        EndPriceReduction = "end-price-reduction",
    }
}

/// Jobs that run once in each period, on whichever node enqueues them first.
const RECURRING: &[(JobKind, Duration)] = &[
    (JobKind::ReconcileTransactions, Duration::from_secs(30)),
    (JobKind::ExpireOrders, Duration::from_mins(1)),
    (JobKind::PublishContent, Duration::from_mins(1)),
    (JobKind::AnnouncePrices, Duration::from_hours(1)),
    (JobKind::Cleanup, Duration::from_hours(1)),
];

/// The attempts after which an operator must hear of a job: about twelve hours.
const TROUBLED_AFTER: i64 = 20;

impl JobKind {
    /// A recurring job is not retried, since the next period brings another. Every other job is retried until it
    /// succeeds: money or a person waits for it.
    fn is_recurring(self) -> bool {
        RECURRING.iter().any(|(kind, _)| *kind == self)
    }
}

/// A job that this node has claimed.
#[derive(Debug, sqlx::FromRow)]
pub struct Job {
    pub id: JobId,
    pub kind: JobKind,
    pub unique_key: String,
    payload: String,
    /// The number of attempts, including the current one.
    pub attempts: i64,
    lease_id: RecordId,
}

impl Job {
    pub fn payload<T: DeserializeOwned>(&self) -> ApiResult<T> {
        serde_json::from_str(&self.payload).map_err(ApiError::internal)
    }

    /// True when the node died in the only attempt.
    pub fn has_no_attempts_left(&self) -> bool {
        self.kind.is_recurring() && self.attempts > 1
    }

    /// Whether the job has failed so often that an operator must hear of it.
    pub fn is_troubled(&self) -> bool {
        !self.kind.is_recurring() && self.attempts >= TROUBLED_AFTER
    }
}

/// Enqueues a job. Does nothing when a job with the same `unique_key` exists.
pub async fn enqueue(
    tx: &mut Tx,
    kind: JobKind,
    unique_key: &str,
    payload: &impl Serialize,
    run_at: Timestamp,
    now: Timestamp,
) -> DbResult<()> {
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

/// Enqueues the recurring jobs of the current periods, unless they exist.
pub async fn enqueue_recurring(db: &Db, now: Timestamp) -> DbResult<()> {
    for &(kind, every) in RECURRING {
        let unique_key = format!("{}:{}", kind.name(), now.floor(every));
        let exists: bool =
            db.scalar("SELECT EXISTS (SELECT 1 FROM jobs WHERE unique_key = $1)", (&unique_key,)).await?;
        if !exists {
            let mut tx = db.write().await?;
            enqueue(&mut tx, kind, &unique_key, &(), now, now).await?;
            tx.commit().await?;
        }
    }
    Ok(())
}

/// Claims the job that has been due for longest. The search only reads; the update lets one node win.
pub async fn claim(db: &Db, now: Timestamp) -> DbResult<Option<Job>> {
    loop {
        let due: Option<JobId> = db
            .optional_scalar(
                "SELECT id FROM jobs WHERE done_at IS NULL AND failed_at IS NULL AND run_at <= $1 \
                 AND (leased_until IS NULL OR leased_until <= $1) ORDER BY run_at, id LIMIT 1",
                (now,),
            )
            .await?;
        let Some(id) = due else { return Ok(None) };
        let mut tx = db.write().await?;
        let claimed: Option<Job> = tx
            .optional(
                "UPDATE jobs SET lease_id = $1, leased_until = $2, attempts = attempts + 1 \
                 WHERE id = $3 AND done_at IS NULL AND failed_at IS NULL AND run_at <= $4 \
                 AND (leased_until IS NULL OR leased_until <= $4) \
                 RETURNING id, kind, unique_key, payload, attempts, lease_id",
                (RecordId::new(), now.plus(LEASE), id, now),
            )
            .await?;
        tx.commit().await?;
        if claimed.is_some() {
            return Ok(claimed);
        }
    }
}

/// Marks the job done in the transaction of its writes. When another node has the lease, nothing is written.
///
/// Returns the outcome for the metrics.
pub async fn finish(mut tx: Tx, job: &Job, now: Timestamp) -> DbResult<&'static str> {
    let updated = tx
        .execute(
            "UPDATE jobs SET done_at = $1, lease_id = NULL, leased_until = NULL, last_error = NULL \
             WHERE id = $2 AND lease_id = $3",
            (now, job.id, job.lease_id),
        )
        .await?;
    if updated == 0 {
        return Ok("lost");
    }
    tx.commit().await?;
    Ok("done")
}

/// Returns the job to the queue for its next attempt, or marks a recurring one failed.
///
/// Returns the outcome for the metrics.
pub async fn give_back(tx: &mut Tx, job: &Job, error: &ApiError, now: Timestamp) -> DbResult<&'static str> {
    let is_last = job.kind.is_recurring();
    let kind = job.kind.name();
    tracing::warn!(%error, kind, attempts = job.attempts, will_be_retried = !is_last, "a job has failed");
    tx.execute(
        "UPDATE jobs SET run_at = $1, failed_at = $2, last_error = $3, lease_id = NULL, leased_until = NULL \
         WHERE id = $4 AND lease_id = $5",
        (now.plus(backoff(job.attempts)), is_last.then_some(now), error.to_string(), job.id, job.lease_id),
    )
    .await?;
    Ok(if is_last { "failed" } else { "retried" })
}

/// 10 s after the first attempt, then twice as long each time up to an hour; after two days at most a day.
fn backoff(attempts: i64) -> Duration {
    const HOURLY_UNTIL: i64 = 54;
    let doublings = |from: i64| (attempts - from).clamp(0, 9);
    if attempts <= HOURLY_UNTIL {
        return Duration::from_secs(10 << doublings(1)).min(Duration::from_hours(1));
    }
    Duration::from_hours(1 << doublings(HOURLY_UNTIL)).min(DAY)
}

/// Makes the failed jobs due now that wait for another attempt: those of this kind, with this unique key, or all.
/// Returns their number.
pub async fn retry(
    db: &Db,
    kind: Option<JobKind>,
    unique_key: Option<&str>,
    now: Timestamp,
) -> DbResult<u64> {
    db.execute(
        "UPDATE jobs SET run_at = $1 WHERE done_at IS NULL AND failed_at IS NULL AND attempts > 0 \
         AND run_at > $1 AND ($2 IS NULL OR kind = $2) AND ($3 IS NULL OR unique_key = $3)",
        (now, kind, unique_key),
    )
    .await
}

/// Makes a job due now.
pub async fn retry_one(db: &Db, id: JobId, now: Timestamp) -> ApiResult<()> {
    let sql = "UPDATE jobs SET run_at = $2 WHERE id = $1 AND done_at IS NULL AND failed_at IS NULL";
    let found = db.execute(sql, (id, now)).await?;
    if found == 0 { Err(ApiError::not_found("There is no such waiting job.")) } else { Ok(()) }
}

/// Deletes finished jobs that are no longer needed.
pub async fn delete_finished(tx: &mut Tx, now: Timestamp) -> DbResult<()> {
    tx.execute("DELETE FROM jobs WHERE done_at < $1", (now.minus(FINISHED_LIFETIME),)).await?;
    for &(kind, every) in RECURRING {
        // The job of the current period must stay, or it would run again.
        tx.execute(
            "DELETE FROM jobs WHERE kind = $1 AND (done_at < $2 OR failed_at < $2)",
            (kind, now.minus(DAY.max(every * 2))),
        )
        .await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pauses_between_attempts_double_up_to_an_hour_and_later_to_a_day() {
        let seconds: Vec<u64> = (1..=11).map(|attempts| backoff(attempts).as_secs()).collect();
        assert_eq!(seconds, [10, 20, 40, 80, 160, 320, 640, 1280, 2560, 3600, 3600]);
        let hours: Vec<u64> = (53..=61).map(|attempts| backoff(attempts).as_secs() / 3600).collect();
        assert_eq!(hours, [1, 1, 2, 4, 8, 16, 24, 24, 24]);
        assert_eq!(backoff(i64::MAX), DAY);
    }
}
