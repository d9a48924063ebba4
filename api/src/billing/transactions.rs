//! The `transactions` table: the provider's transactions as the store knows them, and when each is checked next.

use std::{fmt, time::Duration};

use heliriiul_db::{Db, DbError, DbResult, OrderId, SubscriptionPaymentId, Timestamp, Tx, UserId};
use heliriiul_makecommerce::{PaymentMethods, Status};

use crate::{
    money::Cents,
    orders,
    subscriptions::{self, PaymentPurpose},
};

/// The first check after the creation. Messages usually arrive sooner.
const FIRST_CHECK: Duration = Duration::from_secs(30);

const MAX_INTERVAL: Duration = Duration::from_hours(6);

/// How long after its creation a closed transaction is checked: it may still turn out to be paid.
const CHECK_CLOSED_FOR: Duration = Duration::from_hours(24);

/// An open transaction that is older is checked once a day.
const CHECK_OFTEN_FOR: Duration = Duration::from_hours(7 * 24);

/// What a transaction pays for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    Order(OrderId),
    Subscription(SubscriptionPaymentId),
}

impl Subject {
    pub const fn order_id(self) -> Option<OrderId> {
        match self {
            Self::Order(id) => Some(id),
            Self::Subscription(_) => None,
        }
    }

    pub const fn subscription_payment_id(self) -> Option<SubscriptionPaymentId> {
        match self {
            Self::Order(_) => None,
            Self::Subscription(id) => Some(id),
        }
    }

    /// Locks the row of the order or the payment until the commit.
    pub async fn lock(self, tx: &mut Tx) -> DbResult<()> {
        match self {
            Self::Order(id) => orders::lock(tx, id).await,
            Self::Subscription(id) => subscriptions::payment::lock(tx, id).await.map(drop),
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Order(id) => id.fmt(f),
            Self::Subscription(id) => id.fmt(f),
        }
    }
}

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Transaction {
    pub id: String,
    order_id: Option<OrderId>,
    subscription_payment_id: Option<SubscriptionPaymentId>,
    pub amount_cents: Cents,
    pub status: Status,
    /// JSON of the payment methods offered at the creation.
    methods: String,
    pub created_at: Timestamp,
    pub checks: i64,
}

impl Transaction {
    pub fn subject(&self) -> DbResult<Subject> {
        match (self.order_id, self.subscription_payment_id) {
            (Some(id), None) => Ok(Subject::Order(id)),
            (None, Some(id)) => Ok(Subject::Subscription(id)),
            _ => Err(DbError::Decode("a transaction pays for one order or one payment".into())),
        }
    }

    pub fn methods(&self) -> DbResult<PaymentMethods> {
        serde_json::from_str(&self.methods).map_err(|error| DbError::Decode(error.into()))
    }
}

pub async fn find(tx: &mut Tx, id: &str) -> DbResult<Option<Transaction>> {
    tx.optional("SELECT * FROM transactions WHERE id = $1", (id,)).await
}

/// Locks the transaction's row until the commit.
pub async fn lock(tx: &mut Tx, id: &str) -> DbResult<Option<Transaction>> {
    tx.optional("UPDATE transactions SET updated_at = updated_at WHERE id = $1 RETURNING *", (id,)).await
}

/// Returns the open transactions of an order or a payment, the oldest first.
pub async fn find_open(tx: &mut Tx, subject: Subject) -> DbResult<Vec<Transaction>> {
    tx.all(
        "SELECT * FROM transactions WHERE (order_id = $1 OR subscription_payment_id = $2) \
         AND status IN ('CREATED', 'PENDING', 'APPROVED') ORDER BY created_at, id",
        (subject.order_id(), subject.subscription_payment_id()),
    )
    .await
}

/// Returns the latest transaction of a user's charge that ended without an outcome.
pub async fn find_unanswered(
    db: &Db,
    user_id: UserId,
    purpose: PaymentPurpose,
    now: Timestamp,
) -> DbResult<Option<Transaction>> {
    db.optional(
        "SELECT t.* FROM transactions t JOIN subscription_payments p ON p.id = t.subscription_payment_id \
         WHERE p.user_id = $1 AND p.purpose = $2 AND p.status = 'charging' AND p.charging_until <= $3 \
         ORDER BY t.created_at DESC, t.id DESC LIMIT 1",
        (user_id, purpose, now),
    )
    .await
}

