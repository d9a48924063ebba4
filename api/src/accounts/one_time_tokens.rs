//! One-time tokens in emailed links, stored hashed. Loading the page of a link does not use its token.

use std::time::Duration;

use heliriiul_db::{DbResult, Timestamp, Tx, UserId};

use crate::{
    error::{ApiError, ApiResult, Code},
    token::{new_token, token_hash},
};

/// What a token allows, once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(rename_all = "lowercase", type_name = "text")]
pub enum Purpose {
    /// Confirms the address of the account.
    Verify,
    /// Sets a new password.
    Reset,
}

impl Purpose {
    const fn lifetime(self) -> Duration {
        match self {
            Self::Verify => Duration::from_hours(72),
            Self::Reset => Duration::from_hours(1),
        }
    }
}

/// Creates a token. Its text goes into an email and is stored nowhere else.
pub async fn issue(tx: &mut Tx, user_id: UserId, purpose: Purpose, now: Timestamp) -> DbResult<String> {
    let token = new_token();
    tx.execute(
        "INSERT INTO one_time_tokens (token_hash, user_id, purpose, created_at, expires_at) \
         VALUES ($1, $2, $3, $4, $5)",
        (token_hash(&token), user_id, purpose, now, now.plus(purpose.lifetime())),
    )
    .await?;
    Ok(token)
}

/// Returns the owner of a token that can still be used.
pub async fn owner(tx: &mut Tx, purpose: Purpose, token: &str, now: Timestamp) -> ApiResult<UserId> {
    tx.optional_scalar(
        "SELECT user_id FROM one_time_tokens \
         WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3",
        (token_hash(token), purpose, now),
    )
    .await?
    .ok_or_else(invalid)
}

/// Marks a token as used. Of several concurrent attempts exactly one succeeds. The owner's other tokens of this purpose
/// end too, so the caller must lock the owner's row first (by an update), or two tokens could deadlock.
pub async fn use_up(
    tx: &mut Tx,
    owner: UserId,
    purpose: Purpose,
    token: &str,
    now: Timestamp,
) -> ApiResult<()> {
    let used = tx
        .execute(
            "UPDATE one_time_tokens SET used_at = $3 \
             WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3",
            (token_hash(token), purpose, now),
        )
        .await?;
    if used == 0 {
        return Err(invalid());
    }
    tx.execute(
        "UPDATE one_time_tokens SET used_at = $3 WHERE user_id = $1 AND purpose = $2 AND used_at IS NULL",
        (owner, purpose, now),
    )
    .await?;
    Ok(())
}

/// Returns how many tokens of a user can still be used.
pub async fn live_count(tx: &mut Tx, user_id: UserId, purpose: Purpose, now: Timestamp) -> DbResult<i64> {
    tx.scalar(
        "SELECT COUNT(*) FROM one_time_tokens \
         WHERE user_id = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > $3",
        (user_id, purpose, now),
    )
    .await
}

/// The same error for unknown, used and expired tokens.
fn invalid() -> ApiError {
    ApiError::new(Code::TokenInvalid, "The token is unknown, used or expired.")
}
