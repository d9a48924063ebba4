//! `POST /v1/transactions/{id}/refunds` and `GET /v1/refunds/{id}`. Refunds settle at once unless a switch says
//! otherwise.

use axum::{
    Json,
    extract::{Path, State, rejection::JsonRejection},
    http::StatusCode,
};
use heliriiul_db::{Cents, DbResult, RecordId, Tx};
use serde::Deserialize;
use serde_json::json;

use super::{
    api::{ShopKeys, respond},
    error::{SimulatorError, SimulatorResult},
    notifications::notify,
    rows,
    state::Simulator,
    switches::{Call, Switches},
};
use crate::status::{RefundStatus, Status};

#[derive(Deserialize)]
pub struct RefundRequest {
    amount: Cents,
    comment: String,
}

pub async fn create(
    State(simulator): State<Simulator>,
    _: ShopKeys,
    Path(id): Path<String>,
    request: Result<Json<RefundRequest>, JsonRejection>,
) -> SimulatorResult {
    let Ok(Json(request)) = request else { return Err(SimulatorError::UNREADABLE) };
    simulator.switchboard.admit(&id, Call::Refund)?;
    let transaction = rows::find(&simulator, &id).await?;
    let mut tx = simulator.db.write().await?;
    // Locks the row, so that two refunds at the same time never exceed the amount.
    let status: Status = tx
        .scalar("UPDATE sandbox_transactions SET status = status WHERE id = $1 RETURNING status", (&id,))
        .await?;
    if !matches!(status, Status::Completed | Status::PartRefunded) {
        return Err(SimulatorError::WRONG_STATUS);
    }
    if simulator.switchboard.take(&id, |switches| &mut switches.processing) {
        return Err(SimulatorError::bad_request(1045, "Payment is still being processed"));
    }
    let left = transaction.amount().get() - refunded(&mut tx, &id).await?.get();
    if request.amount <= Cents::ZERO || request.amount.get() > left {
        return Err(SimulatorError::bad_request(1043, "Refund amount exceeds what is left"));
    }
    let switches = simulator.switchboard.of(&id);
    let refund_status = if switches.refunds_wait { RefundStatus::Created } else { final_status(&switches) };
    let refund_id = RecordId::new().to_string();
    tx.execute(
        "INSERT INTO sandbox_refunds (id, transaction_id, amount_cents, status, comment, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6)",
        (&refund_id, &id, request.amount, refund_status, &request.comment, simulator.clock.now()),
    )
    .await?;
    let status = update_transaction(&simulator, &mut tx, &id, transaction.amount()).await?;
    tx.commit().await?;
    if refund_status != RefundStatus::Failed {
        notify(&simulator, &rows::find(&simulator, &id).await?, None);
    }
    let body = json!({
        "id": refund_id, "object": "refund", "status": refund_status, "comment": request.comment,
        "amount": request.amount, "transaction": { "id": id, "status": status },
    });
    respond(&simulator, &id, Call::Refund, StatusCode::CREATED, body).await
}

const fn final_status(switches: &Switches) -> RefundStatus {
    if switches.refunds_fail { RefundStatus::Failed } else { RefundStatus::Settled }
}

async fn refunded(tx: &mut Tx, transaction_id: &str) -> DbResult<Cents> {
    tx.scalar(
        "SELECT CAST(COALESCE(SUM(amount_cents), 0) AS bigint) FROM sandbox_refunds \
         WHERE transaction_id = $1 AND status <> 'FAILED'",
        (transaction_id,),
    )
    .await
}

/// Derives the state of a paid transaction of `amount` from its refunds.
async fn update_transaction(simulator: &Simulator, tx: &mut Tx, id: &str, amount: Cents) -> DbResult<Status> {
    let status = match refunded(tx, id).await? {
        Cents::ZERO => Status::Completed,
        refunded if refunded == amount => Status::Refunded,
        _ => Status::PartRefunded,
    };
    let sql = "UPDATE sandbox_transactions SET status = $2, updated_at = $3 WHERE id = $1";
    tx.execute(sql, (id, status, simulator.clock.now())).await?;
    Ok(status)
}

#[derive(sqlx::FromRow)]
struct RefundRow {
    transaction_id: String,
    amount_cents: Cents,
    status: RefundStatus,
    comment: String,
}

/// Reading a refund that waits settles it, unless the switch is still on.
pub async fn show(
    State(simulator): State<Simulator>,
    _: ShopKeys,
    Path(id): Path<String>,
) -> SimulatorResult {
    let refund = simulator.db.optional("SELECT * FROM sandbox_refunds WHERE id = $1", (&id,)).await?;
    let RefundRow { transaction_id, amount_cents, mut status, comment } =
        refund.ok_or(SimulatorError::NOT_FOUND)?;
    simulator.switchboard.admit(&transaction_id, Call::Get)?;
    let switches = simulator.switchboard.of(&transaction_id);
    if status == RefundStatus::Created && !switches.refunds_wait {
        status = final_status(&switches);
        let transaction = rows::find(&simulator, &transaction_id).await?;
        let mut tx = simulator.db.write().await?;
        tx.execute("UPDATE sandbox_refunds SET status = $2 WHERE id = $1", (&id, status)).await?;
        update_transaction(&simulator, &mut tx, &transaction_id, transaction.amount()).await?;
        tx.commit().await?;
    }
    let body = json!({
        "id": id, "object": "refund", "status": status, "comment": comment,
        "amount": amount_cents, "transaction": { "id": transaction_id },
    });
    respond(&simulator, &transaction_id, Call::Get, StatusCode::OK, body).await
}