/// Returns the transactions whose check is due.
pub async fn find_due(db: &Db, now: Timestamp, limit: i64) -> DbResult<Vec<Transaction>> {
    let sql = "SELECT * FROM transactions WHERE next_check_at <= $1 ORDER BY next_check_at, id LIMIT $2";
    db.all(sql, (now, limit)).await
}

/// Inserts a transaction of the provider's. Only the code that created it knows the `methods`.
pub async fn insert(
    tx: &mut Tx,
    id: &str,
    subject: Subject,
    reference: &str,
    amount: Cents,
    methods: Option<&PaymentMethods>,
    now: Timestamp,
) -> DbResult<()> {
    let json = serde_json::to_string(methods.unwrap_or(&PaymentMethods::default()));
    tx.execute(
        "INSERT INTO transactions (id, order_id, subscription_payment_id, reference, amount_cents, status, \
         methods, created_at, updated_at, next_check_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9) \
         ON CONFLICT (id) DO UPDATE SET methods = excluded.methods WHERE $10",
        (
            id,
            subject.order_id(),
            subject.subscription_payment_id(),
            reference,
            amount,
            Status::Created,
            json.map_err(|error| DbError::Encode(error.into()))?,
            now,
            now.plus(FIRST_CHECK),
            methods.is_some(),
        ),
    )
    .await
    .map(drop)
}

/// Updates the status and the time of the next check.
pub async fn set_status(
    tx: &mut Tx,
    transaction: &Transaction,
    status: Status,
    now: Timestamp,
) -> DbResult<()> {
    let next_check_at = next_check(status, transaction.created_at, transaction.checks, now);
    let sql = "UPDATE transactions SET status = $2, updated_at = $3, next_check_at = $4 WHERE id = $1";
    tx.execute(sql, (&transaction.id, status, now, next_check_at)).await.map(drop)
}

/// Counts a check and schedules the next one, which also comes when this one fails.
pub async fn begin_check(db: &Db, transaction: &Transaction, now: Timestamp) -> DbResult<()> {
    let next_check_at = now.plus(interval(transaction.created_at, transaction.checks, now));
    db.execute(
        "UPDATE transactions SET checks = checks + 1, next_check_at = $2 \
         WHERE id = $1 AND next_check_at IS NOT NULL",
        (&transaction.id, next_check_at),
    )
    .await
    .map(drop)
}

/// Ends the checks of a transaction that has stayed closed for long enough.
pub async fn end_check(db: &Db, transaction: &Transaction, status: Status, now: Timestamp) -> DbResult<()> {
    if next_check(status, transaction.created_at, transaction.checks, now).is_none() {
        let sql = "UPDATE transactions SET next_check_at = NULL WHERE id = $1 AND status = $2";
        db.execute(sql, (&transaction.id, status)).await?;
    }
    Ok(())
}

/// Returns when to check a transaction in `status` again after `checks` checks, or `None` if never.
fn next_check(status: Status, created_at: Timestamp, checks: i64, now: Timestamp) -> Option<Timestamp> {
    let is_over = !status.is_open() && now >= created_at.plus(CHECK_CLOSED_FOR);
    (!status.was_paid() && !is_over).then(|| now.plus(interval(created_at, checks, now)))
}

fn interval(created_at: Timestamp, checks: i64, now: Timestamp) -> Duration {
    if now >= created_at.plus(CHECK_OFTEN_FOR) {
        return Duration::from_hours(24);
    }
    let doublings = u32::try_from(checks).unwrap_or(0).min(10);
    FIRST_CHECK.saturating_mul(1 << doublings).min(MAX_INTERVAL)
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
    fn the_intervals_between_checks_grow() {
        let waits: Vec<_> = (0..12).map(|checks| wait(Status::Pending, 0, checks).unwrap()).collect();
        assert_eq!(waits, [30, 60, 120, 240, 480, 960, 1920, 3840, 7680, 15360, 21600, 21600]);
    }

    #[test]
    fn paid_transactions_are_not_checked_closed_ones_for_a_day_and_open_ones_for_good() {
        assert_eq!(wait(Status::Completed, 0, 0), None);
        assert_eq!(wait(Status::Cancelled, 1, 3), Some(240));
        assert_eq!(wait(Status::Cancelled, 24, 3), None);
        assert_eq!(wait(Status::Created, 24, 11), Some(21600));
        assert_eq!(wait(Status::Created, 7 * 24, 11), Some(24 * 3600));
    }
}
