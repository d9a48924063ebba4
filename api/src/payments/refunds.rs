//! Giving money back at the provider: noted before the call, so that whoever comes after a broken one asks before it is
//! made again.

use heliriiul_migrations::{DbError, RecordId, Timestamp, Tx, db};
use serde_json::json;

use super::{
    client::ProviderError,
    ledger::{self, Case, Cause, Event, Trouble},
    provider::Status,
    receive,
};
use crate::{
    app::AppState,
    error::{ApiError, ApiResult, Code},
    money::Cents,
};

/// How long a refund's call may last; one that began earlier has been left without an answer.
const IN_FLIGHT: std::time::Duration = std::time::Duration::from_mins(1);

/// What a refund came to.
pub struct Refunded {
    pub amount: Cents,
    /// The provider's: CREATED, SENT, SETTLED or FAILED.
    pub status: String,
}

#[derive(sqlx::FromRow)]
struct Row {
    id: RecordId,
    amount_cents: Cents,
    updated_at: Timestamp,
}

/// Gives `amount` of a transaction back, or all that is left of it.
pub async fn refund(
    app: &AppState,
    transaction_id: &str,
    amount: Option<Cents>,
    comment: &str,
) -> ApiResult<Refunded> {
    let now = app.clock.now();
    settle_unanswered(app, transaction_id).await?;
    let mut tx = app.db.write().await?;
    let left = left_of(&mut tx, transaction_id).await?;
    let amount = amount.unwrap_or(left);
    if amount <= Cents::ZERO || amount > left {
        let detail = format!("{left} EUR is left to give back.");
        return Err(ApiError::new(Code::Conflict, detail));
    }
    let id = note(&mut tx, transaction_id, amount, comment, now).await?;
    tx.commit().await?;
    let (status, provider_id) = match app.payments.client.refund(transaction_id, amount, comment).await {
        Ok(refund) => (refund.status, Some(refund.id)),
        Err(error) if error.is_unanswered() => {
            return Err(ApiError::new(
                Code::ChargeUnanswered,
                "The provider did not answer. Call again after a minute: it is asked before anything is sent.",
            )
            .caused_by(error));
        }
        Err(error) if error.is_processing() => {
            set(app, id, "planned", None).await?;
            return Err(ApiError::new(
                Code::Conflict,
                "The payment is still being processed. Try again later.",
            ));
        }
        Err(error) => {
            set(app, id, "FAILED", None).await?;
            return Err(error.into());
        }
    };
    set(app, id, &status, provider_id.as_deref()).await?;
    finish(app, transaction_id, id, amount, &status).await?;
    Ok(Refunded { amount, status })
}

/// What has not been given back yet, with the transaction's row locked.
async fn left_of(tx: &mut Tx, transaction_id: &str) -> ApiResult<Cents> {
    let row: Option<(Cents, Status)> = db!(
        tx,
        fetch_optional,
        sqlx::query_as(
            "UPDATE transactions SET status = status WHERE id = $1 RETURNING amount_cents, status"
        )
        .bind(transaction_id)
    )?;
    let (whole, status) = row.ok_or_else(|| ApiError::not_found("There is no such transaction."))?;
    if !matches!(status, Status::Completed | Status::PartRefunded) {
        return Err(ApiError::new(Code::Conflict, format!("The transaction is {status:?}.")));
    }
    let gone: i64 = db!(
        tx,
        fetch_one,
        sqlx::query_scalar(
            "SELECT CAST(COALESCE(SUM(amount_cents), 0) AS bigint) FROM refunds \
             WHERE transaction_id = $1 AND status NOT IN ('planned', 'FAILED')"
        )
        .bind(transaction_id)
    )?;
    Ok(Cents::new(whole.get() - gone))
}

