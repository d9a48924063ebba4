//! `POST /v1/transactions` and `GET /v1/transactions/{id}`, in the form of recorded responses.

use axum::{
    Json,
    extract::{Path, State, rejection::JsonRejection},
    http::{StatusCode, header},
};
use heliriiul_db::Cents;
use serde_json::{Value, json};

use super::{
    api::{ShopKeys, provider_time, respond},
    error::{SimulatorError, SimulatorResult},
    payment_methods,
    rows::{self, CreateRequest, SimulatedTransaction},
    state::Simulator,
    switches::Call,
};
use crate::status::{CURRENCY, Status};

const MAX_REFERENCE: usize = 20;

pub async fn create(
    State(simulator): State<Simulator>,
    _: ShopKeys,
    request: Result<Json<CreateRequest>, JsonRejection>,
) -> SimulatorResult {
    let Ok(Json(request)) = request else { return Err(SimulatorError::UNREADABLE) };
    let requested = &request.transaction;
    if requested.currency != CURRENCY || requested.reference.len() > MAX_REFERENCE {
        return Err(SimulatorError::bad_request(1001, "The currency or the reference is not accepted"));
    }
    simulator.switchboard.admit("", Call::Create)?;
    // Assumption, the provider does not document it: 0.00 is accepted when the card is to be saved.
    let is_free = requested.amount.is_zero()
        && requested.recurring_required
        && !simulator.switchboard.of("").refuse_zero;
    if requested.amount <= Cents::ZERO && !is_free {
        return Err(SimulatorError::bad_request(1001, "The amount must be positive"));
    }
    let transaction = rows::insert(&simulator, &request).await?;
    let id = &transaction.id;
    let self_link = self_link(&simulator, id);
    let base = transaction.browser_base().ok_or(SimulatorError::UNREADABLE)?;
    let mut body = to_json(&simulator, &transaction);
    body["_links"]["Pay"] = json!({ "href": format!("{self_link}/payments") });
    body["payment_methods"] = payment_methods::of_transaction(&base, id);
    let mut response = respond(&simulator, id, Call::Create, StatusCode::CREATED, body).await?;
    if let Ok(location) = self_link.parse() {
        response.headers_mut().insert(header::LOCATION, location);
    }
    Ok(response)
}

pub async fn show(
    State(simulator): State<Simulator>,
    _: ShopKeys,
    Path(id): Path<String>,
) -> SimulatorResult {
    simulator.switchboard.admit(&id, Call::Get)?;
    let transaction = rows::find(&simulator, &id).await?;
    let body = to_json(&simulator, &transaction);
    respond(&simulator, &id, Call::Get, StatusCode::OK, body).await
}

fn self_link(simulator: &Simulator, id: &str) -> String {
    format!("{}/transactions/{id}", simulator.settings.account.api_url)
}

fn to_json(simulator: &Simulator, transaction: &SimulatedTransaction) -> Value {
    let SimulatedTransaction { id, request, status, created_at, updated_at, refunded } = transaction;
    let requested = &request.transaction;
    let mut body = json!({
        "_links": { "self": { "href": self_link(simulator, id) } },
        "id": id,
        "object": "transaction",
        "status": status,
        "amount": simulator.switchboard.of(id).amount.unwrap_or(requested.amount),
        "currency": requested.currency,
        "reference": requested.reference,
        "merchant_data": requested.merchant_data,
        "created_at": provider_time(*created_at),
        "country": "ee",
        "type": null,
        "method": null,
        "recurring_required": requested.recurring_required,
        "customer": { "object": "customer", "email": request.customer.email, "ip": request.customer.ip },
    });
    if *refunded > Cents::ZERO {
        body["refunded_amount"] = json!(refunded);
    }
    if *status == Status::Completed {
        body["completed_at"] = provider_time(*updated_at).into();
    }
    body
}
