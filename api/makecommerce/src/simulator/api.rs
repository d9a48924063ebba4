//! Shared parts of the simulator's API: the check of the shop's keys, responses with faults, and times.

use std::time::Duration;

use axum::{
    Json,
    extract::FromRequestParts,
    http::{HeaderValue, StatusCode, header, request::Parts},
    response::IntoResponse,
};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use heliriiul_db::Timestamp;
use serde_json::Value;

use super::{
    error::{SimulatorError, SimulatorResult},
    state::Simulator,
    switches::{Call, Fault},
};

/// Longer than any client waits.
const HANG: Duration = Duration::from_mins(5);

/// The caller sent the shop's keys (HTTP Basic).
pub struct ShopKeys;

impl FromRequestParts<Simulator> for ShopKeys {
    type Rejection = SimulatorError;

    async fn from_request_parts(parts: &mut Parts, simulator: &Simulator) -> SimulatorResult<Self> {
        let account = &simulator.settings.account;
        let keys = STANDARD.encode(format!("{}:{}", account.shop_id, account.secret_key));
        let received = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        if received == Some(format!("Basic {keys}").as_str()) {
            Ok(Self)
        } else {
            Err(SimulatorError::UNAUTHORIZED)
        }
    }
}

/// The response to a call that has done its work, unless a switch asks for a fault.
pub async fn respond(
    simulator: &Simulator,
    transaction_id: &str,
    call: Call,
    status: StatusCode,
    body: Value,
) -> SimulatorResult {
    tokio::time::sleep(simulator.switchboard.delay(transaction_id, call)).await;
    match simulator.switchboard.next_fault(transaction_id, call) {
        Some(Fault::Error) => Err(SimulatorError::INTERNAL),
        Some(Fault::Hang) => {
            tokio::time::sleep(HANG).await;
            Err(SimulatorError::INTERNAL)
        }
        None => {
            let content_type = HeaderValue::from_static("application/hal+json;charset=UTF-8");
            Ok((status, [(header::CONTENT_TYPE, content_type)], Json(body)).into_response())
        }
    }
}

/// `2026-01-15T10:20:00+0000`: the provider writes the offset without a colon.
pub fn provider_time(at: Timestamp) -> String {
    let at = at.utc();
    format!("{}T{:02}:{:02}:{:02}+0000", at.date(), at.hour(), at.minute(), at.second())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_an_offset_without_a_colon() {
        assert_eq!(provider_time(Timestamp::from_millis(1_795_826_554_007)), "2026-11-28T00:42:34+0000");
    }
}