/// A planned refund of this amount becomes the one that is sent.
async fn note(
    tx: &mut Tx,
    transaction_id: &str,
    amount: Cents,
    comment: &str,
    now: Timestamp,
) -> Result<RecordId, DbError> {
    let planned: Option<RecordId> = db!(
        tx,
        fetch_optional,
        sqlx::query_scalar(
            "SELECT id FROM refunds WHERE transaction_id = $1 AND status = 'planned' AND amount_cents = $2 \
             ORDER BY created_at, id LIMIT 1"
        )
        .bind(transaction_id)
        .bind(amount)
    )?;
    if let Some(id) = planned {
        db!(
            tx,
            execute,
            sqlx::query("UPDATE refunds SET status = 'sending', updated_at = $2 WHERE id = $1")
                .bind(id)
                .bind(now)
        )?;
        return Ok(id);
    }
    let id = RecordId::new();
    db!(
        tx,
        execute,
        sqlx::query(
            "INSERT INTO refunds (id, transaction_id, amount_cents, status, comment, created_at, updated_at) \
             VALUES ($1, $2, $3, 'sending', $4, $5, $5)"
        )
        .bind(id)
        .bind(transaction_id)
        .bind(amount)
        .bind(comment)
        .bind(now)
    )?;
    Ok(id)
}

async fn set(app: &AppState, id: RecordId, status: &str, provider_id: Option<&str>) -> Result<(), DbError> {
    let mut tx = app.db.write().await?;
    db!(
        tx,
        execute,
        sqlx::query(
            "UPDATE refunds SET status = $2, provider_id = COALESCE($3, provider_id), updated_at = $4 WHERE id = $1"
        )
        .bind(id)
        .bind(status)
        .bind(provider_id)
        .bind(app.clock.now())
    )?;
    tx.commit().await
}

/// Refunds whose call nobody heard the end of: what the provider says it has given back tells whether they arrived.
async fn settle_unanswered(app: &AppState, transaction_id: &str) -> ApiResult<()> {
    let mut tx = app.db.read().await?;
    let rows: Vec<Row> = db!(
        tx,
        fetch_all,
        sqlx::query_as(
            "SELECT id, amount_cents, updated_at FROM refunds WHERE transaction_id = $1 AND status = 'sending'"
        )
        .bind(transaction_id)
    )?;
    let known: i64 = db!(
        tx,
        fetch_one,
        sqlx::query_scalar(
            "SELECT CAST(COALESCE(SUM(amount_cents), 0) AS bigint) FROM refunds \
             WHERE transaction_id = $1 AND status IN ('CREATED', 'SENT', 'SETTLED')"
        )
        .bind(transaction_id)
    )?;
    drop(tx);
    let Some(row) = rows.first() else { return Ok(()) };
    if row.updated_at > app.clock.now().minus(IN_FLIGHT) {
        return Err(ApiError::new(Code::Conflict, "A refund of this transaction is under way."));
    }
    let transaction = app.payments.client.transaction(transaction_id).await?;
    let given_back = transaction.refunded_amount.unwrap_or(match transaction.status {
        Status::Refunded => transaction.amount.ok_or(ProviderError::Incomplete)?,
        _ => Cents::ZERO,
    });
    let arrived = given_back.get() >= known + row.amount_cents.get();
    set(app, row.id, if arrived { "SETTLED" } else { "FAILED" }, None).await?;
    if arrived {
        finish(app, transaction_id, row.id, row.amount_cents, "SETTLED").await?;
    }
    Ok(())
}

/// The fact of it, and a case for a person when the provider could not.
async fn finish(
    app: &AppState,
    transaction_id: &str,
    id: RecordId,
    amount: Cents,
    status: &str,
) -> ApiResult<()> {
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    let event = Event {
        kind: "refund-sent",
        user_id: None,
        order_id: None,
        transaction_id: Some(transaction_id),
        cause: Cause::Cli,
        detail: json!({ "amount": amount, "status": status }),
    };
    ledger::append(&mut tx, event, now).await?;
    if status == "FAILED" {
        let case = Case {
            unique_key: format!("refund-failed:{id}"),
            trouble: Trouble::RefundFailed,
            order_id: None,
            transaction_id: Some(transaction_id),
            amount: Some(amount),
            detail: "The provider could not give this back; its balance may not suffice.".to_owned(),
        };
        ledger::needs_attention(&mut tx, case, now).await?;
    }
    tx.commit().await?;
    if status != "FAILED" {
        // The provider tells this too, but not to a store that is down.
        let report = app.payments.client.transaction(transaction_id).await?.report();
        if let Some(report) = report {
            receive(app, &report, Cause::Cli).await?;
        }
    }
    Ok(())
}
