//! The simulator's error responses, in the provider's form.

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use heliriiul_db::DbError;
use serde_json::json;
use thiserror::Error;

#[derive(Debug, Error)]
pub enum SimulatorError {
    /// A status with the provider's code and message.
    #[error("{2}")]
    Refused(StatusCode, i64, &'static str),
    #[error("the simulator's database failed: {0}")]
    Db(#[from] DbError),
    #[error("a page of the simulator cannot be rendered: {0}")]
    Page(#[from] minijinja::Error),
    #[error("{0}")]
    Encode(#[from] serde_json::Error),
}

impl SimulatorError {
    pub const INTERNAL: Self = Self::Refused(StatusCode::INTERNAL_SERVER_ERROR, 1000, "Internal error");
    pub const UNREADABLE: Self = Self::bad_request(1001, "The request cannot be read");
    pub const NOT_FOUND: Self = Self::Refused(StatusCode::NOT_FOUND, 1002, "Not found");
    pub const TOO_MANY: Self = Self::Refused(StatusCode::TOO_MANY_REQUESTS, 1003, "Too many requests");
    pub const UNAUTHORIZED: Self = Self::Refused(StatusCode::UNAUTHORIZED, 1004, "Unauthorized");
    pub const WRONG_STATUS: Self = Self::bad_request(1021, "Transaction is in wrong status");

    pub const fn bad_request(code: i64, message: &'static str) -> Self {
        Self::Refused(StatusCode::BAD_REQUEST, code, message)
    }
}

impl IntoResponse for SimulatorError {
    fn into_response(self) -> Response {
        if let Self::Refused(status, code, message) = self {
            return (status, Json(json!({ "code": code, "message": message }))).into_response();
        }
        tracing::error!(error = %self, "the simulator failed");
        Self::INTERNAL.into_response()
    }
}
