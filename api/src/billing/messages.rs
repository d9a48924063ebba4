//! The provider's messages: the return of the buyer's browser, and the notification from server to server.
//!
//! Both carry `json` and `mac`. A message with a valid MAC is believed. Any other is only a hint: the store then
//! asks the provider. So a forged message can only cause a request.

use axum::{
    extract::{FromRequest, Request, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Redirect, Response},
};
use heliriiul_makecommerce::{Message, Status, verify_mac};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::{
    charge::{attach_card, charge_verified_card},
    reports::{TransactionState, fetch_and_receive, receive},
    return_page::{PENDING, return_page},
    transactions::Subject,
};
use crate::{
    error::responses::{JsonBody, NoSuchId, RateLimited, ServiceAway, Unreadable},
    error::{ApiError, ApiResult, Code},
    extract::{self, Json, Query},
    ledger::Cause,
    rate_limit::{self, ClientAddress, Limit},
    state::AppState,
};

/// Each hint may cause a request to the provider.
const HINTS: Limit = Limit::new("payment-hint", 30, std::time::Duration::from_mins(1));

/// A message as it arrives.
// No `Debug`: it may hold the token of a card.
#[derive(Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Signed {
    /// The message itself, JSON in a text.
    #[schema(max_length = 20_000)]
    json: String,
    /// SHA-512 of `json` and the secret key, hex. Missing: a hint, such as the buyer's cancelling.
    #[schema(max_length = 128)]
    mac: Option<String>,
}

/// The body of a message: a form or JSON. JSON may also be the message itself.
pub struct SignedBody(Signed);

impl<S: Send + Sync> FromRequest<S> for SignedBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> ApiResult<Self> {
        let kind = content_type(request.headers());
        let body = extract::read_body(request, state).await?;
        match kind.as_str() {
            "application/x-www-form-urlencoded" => {
                let field = |name: &str| {
                    let mut fields = url::form_urlencoded::parse(&body);
                    fields.find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
                };
                let json = field("json").ok_or_else(|| ApiError::field("json", "required"))?;
                Ok(Self(Signed { json, mac: field("mac") }))
            }
            "application/json" => {
                let value: Value = extract::parse_json(&body)?;
                if value.get("json").is_none() && value.get("message_type").is_some() {
                    return Ok(Self(Signed { json: value.to_string(), mac: None }));
                }
                extract::parse_json(&body).map(Self)
            }
            _ => Err(ApiError::new(Code::UnsupportedMediaType, "Send a form or application/json.")),
        }
    }
}

