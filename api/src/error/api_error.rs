//! The errors of the API: one table of codes, rendered as RFC 9457 problem documents.
//!
//! A handler returns `Err(ApiError)`. [`render_problem`] adds the request id and, for a 5xx, logs the cause.

use std::{borrow::Cow, error::Error as StdError, fmt, sync::Arc};

use axum::{
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use heliriiul_db::{DbError, is_unavailable};
use heliriiul_makecommerce::ProviderError;
use serde::Serialize;
use utoipa::ToSchema;

/// The media type of problem documents (RFC 9457 §3).
pub const PROBLEM_JSON: &str = "application/problem+json";

/// When to try again after a 503 that knows no better time.
const RETRY_AFTER_SECONDS: u64 = 5;

pub type ApiResult<T> = Result<T, ApiError>;

macro_rules! codes {
    ($($name:ident = $text:literal, $status:ident, $title:literal;)+) => {
        /// The stable codes of errors. The front ends choose their wording by them.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Code { $($name),+ }

        impl Code {
            pub const ALL: &[Self] = &[$(Self::$name),+];

            pub const fn text(self) -> &'static str {
                match self { $(Self::$name => $text),+ }
            }

            pub const fn status(self) -> StatusCode {
                match self { $(Self::$name => StatusCode::$status),+ }
            }

            pub const fn title(self) -> &'static str {
                match self { $(Self::$name => $title),+ }
            }
        }
    };
}

codes! {
    MalformedRequest = "malformed-request", BAD_REQUEST, "The request cannot be read";
    Unauthorized = "unauthorized", UNAUTHORIZED, "No valid session";
    TokenMismatch = "token-mismatch", UNAUTHORIZED, "Two different api tokens were sent";
    InvalidCredentials = "invalid-credentials", UNAUTHORIZED, "The email address or the password is wrong";
    GiftCardUsed = "gift-card-used", UNAUTHORIZED, "The gift card has been used";
    ChargeDeclined = "charge-declined", PAYMENT_REQUIRED, "The card was declined";
    QuotaFull = "quota-full", PAYMENT_REQUIRED, "The listening hours of the plan are used up";
    Forbidden = "forbidden", FORBIDDEN, "Not allowed";
    SubscriptionRequired = "package-required", FORBIDDEN, "This needs an active subscription";
    NotFound = "not-found", NOT_FOUND, "Not found";
    DiscountNotFound = "discount-not-found", NOT_FOUND, "No such active discount code";
    GiftCardNotFound = "gift-card-not-found", NOT_FOUND, "No such gift card";
    MethodNotAllowed = "method-not-allowed", METHOD_NOT_ALLOWED, "The address does not support this method";
    RequestTimeout = "request-timeout", REQUEST_TIMEOUT, "The request did not come in time";
    EmailInUse = "email-in-use", CONFLICT, "An account with this email address exists";
    StaleRevision = "stale-revision", CONFLICT, "Something newer has been saved";
    SubscriptionActive = "package-active", CONFLICT, "A subscription is active already";
    TrialUsed = "trial-used", CONFLICT, "The free trial has been used";
    DowngradeAtPeriodEnd = "downgrade-at-period-end", CONFLICT, "This plan can only begin at the end of the billing period";
    CardMissing = "card-missing", CONFLICT, "No card is saved for this";
    PaymentInProgress = "payment-in-progress", CONFLICT, "Another payment of this account is being made";
    UpgradeTooLate = "upgrade-too-late", CONFLICT, "The billing period ended before the upgrade was confirmed";
    WithdrawalWaived = "withdrawal-waived", CONFLICT, "The buyer has given up the right of withdrawal";
    WithdrawalTooLate = "withdrawal-too-late", CONFLICT, "The 14 days for a withdrawal have passed";
    RefundTooLarge = "refund-too-large", CONFLICT, "More than is left of the payment";
    RefundInProgress = "refund-in-progress", CONFLICT, "Another refund of this payment is under way";
    RefundedAlready = "refunded-already", CONFLICT, "This is refunded already";
    RefundRefused = "refund-refused", CONFLICT, "The payment provider refused the refund";
    IncidentResolved = "incident-resolved", CONFLICT, "The incident is resolved already";
    Conflict = "conflict", CONFLICT, "The present state does not allow this";
    PayloadTooLarge = "payload-too-large", PAYLOAD_TOO_LARGE, "The request body is too large";
    UnsupportedMediaType = "unsupported-media-type", UNSUPPORTED_MEDIA_TYPE, "The content type is not supported";
    RangeNotSatisfiable = "range-not-satisfiable", RANGE_NOT_SATISFIABLE, "The range is outside the file";
    Validation = "validation", UNPROCESSABLE_ENTITY, "A field does not meet its rule";
    TokenInvalid = "token-invalid", UNPROCESSABLE_ENTITY, "The token is unknown, used or expired";
    TooManyRequests = "too-many-requests", TOO_MANY_REQUESTS, "Too many requests";
    Internal = "internal", INTERNAL_SERVER_ERROR, "The server failed";
    ProviderUnavailable = "provider-unavailable", SERVICE_UNAVAILABLE, "Another service does not respond";
    ChargeUnanswered = "charge-unanswered", SERVICE_UNAVAILABLE, "It is not known yet whether the card was charged";
    Unavailable = "unavailable", SERVICE_UNAVAILABLE, "The store is not available right now";
}

/// A field that does not meet its rule. `field` is its name in the request, `code` is the rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct FieldError {
    #[schema(example = "email")]
    pub field: String,
    #[schema(example = "required")]
    pub code: Cow<'static, str>,
}

