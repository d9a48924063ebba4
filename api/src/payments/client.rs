//! The client of the MakeCommerce API. The simulator is another address, never another client.

use std::{
    net::Ipv4Addr,
    time::{Duration, Instant},
};

use reqwest::{Method, RequestBuilder, StatusCode, header};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};
use thiserror::Error;

use super::provider::{CURRENCY, Status, Transaction};
use crate::{
    error::{ApiError, Code},
    money::Cents,
};

/// Waits before the second and the third try of a read.
const RETRY_AFTER: [Duration; 2] = [Duration::from_millis(200), Duration::from_millis(800)];

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// The provider's schema asks for an IPv4 address of the buyer. A buyer without one is named by this, which is
/// set aside for documentation and belongs to nobody.
const NO_IPV4: Ipv4Addr = Ipv4Addr::new(192, 0, 2, 1);

/// Our keys are not the right ones.
const UNAUTHORIZED: i64 = 1004;

/// The transaction is in the wrong state for what was asked.
const WRONG_STATUS: i64 = 1021;

/// The payment is still being processed.
const PROCESSING: i64 = 1045;

pub struct Client {
    http: reqwest::Client,
    /// Up to and with `/v1`.
    base: String,
    shop_id: String,
    secret: String,
}

/// Where the provider is, and who we are to it.
pub struct Access {
    pub base: String,
    pub shop_id: String,
    pub secret: String,
    pub timeout: Duration,
    /// The simulator is this very machine, which no proxy stands before.
    pub no_proxy: bool,
}

/// A transaction to make.
pub struct NewTransaction<'a> {
    pub amount: Cents,
    /// At most 20 characters.
    pub reference: &'a str,
    /// Comes back as it is.
    pub merchant_data: &'a str,
    /// The buyer's card is to be kept for further charges.
    pub recurring: bool,
    pub return_url: &'a str,
    pub notification_url: &'a str,
    pub email: &'a str,
    pub ip: Option<Ipv4Addr>,
}

#[derive(Debug, Error)]
pub enum ProviderError {
    #[error("the payment provider cannot be reached: {0}")]
    Unreachable(#[from] reqwest::Error),
    #[error("the payment provider answered {status}, code {code:?}: {message}")]
    Refused { status: StatusCode, code: Option<i64>, message: String },
    #[error("the payment provider's answer cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    #[error("the payment provider left out the amount or the currency")]
    Incomplete,
}

impl ProviderError {
    /// Whether the same call may do better soon. Not after a time-out: it has cost the caller enough.
    fn is_passing(&self) -> bool {
        match self {
            Self::Unreachable(error) => !error.is_timeout(),
            Self::Refused { status, .. } => {
                status.is_server_error() || *status == StatusCode::TOO_MANY_REQUESTS
            }
            Self::Unreadable(_) | Self::Incomplete => false,
        }
    }

    /// Whether the bank said no to a charge.
    ///
    /// The provider's public papers do not list the codes of declines, so every refusal of a charge counts as one that
    /// is in the provider's own form (anything may stand between, and answer) and is not about us (keys, address, pace)
    /// or about the transaction's state.
    pub fn is_decline(&self) -> bool {
        match self {
            Self::Refused { status, code, message } => {
                status.is_client_error()
                    && (code.is_some() || !message.is_empty())
                    && !matches!(*code, Some(WRONG_STATUS | PROCESSING | UNAUTHORIZED))
                    && !matches!(
                        *status,
                        StatusCode::UNAUTHORIZED
                            | StatusCode::NOT_FOUND
                            | StatusCode::REQUEST_TIMEOUT
                            | StatusCode::TOO_MANY_REQUESTS
                    )
            }
            _ => false,
        }
    }

    /// Whether the transaction is in a state that allows no charge, such as paid.
    pub const fn is_wrong_status(&self) -> bool {
        matches!(self, Self::Refused { code: Some(WRONG_STATUS), .. })
    }

    /// Whether a payment is still being processed, so that it cannot be given back yet.
    pub const fn is_processing(&self) -> bool {
        matches!(self, Self::Refused { code: Some(PROCESSING), .. })
    }

    /// Whether the call may have been worked in though no usable answer came.
    pub fn is_unanswered(&self) -> bool {
        match self {
            Self::Unreachable(error) => !error.is_connect(),
            Self::Refused { status, .. } => {
                status.is_server_error() || *status == StatusCode::REQUEST_TIMEOUT
            }
            Self::Unreadable(_) | Self::Incomplete => true,
        }
    }

