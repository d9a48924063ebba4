//! The `refunds` table. Statuses in capitals are the provider's; `planned` waits for a person, `sending` is noted before
//! the call, `refused` and `lost` never became anything, `covered` was planned and has been given back by another.

use heliriiul_db::{DbError, RecordId, Timestamp, Tx};

use crate::{
    error::{ApiError, ApiResult},
    money::Cents,
};

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Row {
    pub id: RecordId,
    pub transaction_id: String,
    pub amount_cents: Cents,
    pub status: String,
    pub provider_id: Option<String>,
    pub comment: String,
    pub updated_at: Timestamp,
}

impl Row {
    /// At the provider, and not settled yet.
    pub fn is_open(&self) -> bool {
        matches!(self.status.as_str(), "CREATED" | "SENT" | "PENDING")
    }

    /// Whether the provider has been given, or may have been given, this amount to send.
    pub fn counts(&self) -> bool {
        self.is_open() || matches!(self.status.as_str(), "SETTLED" | "sending")
    }
}

/// All of a transaction's, with its row locked, so that whatever follows from them is done by one at a time.
pub async fn locked(tx: &mut Tx, transaction_id: &str) -> ApiResult<Vec<Row>> {
    let known =
        tx.execute("UPDATE transactions SET status = status WHERE id = $1", (transaction_id,)).await?;
    if known == 0 {
        return Err(ApiError::not_found("There is no such transaction."));
    }
    Ok(tx
        .all(
            "SELECT id, transaction_id, amount_cents, status, provider_id, comment, updated_at FROM refunds \
             WHERE transaction_id = $1 ORDER BY created_at, id",
            (transaction_id,),
        )
        .await?)
}

pub async fn find(tx: &mut Tx, id: RecordId) -> Result<Option<Row>, DbError> {
    tx.optional(
        "SELECT id, transaction_id, amount_cents, status, provider_id, comment, updated_at FROM refunds \
         WHERE id = $1",
        (id,),
    )
    .await
}

/// Those at the provider that nobody has asked about since `before`, of all transactions.
pub async fn open_since(tx: &mut Tx, before: Timestamp, limit: i64) -> Result<Vec<Row>, DbError> {
    tx.all(
        "SELECT id, transaction_id, amount_cents, status, provider_id, comment, updated_at FROM refunds \
         WHERE status IN ('CREATED', 'SENT', 'PENDING') AND updated_at <= $1 \
         ORDER BY updated_at, id LIMIT $2",
        (before, limit),
    )
    .await
}

pub async fn insert(
    tx: &mut Tx,
    transaction_id: &str,
    amount: Cents,
    status: &str,
    comment: &str,
    now: Timestamp,
) -> Result<RecordId, DbError> {
    let id = RecordId::new();
    tx.execute(
        "INSERT INTO refunds (id, transaction_id, amount_cents, status, comment, created_at, updated_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $6)",
        (id, transaction_id, amount, status, comment, now),
    )
    .await?;
    Ok(id)
}

/// Moves a refund on; `false` when another process has been quicker.
pub async fn set(
    tx: &mut Tx,
    id: RecordId,
    before: &str,
    status: &str,
    provider_id: Option<&str>,
    now: Timestamp,
) -> Result<bool, DbError> {
    let moved = tx
        .execute(
            "UPDATE refunds SET status = $3, provider_id = COALESCE($4, provider_id), updated_at = $5 \
             WHERE id = $1 AND status = $2",
            (id, before, status, provider_id, now),
        )
        .await?;
    Ok(moved > 0)
}

/// What has been given back is not to be given back again: it comes off what was planned, the oldest first.
pub async fn take_off_planned(
    tx: &mut Tx,
    transaction_id: &str,
    amount: Cents,
    now: Timestamp,
) -> Result<(), DbError> {
    let planned: Vec<(RecordId, Cents)> = tx
        .all(
            "SELECT id, amount_cents FROM refunds WHERE transaction_id = $1 AND status = 'planned' \
             ORDER BY created_at, id",
            (transaction_id,),
        )
        .await?;
    let mut rest = amount.get();
    for (id, planned) in planned {
        let covered = planned.get().min(rest);
        rest -= covered;
        if covered == planned.get() {
            set(tx, id, "planned", "covered", None, now).await?;
        } else if covered > 0 {
            tx.execute(
                "UPDATE refunds SET amount_cents = $2, updated_at = $3 WHERE id = $1",
                (id, planned.get() - covered, now),
            )
            .await?;
        }
    }
    Ok(())
}
