//! Refunds at the simulator: whole or in parts, settled at once.

use axum::{Extension, extract::State, http::StatusCode, response::Response};
use heliriiul_migrations::{RecordId, db};
use serde::Deserialize;
use serde_json::json;

use super::{
    api::{Shop, answer, refusal, turned_away},
    page::notify,
    store,
    switches::Switchboard,
};
use crate::{
    app::AppState,
    error::ApiResult,
    extract::{Json, Path},
    money::Cents,
    payments::provider::Status,
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
    if let Some(refused) = board.turned_away(&id) {
        return Ok(turned_away(refused));
    }
    let Some(held) = store::find(&app, &id).await? else {
        return Ok(refusal(StatusCode::NOT_FOUND, 1002, "Not found"));
    };
    if !matches!(held.status, Status::Completed | Status::PartRefunded) {
        return Ok(refusal(StatusCode::BAD_REQUEST, 1021, "Transaction is in wrong status"));
    }
    let mut tx = app.db.write().await?;
    let before: i64 = db!(
        tx,
        fetch_one,
        sqlx::query_scalar(
            "SELECT CAST(COALESCE(SUM(amount_cents), 0) AS bigint) FROM sandbox_refunds \
             WHERE transaction_id = $1 AND status <> 'FAILED'"
        )
        .bind(&id)
    )?;
    let left = held.request.transaction.amount.get() - before;
    if request.amount.get() <= 0 || request.amount.get() > left {
        return Ok(refusal(StatusCode::BAD_REQUEST, 1043, "Refund amount exceeds what is left"));
    }
    let fails = board.of(&id).refunds_fail;
    let status = if fails { "FAILED" } else { "SETTLED" };
    let refund_id = RecordId::new().to_string();
    db!(
        tx,
        execute,
        sqlx::query(
            "INSERT INTO sandbox_refunds (id, transaction_id, amount_cents, status, comment, created_at) \
             VALUES ($1, $2, $3, $4, $5, $6)"
        )
        .bind(&refund_id)
        .bind(&id)
        .bind(request.amount)
        .bind(status)
        .bind(&request.comment)
        .bind(app.clock.now())
    )?;
    let mut transaction = held.status;
    if !fails {
        transaction = if request.amount.get() == left { Status::Refunded } else { Status::PartRefunded };
        db!(
            tx,
            execute,
            sqlx::query("UPDATE sandbox_transactions SET status = $2, updated_at = $3 WHERE id = $1")
                .bind(&id)
                .bind(transaction)
                .bind(app.clock.now())
        )?;
    }
    tx.commit().await?;
    if !fails && let Some(held) = store::find(&app, &id).await? {
        notify(&app, &board, held);
    }
    let body = json!({
        "id": refund_id, "object": "refund", "status": status, "comment": request.comment,
        "amount": request.amount, "transaction": { "id": id, "status": transaction },
    });
    Ok(answer(&board, &id, StatusCode::CREATED, body).await)
}

/// `GET /v1/refunds/{id}`.
pub async fn get_refund(State(app): State<AppState>, _: Shop, Path(id): Path<String>) -> ApiResult<Response> {
    let mut tx = app.db.read().await?;
    let row: Option<(String, Cents, String, String)> = db!(
        tx,
        fetch_optional,
        sqlx::query_as(
            "SELECT transaction_id, amount_cents, status, comment FROM sandbox_refunds WHERE id = $1"
        )
        .bind(&id)
    )?;
    let Some((transaction, amount, status, comment)) = row else {
        return Ok(refusal(StatusCode::NOT_FOUND, 1002, "Not found"));
    };
    let body = json!({
        "id": id, "object": "refund", "status": status, "comment": comment, "amount": amount,
        "transaction": { "id": transaction },
    });
    Ok(answer(&Switchboard::default(), &id, StatusCode::OK, body).await)
}
