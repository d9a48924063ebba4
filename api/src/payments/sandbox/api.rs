//! The provider's API as far as the store uses it: Basic check and transactions, in the shapes that have been recorded from it.

use std::time::Duration;

use axum::{
    Extension,
    extract::{FromRequestParts, State},
    http::{HeaderValue, StatusCode, header, request::Parts},
    response::{IntoResponse, Response},
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};
use time::macros::format_description;

use super::{
    BANKLINKS, CARDS,
    store::{self, CreateRequest, Held},
    switches::{Call, Fault, Refused, Switchboard},
};
use crate::{
    error::ApiResult,
    extract::{Json, Path},
    money::Cents,
    payments::provider::{CURRENCY, Status},
    state::AppState,
};

use heliriiul_db::Timestamp;

/// Longer than any client waits.
const NEVER: Duration = Duration::from_mins(5);

const LONGEST_REFERENCE: usize = 20;

/// The caller knows the shop's keys.
pub struct Shop;

impl FromRequestParts<AppState> for Shop {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, app: &AppState) -> Result<Self, Response> {
        let expected =
            format!("Basic {}", STANDARD.encode(format!("{}:{}", app.payments.shop_id, app.payments.secret)));
        let given = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        if given == Some(expected.as_str()) {
            Ok(Self)
        } else {
            Err(refusal(StatusCode::UNAUTHORIZED, 1004, "Unauthorized"))
        }
    }
}

pub fn refusal(status: StatusCode, code: i64, message: &str) -> Response {
    (status, axum::Json(json!({ "code": code, "message": message }))).into_response()
}

/// The answer of a provider that did nothing.
pub fn turned_away(refused: Refused) -> Response {
    match refused {
        Refused::Lost => refusal(StatusCode::INTERNAL_SERVER_ERROR, 1000, "Internal error"),
        Refused::TooFast => refusal(StatusCode::TOO_MANY_REQUESTS, 1003, "Too many requests"),
    }
}

/// Answers, unless the switches want a fault. The work has been done by then.
pub async fn answer(board: &Switchboard, id: &str, call: Call, status: StatusCode, body: Value) -> Response {
    match board.next_fault(id, call) {
        Some(Fault::Error) => refusal(StatusCode::INTERNAL_SERVER_ERROR, 1000, "Internal error"),
        Some(Fault::Hang) => {
            tokio::time::sleep(NEVER).await;
            refusal(StatusCode::GATEWAY_TIMEOUT, 1000, "Too late")
        }
        None => {
            let kind = HeaderValue::from_static("application/hal+json;charset=UTF-8");
            (status, [(header::CONTENT_TYPE, kind)], axum::Json(body)).into_response()
        }
    }
}

pub async fn create_transaction(
    State(app): State<AppState>,
    _: Shop,
    Extension(board): Extension<Switchboard>,
    request: ApiResult<Json<CreateRequest>>,
) -> ApiResult<Response> {
    let Ok(Json(request)) = request else {
        return Ok(refusal(StatusCode::BAD_REQUEST, 1001, "The request cannot be read"));
    };
    let asked = &request.transaction;
    if asked.currency != CURRENCY || asked.reference.len() > LONGEST_REFERENCE {
        return Ok(refusal(StatusCode::BAD_REQUEST, 1001, "The currency or the reference is not accepted"));
    }
    if let Some(refused) = board.turned_away("", Call::Create) {
        return Ok(turned_away(refused));
    }
    // Nobody has said so, but 0.00 makes sense only where a card is to be kept.
    let free = asked.amount.is_zero() && asked.recurring_required && !board.of("").refuse_zero;
    if asked.amount <= Cents::ZERO && !free {
        return Ok(refusal(StatusCode::BAD_REQUEST, 1001, "The amount must be positive"));
    }
    let held = store::insert(&app, request).await?;
    let mut body = view(&app, &board, &held);
    body["_links"]["Pay"] = json!({ "href": format!("{}/payments", self_link(&app, &held.id)) });
    body["payment_methods"] = methods(&held.browser_base(), &held.id);
    let mut response = answer(&board, &held.id, Call::Create, StatusCode::CREATED, body).await;
    if let Ok(location) = self_link(&app, &held.id).parse() {
        response.headers_mut().insert(header::LOCATION, location);
    }
    Ok(response)
}

pub async fn get_transaction(
    State(app): State<AppState>,
    _: Shop,
    Extension(board): Extension<Switchboard>,
    Path(id): Path<String>,
) -> ApiResult<Response> {
    if let Some(refused) = board.turned_away(&id, Call::Get) {
        return Ok(turned_away(refused));
    }
    let Some(held) = store::find(&app, &id).await? else {
        return Ok(refusal(StatusCode::NOT_FOUND, 1002, "Not found"));
    };
    Ok(answer(&board, &id, Call::Get, StatusCode::OK, view(&app, &board, &held)).await)
}

fn self_link(app: &AppState, id: &str) -> String {
    format!("{}/transactions/{id}", super::api_base(app.config.listen))
}

fn view(app: &AppState, board: &Switchboard, held: &Held) -> Value {
    let asked = &held.request.transaction;
    let mut body = json!({
        "_links": { "self": { "href": self_link(app, &held.id) } },
        "id": held.id,
        "object": "transaction",
        "status": held.status,
        "amount": board.of(&held.id).amount.unwrap_or(asked.amount),
        "currency": asked.currency,
        "reference": asked.reference,
        "merchant_data": asked.merchant_data,
        "created_at": provider_time(held.created_at),
        "country": "ee",
        "type": null,
        "method": null,
        "recurring_required": asked.recurring_required,
        "customer": { "object": "customer", "email": held.request.customer.email, "ip": held.request.customer.ip },
    });
    if held.refunded > Cents::ZERO {
        body["refunded_amount"] = json!(held.refunded);
    }
    if held.status == Status::Completed {
        body["completed_at"] = provider_time(held.updated_at).into();
    }
    body
}

/// Ways to pay a transaction at pages under `base`.
fn methods(base: &str, id: &str) -> Value {
    let logo = |name: &str| format!("{base}/_sandbox/makecommerce/logos/{name}.svg");
    let banklinks = BANKLINKS.map(|(name, label, _)| {
        json!({
            "name": name, "country": "ee", "countries": ["ee"], "channel": name, "display_name": label,
            "max_amount": 20_000.0, "logo_url": logo(name),
            "url": format!("{base}/_sandbox/pay/{id}?method={name}"),
        })
    });
    // The recorded answers have no address for cards.
    let cards =
        CARDS.map(|(name, label, _)| json!({ "name": name, "display_name": label, "logo_url": logo(name) }));
    let redirect = json!({ "name": "redirect", "url": format!("{base}/_sandbox/pay/{id}") });
    json!({ "banklinks": banklinks, "cards": cards, "cash": [], "payLater": [], "other": [redirect] })
}

/// `2026-01-15T10:20:00+0000`: the provider leaves out the colon.
pub fn provider_time(at: Timestamp) -> String {
    let format = format_description!("[year]-[month]-[day]T[hour]:[minute]:[second]+0000");
    at.utc().format(format).unwrap_or_default()
}
