//! Discount codes: the parts that the cart and subscriptions share, and the rate limits against guessing codes.
//!
//! The rules of a code in the cart are in `orders/discounts.rs`, those of a subscription in `subscriptions/discounts.rs`.

pub mod cli;
pub mod codes;

use std::time::Duration;

use heliriiul_db::{DiscountId, UserId};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    error::{ApiError, Code},
    money::Percent,
    rate_limit::{ClientAddress, Limit, Subject},
};

/// Attempts with a code; the successful ones are not counted.
const BY_ADDRESS: Limit = Limit::new("discount:address", 60, Duration::from_mins(10));
const BY_ACCOUNT: Limit = Limit::new("discount:account", 30, Duration::from_mins(10));

/// A code that can be used now.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Discount {
    pub id: DiscountId,
    pub code: String,
    pub percent: Percent,
}

/// A discount code that works for the caller.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Discount)]
pub struct DiscountView {
    /// As it was created; codes compare without case.
    pub discount_code: String,
    pub discount_percentage: Percent,
}

impl From<Discount> for DiscountView {
    fn from(discount: Discount) -> Self {
        Self { discount_code: discount.code, discount_percentage: discount.percent }
    }
}

/// The counters of an attempt with a code.
pub fn guess_limits(from: ClientAddress, user_id: Option<UserId>) -> Vec<Subject> {
    let account = user_id.map(|id| BY_ACCOUNT.of(id));
    [Some(BY_ADDRESS.of(from)), account].into_iter().flatten().collect()
}

/// The form in which codes are compared.
pub fn code_key(code: &str) -> String {
    code.trim().to_lowercase()
}

pub fn not_found() -> ApiError {
    ApiError::new(Code::DiscountNotFound, "There is no such code, or it cannot be used now.")
}