fn content_type(headers: &HeaderMap) -> String {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// The result of a message.
struct Received {
    verified: bool,
    /// `None`: the store does not know the transaction.
    state: Option<TransactionState>,
}

async fn receive_message(
    app: &AppState,
    signed: &Signed,
    cause: Cause,
    from: ClientAddress,
) -> ApiResult<Received> {
    let message = Message::parse(&signed.json).ok_or_else(|| ApiError::field("json", "invalid"))?;
    let secret_key = &app.payments.account.secret_key;
    let verified = signed.mac.as_deref().is_some_and(|mac| verify_mac(&signed.json, mac, secret_key));
    let outcome = match (verified, &signed.mac) {
        (true, _) => "verified",
        (false, Some(_)) => "wrong-mac",
        (false, None) => "hint",
    };
    metrics::counter!("payment_messages_total", "kind" => cause.name(), "outcome" => outcome).increment(1);
    let id = message.transaction_id().to_owned();
    if !verified {
        if signed.mac.is_some() {
            tracing::warn!(kind = cause.name(), id, "a message has a wrong MAC");
        }
        rate_limit::count(&app.db, &[HINTS.of(from)], app.clock.now()).await?;
        let state = fetch_and_receive(app, &id, Cause::Hint).await?;
        return Ok(Received { verified, state });
    }
    if let Some(error) = message.error() {
        tracing::info!(id, code = error.code, reason = error.message, "the provider gave no card token");
    }
    let token = message.token().cloned();
    if let Some(token) = &token {
        attach_card(app, &id, token, cause).await?;
    }
    let mut state = match message.report() {
        Some(report) if report.status != Status::Unknown => receive(app, &report, cause).await?,
        _ => fetch_and_receive(app, &id, cause).await?,
    };
    if token.is_some()
        && let Some(TransactionState { status, subject: Subject::Subscription(payment_id) }) = state
        && matches!(status, Status::Pending | Status::Approved)
    {
        // The card is verified, and the provider leaves the charge to the shop.
        charge_verified_card(app, &id, payment_id).await?;
        state = fetch_and_receive(app, &id, cause).await?;
    }
    Ok(Received { verified, state })
}

/// The present status of the transaction.
#[derive(Serialize, ToSchema)]
pub struct NotifyAnswer {
    #[schema(value_type = String, example = "COMPLETED")]
    status: Status,
}

/// The provider's notification of a payment, or the browser's hint that the buyer cancelled.
#[utoipa::path(
    post, path = "/notify", tag = "payments",
    request_body(content((Signed = "application/x-www-form-urlencoded"), (Signed = "application/json"))),
    responses(
        (status = 200, body = NotifyAnswer), JsonBody, NoSuchId,
        (status = 403, description = "The MAC is wrong"),
        (status = 415, description = "Neither a form nor JSON"), RateLimited, ServiceAway,
    ),
)]
pub async fn notify(
    State(app): State<AppState>,
    from: ClientAddress,
    SignedBody(signed): SignedBody,
) -> ApiResult<Json<NotifyAnswer>> {
    let received = receive_message(&app, &signed, Cause::Notify, from).await?;
    if !received.verified && signed.mac.is_some() {
        return Err(ApiError::new(Code::Forbidden, "The MAC does not fit the message."));
    }
    match received.state {
        Some(state) => Ok(Json(NotifyAnswer { status: state.status })),
        // A verified message has become an incident. A repetition would change nothing.
        None if received.verified => Ok(Json(NotifyAnswer { status: Status::Unknown })),
        None => Err(ApiError::not_found("There is no such transaction.")),
    }
}

/// The buyer's browser returns from the bank, by a link.
#[utoipa::path(
    get, path = "/payments/return", operation_id = "return_from_payment_by_link", tag = "payments",
    params(Signed),
    responses((status = 303, description = "To the page with the result of the payment."), Unreadable),
)]
pub async fn return_from_payment_by_link(
    State(app): State<AppState>,
    from: ClientAddress,
    signed: ApiResult<Query<Signed>>,
) -> Response {
    redirect(&app, signed.map(|Query(signed)| signed), from).await
}

/// The buyer's browser returns from the bank, by a form.
#[utoipa::path(
    post, path = "/payments/return", tag = "payments",
    request_body(content((Signed = "application/x-www-form-urlencoded"), (Signed = "application/json"))),
    responses((status = 303, description = "To the page with the result of the payment.")),
)]
pub async fn return_from_payment(
    State(app): State<AppState>,
    from: ClientAddress,
    signed: ApiResult<SignedBody>,
) -> Response {
    redirect(&app, signed.map(|SignedBody(signed)| signed), from).await
}

/// Always redirects to a page of the store, even after an error.
async fn redirect(app: &AppState, signed: ApiResult<Signed>, from: ClientAddress) -> Response {
    let page = match signed {
        Ok(signed) => page_after(app, &signed, from).await,
        Err(error) => Err(error),
    };
    let page = page.unwrap_or_else(|error| {
        tracing::warn!(%error, "a buyer's return cannot be processed now; reconciliation will do it");
        PENDING.to_owned()
    });
    (StatusCode::SEE_OTHER, [(header::CACHE_CONTROL, "no-store")], Redirect::to(&page)).into_response()
}

async fn page_after(app: &AppState, signed: &Signed, from: ClientAddress) -> ApiResult<String> {
    let received = receive_message(app, signed, Cause::Return, from).await?;
    let mut tx = app.db.read().await?;
    Ok(return_page(&mut tx, received.state, received.verified).await?)
}
