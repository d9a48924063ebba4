//! The provider's messages: the return of the buyer's browser, and the notification from server to server.
//!
//! Both carry `json` and `mac`. A message with a valid MAC is believed. Any other is at most a hint, upon which the
//! provider is asked. So a forged message can only cause a question.

use axum::{
    extract::{FromRequest, Request, State},
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Redirect, Response},
};
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::Sha256;
use utoipa::{IntoParams, ToSchema};

use super::{
    charge::{attach_card, charge_verified_card},
    return_page::{PENDING, return_page},
    settle::{Settled, fetch_and_settle, receive},
    transactions::Subject,
};
use crate::{
    error::responses::{JsonBody, NoSuchId, RateLimited, ServiceAway, Unreadable},
    error::{ApiError, ApiResult, Code, Problem},
    extract::{self, Json, Query},
    ledger::Cause,
    payments::{Message, Status, mac},
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

impl Signed {
    fn is_signed_with(&self, secret: &str) -> bool {
        let expected = mac(&self.json, secret);
        let given = self.mac.as_deref().unwrap_or_default().to_ascii_uppercase();
        // Compares keyed digests in constant time, so that the duration reveals nothing about the valid MAC.
        let keyed =
            |text: &str| Hmac::<Sha256>::new_from_slice(secret.as_bytes()).map(|key| key.chain_update(text));
        match (keyed(&expected), keyed(&given)) {
            (Ok(expected), Ok(given)) => expected.verify(&given.finalize().into_bytes()).is_ok(),
            _ => false,
        }
    }

    fn message(&self) -> Result<Message, ApiError> {
        let message: Message =
            serde_json::from_str(&self.json).map_err(|_| ApiError::field("json", "invalid"))?;
        // It becomes a part of a URL and a value in the database.
        let id = message.transaction_id();
        let plain = (1..=64).contains(&id.len())
            && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if plain { Ok(message) } else { Err(ApiError::field("json", "invalid")) }
    }
}

/// The result of a message.
struct Received {
    verified: bool,
    /// `None`: the store does not know the transaction.
    settled: Option<Settled>,
}

async fn receive_message(
    app: &AppState,
    signed: &Signed,
    cause: Cause,
    from: ClientAddress,
) -> ApiResult<Received> {
    let message = signed.message()?;
    let verified = signed.is_signed_with(&app.payments.secret);
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
        rate_limit::count(app, &[HINTS.of(from)], app.clock.now()).await?;
        let settled = fetch_and_settle(app, &id, Cause::Hint).await?;
        return Ok(Received { verified, settled });
    }
    if let Some(error) = message.error() {
        tracing::info!(id, code = error.code, reason = error.message, "the provider gave no card token");
    }
    let token = message.token().cloned();
    if let Some(token) = &token {
        attach_card(app, &id, token, cause).await?;
    }
    let mut settled = match message.report() {
        Some(report) if report.status != Status::Unknown => receive(app, &report, cause).await?,
        _ => fetch_and_settle(app, &id, cause).await?,
    };
    if token.is_some()
        && let Some(Settled {
            status: Status::Pending | Status::Approved,
            subject: Subject::Subscription(payment_id),
        }) = settled
    {
        // The card is verified, and the provider leaves the charge to the shop.
        charge_verified_card(app, &id, payment_id).await?;
        settled = fetch_and_settle(app, &id, cause).await?;
    }
    Ok(Received { verified, settled })
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
        (status = 200, body = NotifyAnswer),
        JsonBody, NoSuchId,
        (status = 403, description = "The MAC is wrong", body = Problem),
        (status = 415, description = "Neither a form nor JSON", body = Problem),
        RateLimited, ServiceAway,
    )
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
    match received.settled {
        Some(settled) => Ok(Json(NotifyAnswer { status: settled.status })),
        // A verified one has become an incident; a repetition would change nothing.
        None if received.verified => Ok(Json(NotifyAnswer { status: Status::Unknown })),
        None => Err(ApiError::not_found("There is no such transaction.")),
    }
}

/// The buyer's browser returns from the bank, by a link.
#[utoipa::path(
    get, path = "/payments/return", operation_id = "return_from_payment_by_link", tag = "payments",
    params(Signed),
    responses(
        (status = 303, description = "To the page with the result of the payment."),
        Unreadable,
    )
)]
pub async fn return_from_payment_by_link(
    State(app): State<AppState>,
    from: ClientAddress,
    signed: Result<Query<Signed>, ApiError>,
) -> Response {
    redirect(&app, signed.map(|Query(signed)| signed), from).await
}

/// The buyer's browser returns from the bank, by a form.
#[utoipa::path(
    post, path = "/payments/return", tag = "payments",
    request_body(content((Signed = "application/x-www-form-urlencoded"), (Signed = "application/json"))),
    responses(
        (status = 303, description = "To the page with the result of the payment."),
    )
)]
pub async fn return_from_payment(
    State(app): State<AppState>,
    from: ClientAddress,
    signed: Result<SignedBody, ApiError>,
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
        tracing::warn!(%error, "a buyer's return cannot be settled now; reconciliation will do it");
        PENDING.to_owned()
    });
    (StatusCode::SEE_OTHER, [(header::CACHE_CONTROL, "no-store")], Redirect::to(&page)).into_response()
}

async fn page_after(app: &AppState, signed: &Signed, from: ClientAddress) -> ApiResult<String> {
    let received = receive_message(app, signed, Cause::Return, from).await?;
    let mut tx = app.db.read().await?;
    Ok(return_page(&mut tx, received.settled, received.verified).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The test vector of the provider's documentation, with letters beyond ASCII.
    const JSON: &str = r#"{"amount":"6.99","currency":"EUR","customer_name":"Tõnu Õunapuu","merchant_data":"","message_time":"2026-01-15T10:20:30+0000","message_type":"payment_return","reference":"T-1001","shop":"11111111-2222-4333-8444-555555555555","signature":"","status":"COMPLETED","transaction":"aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee"}"#;
    const MAC: &str = "E4CE1FE2EB557B9433B071248A62A66532BD94C46FF378A9EF2EC23B71CD35A58FE675D3331A6F65B47572C52B59E7BEAC51E0D4CD6DBCB91106ACEF2307C32A";

    #[test]
    fn the_mac_is_over_the_bytes_as_received() {
        assert_eq!(mac(JSON, "local-test-secret"), MAC);
        let signed =
            |json: &str, mac: Option<&str>| Signed { json: json.to_owned(), mac: mac.map(str::to_owned) };
        let fits = |signed: Signed| signed.is_signed_with("local-test-secret");
        assert!(fits(signed(JSON, Some(MAC))));
        assert!(fits(signed(JSON, Some(&MAC.to_lowercase()))));
        assert!(!fits(signed(&JSON.replace("6.99", "6.990"), Some(MAC))));
        assert!(!fits(signed(JSON, Some(&MAC[1..]))));
        assert!(!fits(signed(JSON, Some(""))));
        assert!(!fits(signed(JSON, None)));
    }

    #[test]
    fn a_transaction_id_is_plain() {
        for id in ["", "../x", "a b", "õ", "a\\u0000"] {
            let json = format!(r#"{{"transaction":"{id}"}}"#);
            assert!(Signed { json, mac: None }.message().is_err(), "{id}");
        }
        let json = r#"{"transaction":{"id":"aaaaaaaa-bbbb"}}"#.to_owned();
        assert!(Signed { json, mac: None }.message().is_ok());
    }
}
