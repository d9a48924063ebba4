//! Making and revoking discount codes.

use clap::ValueEnum;
use heliriiul_db::{DiscountId, Timestamp, Tx};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::code_key;
use crate::{
    error::{ApiError, ApiResult, Code},
    ledger::{Event, EventKind, Operator},
    money::Percent,
};

/// The longest code, in bytes.
const MAX_CODE: usize = 64;

/// What a code can be used for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema, ValueEnum, sqlx::Type)]
#[serde(rename_all = "lowercase")]
#[sqlx(rename_all = "lowercase", type_name = "text")]
pub enum Scope {
    Cart,
    Subscription,
    Both,
}

/// The rules of new codes.
#[derive(Clone, Copy, Debug)]
pub struct DiscountRules {
    pub percent: Percent,
    pub scope: Scope,
    pub valid_from: Option<Timestamp>,
    pub valid_until: Option<Timestamp>,
    /// Uses in all; `None`: no limit.
    pub max_uses: Option<i64>,
    /// Uses of one person; `None`: no limit.
    pub max_per_user: Option<i64>,
}

/// Makes codes with the same rules, all or none.
pub async fn create(
    tx: &mut Tx,
    codes: &[String],
    rules: &DiscountRules,
    operator: Operator<'_>,
) -> ApiResult<()> {
    let DiscountRules { percent, scope, valid_from, valid_until, max_uses, max_per_user } = *rules;
    if percent <= Percent::ZERO {
        return Err(ApiError::field("percent", "out-of-range"));
    }
    for (field, limit) in [("maxUses", max_uses), ("maxPerUser", max_per_user)] {
        if limit.is_some_and(|limit| limit < 1) {
            return Err(ApiError::field(field, "out-of-range"));
        }
    }
    if valid_from.zip(valid_until).is_some_and(|(from, until)| until < from) {
        return Err(ApiError::field("validUntil", "too-early"));
    }
    for code in codes {
        let code = code.trim();
        if code.is_empty() {
            return Err(ApiError::field("code", "required"));
        }
        if code.len() > MAX_CODE || code.chars().any(char::is_control) {
            return Err(ApiError::field("code", "invalid"));
        }
        let created = tx
            .execute(
                "INSERT INTO discounts (id, code, code_key, percent, scope, valid_from, valid_until, \
                 max_uses, max_per_user, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) \
                 ON CONFLICT (code_key) DO NOTHING",
                (
                    DiscountId::new(),
                    code,
                    code_key(code),
                    percent,
                    scope,
                    valid_from,
                    valid_until,
                    max_uses,
                    max_per_user,
                    operator.now,
                ),
            )
            .await?;
        if created == 0 {
            return Err(ApiError::new(Code::Conflict, "There is such a code already."));
        }
    }
    let detail = json!({ "first": codes.first(), "count": codes.len(), "percent": percent, "scope": scope });
    let event = Event::by_operator(EventKind::DiscountsCreated, &operator, detail);
    Ok(event.append(tx, operator.now).await?)
}

/// Which code to revoke.
pub enum DiscountRef<'a> {
    Id(DiscountId),
    Code(&'a str),
}

/// Revokes a code. Payments that it has reduced already stay as they are.
pub async fn revoke(tx: &mut Tx, code: DiscountRef<'_>, operator: Operator<'_>) -> ApiResult<()> {
    let (id, key) = match code {
        DiscountRef::Id(id) => (Some(id), None),
        DiscountRef::Code(code) => (None, Some(code_key(code))),
    };
    let revoked: Option<String> = tx
        .optional_scalar(
            "UPDATE discounts SET revoked_at = $3 WHERE (id = $1 OR code_key = $2) AND revoked_at IS NULL \
             RETURNING code",
            (id, key, operator.now),
        )
        .await?;
    let code = revoked.ok_or_else(|| ApiError::not_found("There is no such active code."))?;
    let event = Event::by_operator(EventKind::DiscountRevoked, &operator, json!({ "code": code }));
    Ok(event.append(tx, operator.now).await?)
}
