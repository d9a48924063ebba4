//! Errors: one table of codes, rendered as RFC 9457 problem documents.

mod api_error;
pub mod responses;

pub use self::api_error::{ApiError, ApiResult, Code, FieldError, PROBLEM_JSON, Problem, render_problem};
