//! Asks the provider about transactions whose end nobody has told: the way by which a payment is found when the
//! messages about it were lost, or this server was down.

use std::time::Duration;

use heliriiul_db::{DbError, SubscriptionPaymentId, Timestamp, Tx};
use heliriiul_makecommerce::{Report, Status};

use super::{cards, ledger::Cause, refunds, settle::settle};
use crate::{error::ApiError, state::AppState};

/// How many transactions one run asks about. The next run goes on with the others.
const BATCH: i64 = 20;

/// The first question, after the making of a transaction. Messages are usually quicker.
const FIRST: Duration = Duration::from_secs(30);

const LONGEST: Duration = Duration::from_hours(6);

/// A closed attempt may still turn out to be paid; this long after its making it is asked about.
const CLOSED_WATCHED: Duration = Duration::from_hours(24);

/// Not even an open one is asked about after this.
const OPEN_WATCHED: Duration = Duration::from_hours(7 * 24);

/// When to ask about a new transaction.
pub fn first_check(now: Timestamp) -> Timestamp {
    now.plus(FIRST)
}

/// When to ask next about a transaction in `status` that has been asked about `checks` times; `None`: no more.
pub fn next_check(status: Status, created_at: Timestamp, checks: i64, now: Timestamp) -> Option<Timestamp> {
    if status.was_paid() {
        return None;
    }
    let doublings = u32::try_from(checks).unwrap_or(0).min(10);
    let next = now.plus(FIRST.saturating_mul(1 << doublings).min(LONGEST));
    let watched = if status.is_open() { OPEN_WATCHED } else { CLOSED_WATCHED };
    (next <= created_at.plus(watched)).then_some(next)
}

#[derive(sqlx::FromRow)]
struct Due {
    id: String,
    status: Status,
    created_at: Timestamp,
    checks: i64,
    subscription_payment_id: Option<SubscriptionPaymentId>,
}

/// The work of the reconciling job. A transaction that cannot be asked about now has its next turn all the same.
pub async fn reconcile_job(app: &AppState) -> Result<Tx, ApiError> {
    let mut tx = app.db.read().await?;
    let due: Vec<Due> = tx
        .all(
            "SELECT id, status, created_at, checks, subscription_payment_id FROM transactions \
             WHERE next_check_at <= $1 \
             ORDER BY next_check_at, id LIMIT $2",
            (app.clock.now(), BATCH),
        )
        .await?;
    drop(tx);
    for transaction in due {
        plan_next(app, &transaction).await?;
        match app.payments.client.transaction(&transaction.id).await {
            Ok(answer) => {
                if let Some(report) = answer.report() {
                    apply(app, &report).await?;
                    if matches!(report.status, Status::Pending | Status::Approved)
                        && let Some(payment_id) = transaction.subscription_payment_id
                    {
                        cards::finish(app, &transaction.id, payment_id).await?;
                    }
                } else {
                    tracing::error!(id = transaction.id, "the provider left out amount or currency");
                }
            }
            Err(error) if error.is_not_found() => {
                tracing::error!(id = transaction.id, "the provider does not know a transaction that it made");
            }
            // The others would fare no better.
            Err(error) => return Err(error.into()),
        }
    }
    refunds::follow(app).await?;
    Ok(app.db.write().await?)
}

async fn apply(app: &AppState, report: &Report) -> Result<(), ApiError> {
    let mut tx = app.db.write().await?;
    settle(app, &mut tx, report, Cause::Reconcile, app.clock.now()).await?;
    Ok(tx.commit().await?)
}

/// Before the call, so that one that never answers does not hold up the others for ever.
async fn plan_next(app: &AppState, due: &Due) -> Result<(), DbError> {
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    tx.execute(
        "UPDATE transactions SET checks = checks + 1, next_check_at = $2 \
         WHERE id = $1 AND next_check_at IS NOT NULL",
        (&due.id, next_check(due.status, due.created_at, due.checks, now)),
    )
    .await?;
    tx.commit().await
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Timestamp = Timestamp::from_millis(1_800_000_000_000);

    fn wait(status: Status, age_hours: u64, checks: i64) -> Option<i64> {
        let created_at = NOW.minus(Duration::from_hours(age_hours));
        next_check(status, created_at, checks, NOW).map(|at| at.since(NOW) / 1000)
    }

    #[test]
    fn questions_grow_apart() {
        let waits: Vec<_> = (0..12).map(|checks| wait(Status::Pending, 0, checks).unwrap()).collect();
        assert_eq!(waits, [30, 60, 120, 240, 480, 960, 1920, 3840, 7680, 15360, 21600, 21600]);
    }

    #[test]
    fn paid_is_the_end_and_closed_is_not_quite() {
        assert_eq!(wait(Status::Completed, 0, 0), None);
        assert_eq!(wait(Status::Cancelled, 1, 3), Some(240));
        assert_eq!(wait(Status::Cancelled, 24, 3), None);
        assert_eq!(wait(Status::Created, 24, 11), Some(21600));
        assert_eq!(wait(Status::Created, 7 * 24, 11), None);
    }
}
