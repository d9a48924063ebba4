//! Refunds at the simulator: whole or in parts, settled at once unless the switches want otherwise.

use axum::{Extension, extract::State, http::StatusCode, response::Response};
use heliriiul_db::{RecordId, Tx};
use serde::Deserialize;
use serde_json::json;

use super::{
    api::{Shop, answer, refusal, turned_away},
    page::notify,
    store,
    switches::{Call, Switchboard},
};
use crate::{
    error::ApiResult,
    extract::{Json, Path},
    money::Cents,
    payments::provider::Status,
    state::AppState,
};

#[derive(Deserialize)]
pub struct RefundRequest {
    amount: Cents,
    comment: String,
}

/// `POST /v1/transactions/{id}/refunds`.
pub async fn create_refund(
    State(app): State<AppState>,
    _: Shop,
    Extension(board): Extension<Switchboard>,
    Path(id): Path<String>,
    request: ApiResult<Json<RefundRequest>>,
) -> ApiResult<Response> {
    let Ok(Json(request)) = request else {
        return Ok(refusal(StatusCode::BAD_REQUEST, 1001, "The request cannot be read"));
    };
    if let Some(refused) = board.turned_away(&id, Call::Refund) {
        return Ok(turned_away(refused));
    }
    let Some(held) = store::find(&app, &id).await? else {
        return Ok(refusal(StatusCode::NOT_FOUND, 1002, "Not found"));
    };
    let mut tx = app.db.write().await?;
    // The row's lock, so that two refunds at once never give back more than there is.
    let status: Status = tx
        .scalar("UPDATE sandbox_transactions SET status = status WHERE id = $1 RETURNING status", (&id,))
        .await?;
    if !matches!(status, Status::Completed | Status::PartRefunded) {
        return Ok(refusal(StatusCode::BAD_REQUEST, 1021, "Transaction is in wrong status"));
    }
    if board.is_processing(&id) {
        return Ok(refusal(StatusCode::BAD_REQUEST, 1045, "Payment is still being processed"));
    }
    let left = held.request.transaction.amount.get() - given_back(&mut tx, &id).await?;
    if request.amount.get() <= 0 || request.amount.get() > left {
        return Ok(refusal(StatusCode::BAD_REQUEST, 1043, "Refund amount exceeds what is left"));
    }
    let switches = board.of(&id);
    let state = match (switches.refunds_wait, switches.refunds_fail) {
        (true, _) => "CREATED",
        (false, true) => "FAILED",
        (false, false) => "SETTLED",
    };
    let refund_id = RecordId::new().to_string();
    tx.execute(
        "INSERT INTO sandbox_refunds (id, transaction_id, amount_cents, status, comment, created_at) \
         VALUES ($1, $2, $3, $4, $5, $6)",
        (&refund_id, &id, request.amount, state, &request.comment, app.clock.now()),
    )
    .await?;
    let status = restate(&app, &mut tx, &id, held.request.transaction.amount).await?;
    tx.commit().await?;
    if state != "FAILED"
        && let Some(held) = store::find(&app, &id).await?
    {
        notify(&app, &board, held);
    }
    let body = json!({
        "id": refund_id, "object": "refund", "status": state, "comment": request.comment,
        "amount": request.amount, "transaction": { "id": id, "status": status },
    });
    Ok(answer(&board, &id, Call::Refund, StatusCode::CREATED, body).await)
}

async fn given_back(tx: &mut Tx, id: &str) -> ApiResult<i64> {
    Ok(tx
        .scalar(
            "SELECT CAST(COALESCE(SUM(amount_cents), 0) AS bigint) FROM sandbox_refunds \
             WHERE transaction_id = $1 AND status <> 'FAILED'",
            (id,),
        )
        .await?)
}

/// The transaction's status follows from what has been given back.
async fn restate(app: &AppState, tx: &mut Tx, id: &str, whole: Cents) -> ApiResult<Status> {
    let status = match given_back(tx, id).await? {
        0 => Status::Completed,
        gone if gone == whole.get() => Status::Refunded,
        _ => Status::PartRefunded,
    };
    tx.execute(
        "UPDATE sandbox_transactions SET status = $2, updated_at = $3 WHERE id = $1",
        (id, status, app.clock.now()),
    )
    .await?;
    Ok(status)
}

#[derive(sqlx::FromRow)]
struct Row {
    transaction_id: String,
    amount_cents: Cents,
    status: String,
    comment: String,
}

/// `GET /v1/refunds/{id}`. One that has been waiting ends with it.
pub async fn get_refund(
    State(app): State<AppState>,
    _: Shop,
    Extension(board): Extension<Switchboard>,
    Path(id): Path<String>,
) -> ApiResult<Response> {
    let mut tx = app.db.write().await?;
    let row: Option<Row> = tx
        .optional(
            "SELECT transaction_id, amount_cents, status, comment FROM sandbox_refunds WHERE id = $1",
            (&id,),
        )
        .await?;
    let Some(mut row) = row else {
        return Ok(refusal(StatusCode::NOT_FOUND, 1002, "Not found"));
    };
    let transaction = row.transaction_id;
    if let Some(refused) = board.turned_away(&transaction, Call::Get) {
        return Ok(turned_away(refused));
    }
    let switches = board.of(&transaction);
    if row.status == "CREATED" && !switches.refunds_wait {
        if switches.refunds_fail { "FAILED" } else { "SETTLED" }.clone_into(&mut row.status);
        tx.execute("UPDATE sandbox_refunds SET status = $2 WHERE id = $1", (&id, &row.status)).await?;
        let request: String =
            tx.scalar("SELECT request FROM sandbox_transactions WHERE id = $1", (&transaction,)).await?;
        let request: store::CreateRequest =
            serde_json::from_str(&request).map_err(crate::error::ApiError::internal)?;
        restate(&app, &mut tx, &transaction, request.transaction.amount).await?;
    }
    tx.commit().await?;
    let body = json!({
        "id": id, "object": "refund", "status": row.status, "comment": row.comment,
        "amount": row.amount_cents, "transaction": { "id": transaction },
    });
    Ok(answer(&board, &transaction, Call::Get, StatusCode::OK, body).await)
}