    /// Whether the provider has no such transaction.
    pub fn is_not_found(&self) -> bool {
        matches!(self, Self::Refused { status: StatusCode::NOT_FOUND, .. })
    }

    const fn outcome(&self) -> &'static str {
        match self {
            Self::Unreachable(_) => "unreachable",
            Self::Refused { .. } => "refused",
            Self::Unreadable(_) | Self::Incomplete => "unreadable",
        }
    }
}

impl From<ProviderError> for ApiError {
    fn from(error: ProviderError) -> Self {
        Self::new(Code::ProviderUnavailable, "The payment provider does not answer as it should.")
            .caused_by(error)
    }
}

/// What came of charging a kept card.
#[derive(Clone, Copy, Debug)]
pub struct Charge {
    /// Of the transaction.
    pub status: Status,
}

#[derive(Deserialize)]
struct PaymentAnswer {
    #[serde(default)]
    transaction: Option<ChargedTransaction>,
}

#[derive(Deserialize)]
struct ChargedTransaction {
    status: Status,
}

/// Money on its way back, as the provider has it.
#[derive(Clone, Debug, Deserialize)]
pub struct ProviderRefund {
    pub id: String,
    /// CREATED, SENT, SETTLED or FAILED; newer: PENDING, CANCELLED.
    pub status: String,
}

/// An error body, however much of it is there: what the code says decides whether a card is charged again.
fn refusal(status: StatusCode, body: &[u8]) -> ProviderError {
    let body: Value = serde_json::from_slice(body).unwrap_or_default();
    let code = match &body["code"] {
        Value::Number(code) => code.as_i64(),
        Value::String(code) => code.parse().ok(),
        _ => None,
    };
    let message = body["message"].as_str().unwrap_or_default().to_owned();
    ProviderError::Refused { status, code, message }
}

impl Client {
    pub fn new(access: Access) -> Result<Self, reqwest::Error> {
        let mut http = reqwest::Client::builder()
            .timeout(access.timeout)
            .connect_timeout(CONNECT_TIMEOUT)
            .redirect(reqwest::redirect::Policy::none())
            .user_agent(concat!("heliriiul/", env!("CARGO_PKG_VERSION")));
        if access.no_proxy {
            http = http.no_proxy();
        }
        Ok(Self { http: http.build()?, base: access.base, shop_id: access.shop_id, secret: access.secret })
    }

    /// Makes a transaction. Never repeated by itself: the provider knows no idempotency key.
    pub async fn create(&self, new: &NewTransaction<'_>) -> Result<Transaction, ProviderError> {
        let address = |url: &str| json!({ "url": url, "method": "POST" });
        let ip = new.ip.unwrap_or(NO_IPV4);
        let body = json!({
            "transaction": {
                "amount": new.amount.to_string(),
                "currency": CURRENCY,
                "reference": new.reference,
                "merchant_data": new.merchant_data,
                "recurring_required": new.recurring,
                "transaction_url": {
                    "return_url": address(new.return_url),
                    "cancel_url": address(new.return_url),
                    "notification_url": address(new.notification_url),
                },
            },
            "customer": { "ip": ip.to_string(), "email": new.email, "country": "ee", "locale": "et" },
        });
        self.call("create-transaction", Method::POST, "/transactions", Some(&body)).await
    }

    /// The authoritative state of a transaction. `id` is one that the provider gave.
    pub async fn transaction(&self, id: &str) -> Result<Transaction, ProviderError> {
        let path = format!("/transactions/{id}");
        let mut retries = RETRY_AFTER.into_iter();
        loop {
            let failed = match self.call("get-transaction", Method::GET, &path, None).await {
                Ok(transaction) => return Ok(transaction),
                Err(error) => error,
            };
            match retries.next() {
                Some(wait) if failed.is_passing() => tokio::time::sleep(wait).await,
                _ => return Err(failed),
            }
        }
    }

    /// Charges a kept card. Never repeated by itself: without an answer, ask for the transaction first.
    pub async fn charge(&self, id: &str, token: &str, amount: Cents) -> Result<Charge, ProviderError> {
        let path = format!("/transactions/{id}/payments");
        let body = json!({ "token": token, "amount": amount.to_string(), "currency": CURRENCY });
        let answer: PaymentAnswer = self.call("charge", Method::POST, &path, Some(&body)).await?;
        Ok(Charge { status: answer.transaction.map_or(Status::Unknown, |transaction| transaction.status) })
    }

