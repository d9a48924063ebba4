//! `POST /v1/transactions/{id}/payments`: charges a saved card.

use axum::{
    Json,
    extract::{Path, State, rejection::JsonRejection},
    http::StatusCode,
};
use heliriiul_db::{Cents, RecordId};
use serde::Deserialize;
use serde_json::json;

use super::{
    api::{ShopKeys, respond},
    error::{SimulatorError, SimulatorResult},
    notifications::notify,
    rows,
    state::Simulator,
    switches::Call,
};
use crate::status::{CURRENCY, Status};

#[derive(Deserialize)]
pub struct ChargeRequest {
    token: String,
    amount: Option<Cents>,
}

#[derive(sqlx::FromRow)]
struct Card {
    multiuse: bool,
    valid_until: String,
    /// In whose dialog the card was entered.
    transaction_id: String,
}

pub async fn create(
    State(simulator): State<Simulator>,
    _: ShopKeys,
    Path(id): Path<String>,
    request: Result<Json<ChargeRequest>, JsonRejection>,
) -> SimulatorResult {
    let Ok(Json(request)) = request else { return Err(SimulatorError::UNREADABLE) };
    simulator.switchboard.admit(&id, Call::Charge)?;
    let transaction = rows::find(&simulator, &id).await?;
    if !transaction.status.is_open() {
        return Err(SimulatorError::WRONG_STATUS);
    }
    let amount = transaction.amount();
    if request.amount.is_some_and(|requested| requested != amount) {
        return Err(SimulatorError::bad_request(1001, "The amount differs"));
    }
    check_card(&simulator, &id, &request.token).await?;
    // Of two charges at the same time, the second finds a paid transaction.
    let paid = rows::set_status(&simulator, &id, Status::Completed).await?;
    let paid = paid.ok_or(SimulatorError::WRONG_STATUS)?;
    notify(&simulator, &paid, None);
    let body = json!({
        "id": RecordId::new().to_string(), "object": "payment", "status": "COMPLETED",
        "amount": amount, "currency": CURRENCY,
        "card": { "type": "visa", "last2": "11", "maskedPan": "411111******1111" },
        "transaction": { "id": id, "status": paid.status },
    });
    respond(&simulator, &id, Call::Charge, StatusCode::CREATED, body).await
}

/// Fails when the bank declines the card.
async fn check_card(simulator: &Simulator, transaction_id: &str, token: &str) -> SimulatorResult<()> {
    let card: Option<Card> =
        simulator.db.optional("SELECT * FROM sandbox_cards WHERE token = $1", (token,)).await?;
    let card = card.ok_or(SimulatorError::bad_request(1063, "Token not found"))?;
    if card.valid_until < simulator.clock.now().utc().date().to_string() {
        Err(SimulatorError::bad_request(1064, "Token expired"))
    } else if !card.multiuse && card.transaction_id != transaction_id {
        Err(SimulatorError::bad_request(1065, "Token already used"))
    } else if simulator.switchboard.take(transaction_id, |switches| &mut switches.declines) {
        Err(SimulatorError::bad_request(1099, "Payment declined"))
    } else {
        Ok(())
    }
}
