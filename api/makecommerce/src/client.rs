//! The client of the provider's HTTP API.

use std::{
    net::Ipv4Addr,
    time::{Duration, Instant},
};

use heliriiul_db::Cents;
use reqwest::{Method, RequestBuilder, header, redirect};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::{Value, json};

use crate::{
    error::ProviderError,
    status::{CURRENCY, RefundStatus, Status},
    transaction::Transaction,
};

/// Waits before the second and the third attempt of a read.
const RETRY_AFTER: [Duration; 2] = [Duration::from_millis(200), Duration::from_millis(800)];

const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);

/// Stands for the address of a buyer without IPv4, since the provider's schema requires one. The range is reserved
/// for documentation (RFC 5737).
const NO_IPV4: Ipv4Addr = Ipv4Addr::new(192, 0, 2, 1);

/// The HTTP client for calls between the store and the provider. `no_proxy` ignores the proxies that the environment
/// names, since the simulator runs on the same machine.
pub fn http_client(timeout: Duration, no_proxy: bool) -> Result<reqwest::Client, reqwest::Error> {
    let mut http = reqwest::Client::builder()
        .timeout(timeout)
        .connect_timeout(CONNECT_TIMEOUT)
        .redirect(redirect::Policy::none())
        .user_agent(concat!("heliriiul/", env!("CARGO_PKG_VERSION")));
    if no_proxy {
        http = http.no_proxy();
    }
    http.build()
}

/// The address of the provider's API, and the shop's keys.
#[derive(Clone)]
pub struct Account {
    /// Up to and including `/v1`, without a slash at the end.
    pub api_url: String,
    pub shop_id: String,
    /// The password of API calls; it also signs messages.
    pub secret_key: String,
}

/// Calls the API on behalf of one shop.
pub struct Client {
    http: reqwest::Client,
    account: Account,
}

/// A transaction to create.
pub struct NewTransaction<'a> {
    pub amount: Cents,
    /// At most 20 characters.
    pub reference: &'a str,
    /// The provider returns it unchanged.
    pub merchant_data: &'a str,
    /// Whether the buyer's card is saved for further charges.
    pub recurring: bool,
    pub return_url: &'a str,
    pub notification_url: &'a str,
    pub email: &'a str,
    pub ip: Option<Ipv4Addr>,
}

#[derive(Deserialize)]
struct PaymentResponse {
    transaction: Option<ChargedTransaction>,
}

#[derive(Deserialize)]
struct ChargedTransaction {
    status: Status,
}

/// A refund at the provider.
#[derive(Clone, Debug, Deserialize)]
pub struct Refund {
    pub id: String,
    pub status: RefundStatus,
}

impl Client {
    pub const fn new(http: reqwest::Client, account: Account) -> Self {
        Self { http, account }
    }

    /// Creates a transaction. Never retries: the provider has no idempotency key.
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

    /// The authoritative state of a transaction. `id` comes from the provider.
    pub async fn transaction(&self, id: &str) -> Result<Transaction, ProviderError> {
        let path = format!("/transactions/{id}");
        let mut retries = RETRY_AFTER.into_iter();
        loop {
            let error = match self.call("get-transaction", Method::GET, &path, None).await {
                Ok(transaction) => return Ok(transaction),
                Err(error) => error,
            };
            match retries.next() {
                Some(wait) if error.is_transient() => tokio::time::sleep(wait).await,
                _ => return Err(error),
            }
        }
    }

    /// Charges a saved card; returns the state of the transaction. Never retries: after a call without a response,
    /// read the transaction first.
    pub async fn charge(&self, id: &str, token: &str, amount: Cents) -> Result<Status, ProviderError> {
        let path = format!("/transactions/{id}/payments");
        let body = json!({ "token": token, "amount": amount.to_string(), "currency": CURRENCY });
        let payment: PaymentResponse = self.call("charge", Method::POST, &path, Some(&body)).await?;
        Ok(payment.transaction.map_or(Status::Unknown, |transaction| transaction.status))
    }

    /// Refunds a part of a transaction or all of it. Never retries.
    pub async fn refund(&self, id: &str, amount: Cents, comment: &str) -> Result<Refund, ProviderError> {
        let path = format!("/transactions/{id}/refunds");
        let body = json!({ "amount": amount.to_string(), "comment": comment });
        self.call("refund", Method::POST, &path, Some(&body)).await
    }

    /// The state of a refund. `id` comes from the provider.
    pub async fn refund_state(&self, id: &str) -> Result<Refund, ProviderError> {
        self.call("get-refund", Method::GET, &format!("/refunds/{id}"), None).await
    }

    /// Makes a call, counts it and logs its failure. `name` is its label in the metrics.
    async fn call<T: DeserializeOwned>(
        &self,
        name: &'static str,
        method: Method,
        path: &str,
        body: Option<&Value>,
    ) -> Result<T, ProviderError> {
        let started = Instant::now();
        let mut request = self.http.request(method, format!("{}{path}", self.account.api_url));
        if let Some(body) = body {
            request = request.json(body);
        }
        let result: Result<T, ProviderError> = self.send(request).await;
        let outcome = result.as_ref().map_or_else(ProviderError::outcome, |_| "ok");
        metrics::counter!("payment_provider_calls_total", "call" => name, "outcome" => outcome).increment(1);
        metrics::histogram!("payment_provider_seconds", "call" => name).record(started.elapsed());
        if let Err(error) = &result {
            tracing::warn!(%error, call = name, "a call to the payment provider failed");
        }
        result
    }

    async fn send<T: DeserializeOwned>(&self, request: RequestBuilder) -> Result<T, ProviderError> {
        let response = request
            .basic_auth(&self.account.shop_id, Some(&self.account.secret_key))
            .header(header::ACCEPT, "application/json")
            .send()
            .await?;
        let status = response.status();
        if let Some(id) = response.headers().get("x-request-id").and_then(|value| value.to_str().ok()) {
            tracing::debug!(provider_request_id = id, %status, "the payment provider responded");
        }
        let body = response.bytes().await?;
        if !status.is_success() {
            return Err(ProviderError::from_response(status, &body));
        }
        Ok(serde_json::from_slice(&body)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_payment_without_a_transaction_has_no_status() {
        let recorded = r#"{"id":"p","object":"payment","status":"COMPLETED","amount":6.99,"currency":"EUR",
            "card":{"type":"visa","last2":"11"},"transaction":{"id":"t","status":"COMPLETED"}}"#;
        let payment: PaymentResponse = serde_json::from_str(recorded).unwrap();
        assert_eq!(payment.transaction.unwrap().status, Status::Completed);
        let payment: PaymentResponse = serde_json::from_str(r#"{"id":"p","transaction":null}"#).unwrap();
        assert!(payment.transaction.is_none());
    }
}
