//! The errors of calls to the provider, and which of them allow another attempt.

use reqwest::StatusCode;
use serde_json::Value;
use thiserror::Error;

/// The shop's keys are wrong.
const UNAUTHORIZED: i64 = 1004;

/// The transaction is in a state that does not allow the call.
const WRONG_STATUS: i64 = 1021;

/// The payment is still being processed.
const PROCESSING: i64 = 1045;

/// Why a call failed.
#[derive(Debug, Error)]
pub enum ProviderError {
    #[error("the payment provider cannot be reached: {0}")]
    Unreachable(#[from] reqwest::Error),
    #[error("the payment provider returned {status}, code {code:?}: {message}")]
    Refused { status: StatusCode, code: Option<i64>, message: String },
    #[error("the payment provider's response cannot be read: {0}")]
    Unreadable(#[from] serde_json::Error),
    #[error("the payment provider left out the amount or the currency")]
    Incomplete,
}

impl ProviderError {
    /// Reads an error body as far as possible: its code decides whether a card may be charged again.
    pub(crate) fn from_response(status: StatusCode, body: &[u8]) -> Self {
        let body: Value = serde_json::from_slice(body).unwrap_or(Value::Null);
        let code = match &body["code"] {
            Value::Number(code) => code.as_i64(),
            Value::String(code) => code.parse().ok(),
            _ => None,
        };
        let message = body["message"].as_str().unwrap_or("").to_owned();
        Self::Refused { status, code, message }
    }

    /// Whether the same call may succeed soon. False after a timeout, which has cost the caller enough time.
    pub(crate) fn is_transient(&self) -> bool {
        match self {
            Self::Unreachable(error) => !error.is_timeout(),
            Self::Refused { status, .. } => {
                status.is_server_error() || *status == StatusCode::TOO_MANY_REQUESTS
            }
            Self::Unreadable(_) | Self::Incomplete => false,
        }
    }

    /// Whether the bank declined a charge.
    ///
    /// The provider does not publish the codes of declines. A refused charge counts as a decline when it has the
    /// provider's error body (a proxy may refuse a call too), and is not about the shop's keys, the address, the
    /// rate of calls or the state of the transaction.
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

    /// Whether the payment is still being processed, so that it cannot be refunded yet.
    pub const fn is_processing(&self) -> bool {
        matches!(self, Self::Refused { code: Some(PROCESSING), .. })
    }

    /// Whether the provider may have done the work although no usable response came.
    pub fn is_unanswered(&self) -> bool {
        match self {
            Self::Unreachable(error) => !error.is_connect(),
            Self::Refused { status, .. } => {
                status.is_server_error() || *status == StatusCode::REQUEST_TIMEOUT
            }
            Self::Unreadable(_) | Self::Incomplete => true,
        }
    }

    /// Whether the provider may still be doing the work.
    pub fn is_still_running(&self) -> bool {
        match self {
            Self::Unreachable(error) => !error.is_connect(),
            Self::Refused { status, .. } => {
                matches!(*status, StatusCode::REQUEST_TIMEOUT | StatusCode::GATEWAY_TIMEOUT)
            }
            Self::Unreadable(_) | Self::Incomplete => false,
        }
    }

    /// Whether the provider has no such transaction.
    pub fn is_not_found(&self) -> bool {
        matches!(self, Self::Refused { status: StatusCode::NOT_FOUND, .. })
    }

    /// The value of the metrics' label `outcome`.
    pub(crate) const fn outcome(&self) -> &'static str {
        match self {
            Self::Unreachable(_) => "unreachable",
            Self::Refused { .. } => "refused",
            Self::Unreadable(_) | Self::Incomplete => "unreadable",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_and_status_tell_refusals_apart() {
        let error = |status: u16, body: &str| {
            ProviderError::from_response(StatusCode::from_u16(status).unwrap(), body.as_bytes())
        };
        for (status, body, declined) in [
            (400, r#"{"code":1099,"message":"Payment declined"}"#, true),
            (402, r#"{"code":"1064","message":"Token expired"}"#, true),
            (400, r#"{"message":"Declined"}"#, true),
            (400, r#"{"code":1021,"message":null}"#, false),
            (400, r#"{"code":1004,"message":"Unauthorized"}"#, false),
            (401, r#"{"code":1004,"message":"Unauthorized"}"#, false),
            (404, r#"{"code":1002,"message":"Not found"}"#, false),
            (429, r#"{"code":1003,"message":"Too many"}"#, false),
            (403, "<html>The page of a proxy</html>", false),
            (500, r#"{"code":1000,"message":"Internal"}"#, false),
        ] {
            assert_eq!(error(status, body).is_decline(), declined, "{status} {body}");
        }
        assert!(error(400, r#"{"code":1021,"message":null}"#).is_wrong_status());
        assert!(error(400, r#"{"code":1045}"#).is_processing());
        assert!(error(502, "<html>").is_unanswered() && error(408, "").is_unanswered());
        assert!(!error(429, "").is_unanswered() && !error(400, r#"{"code":1}"#).is_unanswered());
    }
}