    /// Gives money back. Never repeated by itself.
    pub async fn refund(
        &self,
        id: &str,
        amount: Cents,
        comment: &str,
    ) -> Result<ProviderRefund, ProviderError> {
        let path = format!("/transactions/{id}/refunds");
        let body = json!({ "amount": amount.to_string(), "comment": comment });
        self.call("refund", Method::POST, &path, Some(&body)).await
    }

    /// How a refund stands. `id` is one that the provider gave.
    pub async fn refund_state(&self, id: &str) -> Result<ProviderRefund, ProviderError> {
        self.call("get-refund", Method::GET, &format!("/refunds/{id}"), None).await
    }

    /// Posts a form as it is, for the simulator's notifications.
    pub async fn post_form(&self, url: &str, fields: &[(&str, &str)]) -> Result<StatusCode, reqwest::Error> {
        Ok(self.http.post(url).form(fields).send().await?.status())
    }

    async fn call<T: DeserializeOwned>(
        &self,
        name: &'static str,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<T, ProviderError> {
        let started = Instant::now();
        let mut request = self.http.request(method, format!("{}{path}", self.base));
        if let Some(body) = body {
            request = request.json(body);
        }
        let result: Result<T, ProviderError> = self.answer(request).await;
        let outcome = result.as_ref().map_or_else(ProviderError::outcome, |_| "ok");
        metrics::counter!("payment_provider_calls_total", "call" => name, "outcome" => outcome).increment(1);
        metrics::histogram!("payment_provider_seconds", "call" => name).record(started.elapsed());
        if let Err(error) = &result {
            tracing::warn!(%error, call = name, "a call to the payment provider failed");
        }
        result
    }

    async fn answer<T: DeserializeOwned>(&self, request: RequestBuilder) -> Result<T, ProviderError> {
        let request =
            request.basic_auth(&self.shop_id, Some(&self.secret)).header(header::ACCEPT, "application/json");
        let response = request.send().await?;
        let status = response.status();
        if let Some(id) = response.headers().get("x-request-id").and_then(|value| value.to_str().ok()) {
            tracing::debug!(provider_request_id = id, %status, "the payment provider answered");
        }
        let body = response.bytes().await?;
        if !status.is_success() {
            return Err(refusal(status, &body));
        }
        Ok(serde_json::from_slice(&body)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_told_apart_by_code_and_status() {
        let of = |status: u16, body: &str| refusal(StatusCode::from_u16(status).unwrap(), body.as_bytes());
        for (status, body, declined) in [
            (400, r#"{"code":1099,"message":"Payment declined"}"#, true),
            (402, r#"{"code":"1064","message":"Token expired"}"#, true),
            (400, r#"{"message":"Declined"}"#, true),
            (400, r#"{"code":1021,"message":null}"#, false),
            (400, r#"{"code":1004,"message":"Unauthorized"}"#, false),
            (401, r#"{"code":1004,"message":"Unauthorized"}"#, false),
            (404, r#"{"code":1002,"message":"Not found"}"#, false),
            (429, r#"{"code":1003,"message":"Too many"}"#, false),
            (403, "<html>A wall between</html>", false),
            (500, r#"{"code":1000,"message":"Internal"}"#, false),
        ] {
            assert_eq!(of(status, body).is_decline(), declined, "{status} {body}");
        }
        assert!(of(400, r#"{"code":1021,"message":null}"#).is_wrong_status());
        assert!(of(400, r#"{"code":1045}"#).is_processing());
        assert!(of(502, "<html>").is_unanswered() && of(408, "").is_unanswered());
        assert!(!of(429, "").is_unanswered() && !of(400, r#"{"code":1}"#).is_unanswered());
    }

    #[test]
    fn a_payment_without_a_transaction_is_no_word_about_it() {
        let recorded = r#"{"id":"p","object":"payment","status":"COMPLETED","amount":6.99,"currency":"EUR",
            "card":{"type":"visa","last2":"11"},"transaction":{"id":"t","status":"COMPLETED"}}"#;
        let answer: PaymentAnswer = serde_json::from_str(recorded).unwrap();
        assert_eq!(answer.transaction.unwrap().status, Status::Completed);
        let answer: PaymentAnswer = serde_json::from_str(r#"{"id":"p","transaction":null}"#).unwrap();
        assert!(answer.transaction.is_none());
    }
}
