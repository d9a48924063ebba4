//! The provider's messages: the buyer's browser coming back, and the notification from server to server.
//!
//! Both carry `json` and `mac`. A message whose MAC fits is believed; any other is a hint at most, upon which the
//! provider is asked. So the worst that a forged message can do is a question.

use axum::{
    extract::{FromRequest, Request, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Redirect, Response},
};
use heliriiul_makecommerce::{Message, Status, verify_mac};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::{ask, cards, ledger::Cause, receive, settle::Settled};
use crate::{
    error::responses::{JsonBody, NoSuchId, RateLimited, ServiceAway, Unreadable},
    error::{ApiError, ApiResult, Code, Problem},
    extract::{self, Json, Query},
    orders::{self, OrderStatus},
    rate_limit::{self, ClientAddress, Limit},
    state::AppState,
    subscriptions,
};

/// Each hint may cost a question to the provider.
const HINTS: Limit = Limit::new("payment-hint", 30, std::time::Duration::from_mins(1));

/// A message as it arrives.
// It may hold what charges a card, so nothing prints it.
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

/// The body of a message: a form, or JSON, in which the message may also stand by itself.
pub struct SignedBody(Signed);

impl<S: Send + Sync> FromRequest<S> for SignedBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
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

/// What became of a message.
struct Taken {
    verified: bool,
    /// `None`: the store does not know the transaction.
    settled: Option<Settled>,
}

async fn take(app: &AppState, signed: &Signed, cause: Cause, from: ClientAddress) -> ApiResult<Taken> {
    let message = Message::parse(&signed.json).ok_or_else(|| ApiError::field("json", "invalid"))?;
    let secret_key = &app.payments.account.secret_key;
    let verified = signed.mac.as_deref().is_some_and(|mac| verify_mac(&signed.json, mac, secret_key));
    let outcome = match (verified, &signed.mac) {
        (true, _) => "verified",
        (false, Some(_)) => "wrong-mac",
        (false, None) => "hint",
    };
    metrics::counter!("payment_messages_total", "kind" => cause.name(), "outcome" => outcome).increment(1);
    if !verified {
        if signed.mac.is_some() {
            tracing::warn!(kind = cause.name(), id = message.transaction_id(), "a message has a wrong MAC");
        }
        rate_limit::count(&app.db, &[HINTS.of(from)], app.clock.now()).await?;
        let settled = ask(app, message.transaction_id(), Cause::Hint).await?;
        return Ok(Taken { verified, settled });
    }
    let id = message.transaction_id().to_owned();
    if let Some(error) = message.error() {
        tracing::info!(id, code = error.code, reason = error.message, "a card was not taken");
    }
    let token = message.token().cloned();
    if let Some(token) = &token {
        cards::card_shown(app, &id, token, cause).await?;
    }
    let mut settled = match message.report() {
        Some(report) if report.status != Status::Unknown => receive(app, &report, cause).await?,
        _ => ask(app, &id, cause).await?,
    };
    if let Some(Settled {
        status: Status::Pending | Status::Approved,
        subscription_payment_id: Some(payment),
        ..
    }) = settled
        && token.is_some()
    {
        // The card is verified, and the provider leaves the payment to the shop.
        cards::finish(app, &id, payment).await?;
        settled = ask(app, &id, cause).await?;
    }
    Ok(Taken { verified, settled })
}

/// How the transaction stands now.
#[derive(Serialize, ToSchema)]
pub struct NotifyAnswer {
    #[schema(value_type = String, example = "COMPLETED")]
    status: Status,
}

/// The provider's word about a payment, or the browser's hint that the buyer cancelled.
#[utoipa::path(
    post, path = "/notify", tag = "payments",
    request_body(content((Signed = "application/x-www-form-urlencoded"), (Signed = "application/json"))),
    responses(
        (status = 200, body = NotifyAnswer),
        JsonBody, NoSuchId,
        (status = 403, description = "The MAC does not fit", body = Problem),
        (status = 415, description = "Neither a form nor JSON", body = Problem),
        RateLimited, ServiceAway,
    )
)]
pub async fn notify(
    State(app): State<AppState>,
    from: ClientAddress,
    SignedBody(signed): SignedBody,
) -> ApiResult<Json<NotifyAnswer>> {
    let taken = take(&app, &signed, Cause::Notify, from).await?;
    if !taken.verified && signed.mac.is_some() {
        return Err(ApiError::new(Code::Forbidden, "The MAC does not fit the message."));
    }
    match taken.settled {
        Some(settled) => Ok(Json(NotifyAnswer { status: settled.status })),
        // A verified one is kept for a person; telling it again would change nothing.
        None if taken.verified => Ok(Json(NotifyAnswer { status: Status::Unknown })),
        None => Err(ApiError::not_found("There is no such transaction.")),
    }
}

/// The buyer's browser comes back from the bank, by a link.
#[utoipa::path(
    get, path = "/payments/return", operation_id = "return_from_payment_by_link", tag = "payments",
    params(Signed),
    responses(
        (status = 303, description = "To the page that tells how the payment ended."),
        Unreadable,
    )
)]
pub async fn return_from_payment_by_link(
    State(app): State<AppState>,
    from: ClientAddress,
    signed: Result<Query<Signed>, ApiError>,
) -> Response {
    come_back(&app, signed.map(|Query(signed)| signed), from).await
}

/// The buyer's browser comes back from the bank, by a form.
#[utoipa::path(
    post, path = "/payments/return", tag = "payments",
    request_body(content((Signed = "application/x-www-form-urlencoded"), (Signed = "application/json"))),
    responses(
        (status = 303, description = "To the page that tells how the payment ended."),
    )
)]
pub async fn return_from_payment(
    State(app): State<AppState>,
    from: ClientAddress,
    signed: Result<SignedBody, ApiError>,
) -> Response {
    come_back(&app, signed.map(|SignedBody(signed)| signed), from).await
}

/// Whatever happens, the buyer lands on a page of the store. Only a paid order looks like success.
async fn come_back(app: &AppState, signed: ApiResult<Signed>, from: ClientAddress) -> Response {
    let place = match signed {
        Ok(signed) => match take(app, &signed, Cause::Return, from).await {
            Ok(taken) => place_for(app, &taken).await,
            Err(error) => Err(error),
        },
        Err(error) => Err(error),
    };
    let place = place.unwrap_or_else(|error| {
        tracing::warn!(%error, "a buyer's return cannot be settled now; reconciliation will");
        "/ostukorv?makse=pending".to_owned()
    });
    (StatusCode::SEE_OTHER, [(header::CACHE_CONTROL, "no-store")], Redirect::to(&place)).into_response()
}

async fn place_for(app: &AppState, taken: &Taken) -> ApiResult<String> {
    let (status, order_id) = match taken.settled {
        Some(Settled { subscription_payment_id: Some(payment_id), .. }) => {
            return Ok(subscriptions::place_after(app, payment_id, taken.verified).await?);
        }
        Some(Settled { status, order_id: Some(order_id), .. }) => (status, order_id),
        _ => return Ok("/ostukorv?makse=pending".to_owned()),
    };
    let word = match (taken.verified, status) {
        (true, _) if orders::status(app, order_id).await? == Some(OrderStatus::Paid) => {
            return Ok(format!("/makse-sooritatud?tellimus={order_id}"));
        }
        (true, Status::Cancelled) => "cancelled",
        (true, Status::Failed | Status::Expired | Status::Refunded) => "failed",
        _ => "pending",
    };
    Ok(format!("/ostukorv?makse={word}&tellimus={order_id}"))
}