/// The error of a handler.
#[derive(Clone)]
pub struct ApiError {
    pub code: Code,
    detail: Cow<'static, str>,
    errors: Vec<FieldError>,
    extensions: serde_json::Map<String, serde_json::Value>,
    retry_after_seconds: Option<u64>,
    source: Option<Arc<dyn StdError + Send + Sync>>,
}

impl ApiError {
    /// `detail` is English, for developers.
    pub fn new(code: Code, detail: impl Into<Cow<'static, str>>) -> Self {
        Self {
            code,
            detail: detail.into(),
            errors: Vec::new(),
            extensions: serde_json::Map::new(),
            retry_after_seconds: None,
            source: None,
        }
    }

    pub fn not_found(what: &'static str) -> Self {
        Self::new(Code::NotFound, what)
    }

    /// Bad input in one field.
    pub fn field(field: impl Into<String>, code: impl Into<Cow<'static, str>>) -> Self {
        Self::fields(vec![FieldError { field: field.into(), code: code.into() }])
    }

    pub fn fields(errors: Vec<FieldError>) -> Self {
        let mut error = Self::new(Code::Validation, "See errors for the fields and their rules.");
        error.errors = errors;
        error
    }

    /// A failure of the server itself. `source` is logged and never shown.
    pub fn internal(source: impl StdError + Send + Sync + 'static) -> Self {
        Self::new(Code::Internal, "The cause is in the server's log.").caused_by(source)
    }

    #[must_use]
    pub fn caused_by(mut self, source: impl StdError + Send + Sync + 'static) -> Self {
        self.source = Some(Arc::new(source));
        self
    }

    /// Adds a member to the problem document, such as the current version after a conflict.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Serialize) -> Self {
        let value = serde_json::to_value(value).expect("views have string keys");
        self.extensions.insert(name.to_owned(), value);
        self
    }

    /// Returns the name of the first field at fault, if there is one.
    pub fn first_field(&self) -> Option<&str> {
        self.errors.first().map(|error| error.field.as_str())
    }

    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after_seconds = Some(seconds);
        self
    }
}

impl fmt::Debug for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.code.text(), self.detail)?;
        if let Some(source) = &self.source {
            write!(f, " ({source})")?;
        }
        Ok(())
    }
}

impl fmt::Display for ApiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}

impl StdError for ApiError {}

/// A lost or overloaded database is temporary (503). Everything else is a fault of the server (500).
impl From<DbError> for ApiError {
    fn from(error: DbError) -> Self {
        let code = if is_unavailable(&error) { Code::Unavailable } else { Code::Internal };
        Self::new(code, "The cause is in the server's log.").caused_by(error)
    }
}

impl From<ProviderError> for ApiError {
    fn from(error: ProviderError) -> Self {
        Self::new(Code::ProviderUnavailable, "The payment provider cannot be used right now.")
            .caused_by(error)
    }
}

/// A problem document (RFC 9457), `application/problem+json`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Problem {
    /// `/problems/` and the code.
    #[serde(rename = "type")]
    #[schema(example = "/problems/validation")]
    kind: String,
    title: &'static str,
    status: u16,
    /// English, for developers.
    detail: String,
    #[schema(example = "validation")]
    code: &'static str,
    request_id: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<FieldError>,
    #[serde(flatten)]
    #[schema(ignore)]
    extensions: serde_json::Map<String, serde_json::Value>,
}

impl IntoResponse for ApiError {
    /// The body is written by [`render_problem`], which knows the request id.
    fn into_response(self) -> Response {
        let mut response = self.code.status().into_response();
        let is_away = self.code.status() == StatusCode::SERVICE_UNAVAILABLE;
        if let Some(seconds) = self.retry_after_seconds.or(is_away.then_some(RETRY_AFTER_SECONDS)) {
            response.headers_mut().insert(header::RETRY_AFTER, seconds.into());
        }
        response.extensions_mut().insert(self);
        response
    }
}

/// Renders the error of a handler as a problem document and logs the cause of a 5xx.
pub fn render_problem(mut response: Response, request_id: &HeaderValue, path: &str) -> Response {
    let Some(error) = response.extensions_mut().remove::<ApiError>() else { return response };
    let request_id = String::from_utf8_lossy(request_id.as_bytes()).into_owned();
    let status = error.code.status();
    if status.is_server_error() {
        let cause = error.source.as_ref().map(|source| chain(source.as_ref()));
        tracing::error!(%request_id, %path, code = error.code.text(), cause, "request failed");
    }
    let problem = Problem {
        kind: format!("/problems/{}", error.code.text()),
        title: error.code.title(),
        status: status.as_u16(),
        detail: error.detail.into_owned(),
        code: error.code.text(),
        request_id,
        errors: error.errors,
        extensions: error.extensions,
    };
    let body = serde_json::to_vec(&problem).expect("problem documents have string keys");
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(PROBLEM_JSON));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.remove(header::CONTENT_LENGTH);
    *response.body_mut() = body.into();
    response
}

fn chain(error: &(dyn StdError + 'static)) -> String {
    let mut text = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        text = format!("{text}: {cause}");
        next = cause.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_errors() {
        let mut texts: Vec<_> = Code::ALL.iter().map(|code| code.text()).collect();
        texts.sort_unstable();
        texts.dedup();
        assert_eq!(texts.len(), Code::ALL.len());
        assert!(Code::ALL.iter().all(|code| code.status().as_u16() >= 400));
    }
}
