//! The reason that every change needs.

use serde::Deserialize;
use utoipa::ToSchema;

use crate::{
    audit::Actor,
    error::{ApiError, ApiResult},
    ledger::Operator,
};

/// Why an admin makes a change.
#[derive(Deserialize, ToSchema)]
pub struct Reason {
    #[schema(min_length = 1, max_length = 200, example = "Kliendi soov")]
    pub(super) reason: String,
}

/// The longest reason, in characters. The payment provider takes a comment of this length.
const MAX_REASON: usize = 200;

/// Returns the operator of a change with its reason.
pub(super) fn operator(actor: Actor, reason: &str) -> ApiResult<Operator<'_>> {
    let reason = reason.trim();
    if reason.is_empty() {
        return Err(ApiError::field("reason", "required"));
    }
    if reason.chars().count() > MAX_REASON {
        return Err(ApiError::field("reason", "too-long"));
    }
    Ok(Operator { admin: Some(actor.editor), reason, now: actor.now })
}
