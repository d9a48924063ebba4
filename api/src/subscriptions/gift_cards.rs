//! Gift cards: some months of a plan for the first user who enters the code. Only hashes of the codes are stored.

use std::time::Duration;

use axum::extract::State;
use heliriiul_db::{GiftCardId, Timestamp, Tx, UserId};
use minijinja::context;
use serde::Deserialize;
use serde_json::json;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use super::{
    Plan,
    billing_periods::{self, Source},
    lifecycle,
    subscription::lock_subscriber,
};
use crate::{
    accounts::{User, user_view},
    auth::{CurrentUser, Now},
    error::{ApiError, ApiResult, Code, responses::RateLimited},
    extract::Json,
    format::date,
    ledger::{Cause, Event, EventKind},
    rate_limit::{self, ClientAddress, Limit},
    state::AppState,
};

/// Characters that do not look alike: no 0 and O, no 1, I and L.
const ALPHABET: &[u8; 31] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/// Characters of a code: 79 bits, too many to guess from a hash.
const LENGTH: usize = 16;

/// With the hyphens and spaces that people type.
const MAX_TYPED_LENGTH: usize = 64;

const BY_ADDRESS: Limit = Limit::new("gift-card:address", 60, Duration::from_mins(10));
const BY_ACCOUNT: Limit = Limit::new("gift-card:account", 30, Duration::from_mins(10));

/// A new code, in groups of four.
pub fn new_code() -> String {
    let group = |_| -> String {
        (0..4).map(|_| char::from(ALPHABET[rand::random_range(0..ALPHABET.len())])).collect()
    };
    (0..LENGTH / 4).map(group).collect::<Vec<_>>().join("-")
}

/// The form in which codes are compared: upper case without hyphens and spaces. `None` when it cannot be a code.
pub fn normalize(typed: &str) -> Option<String> {
    let code: String =
        typed.chars().filter(|c| !c.is_whitespace() && *c != '-').map(|c| c.to_ascii_uppercase()).collect();
    let fits = code.len() == LENGTH && code.bytes().all(|byte| ALPHABET.contains(&byte));
    fits.then_some(code)
}

/// Returns the hash of a normalised code, which the database stores.
pub fn code_hash(normalized: &str) -> String {
    hex::encode(Sha256::digest(normalized))
}

/// The stored values of a new code: its hash and its last four characters.
pub fn hash_and_hint(code: &str) -> (String, String) {
    let normalized = code.replace('-', "");
    let hint = normalized[LENGTH - 4..].to_owned();
    (code_hash(&normalized), hint)
}

/// The code of a gift card.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActivateGiftCard {
    #[schema(example = "GK7M-2XQA-9BTD-WE4H", max_length = 64)]
    activation_code: String,
}

#[derive(sqlx::FromRow)]
struct Card {
    id: GiftCardId,
    plan: Plan,
    months: i64,
}

/// Activates a gift card for the caller: its months are appended to the paid ones.
#[utoipa::path(
    post, path = "/activate-gift-card", tag = "subscriptions", security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = User),
        (status = 401, description = "No valid session, or the card has been used: see `type`"),
        (status = 404, description = "No such gift card"), RateLimited,
    ),
)]
pub async fn activate_gift_card(
    State(app): State<AppState>,
    Now(now): Now,
    user: CurrentUser,
    from: ClientAddress,
    Json(body): Json<ActivateGiftCard>,
) -> ApiResult<Json<User>> {
    let typed = body.activation_code.trim();
    if typed.is_empty() {
        return Err(ApiError::field("activationCode", "required"));
    }
    if typed.len() > MAX_TYPED_LENGTH {
        return Err(ApiError::field("activationCode", "too-long"));
    }
    let limits = [BY_ADDRESS.of(from), BY_ACCOUNT.of(user.id)];
    rate_limit::count(&app.db, &limits, now).await?;
    let hash = normalize(typed).map(|code| code_hash(&code)).ok_or_else(unknown)?;
    let mut tx = app.db.write().await?;
    lock_subscriber(&mut tx, user.id).await?;
    let card = redeem(&mut tx, user.id, &hash, now).await?;
    billing_periods::ensure_subscription(&mut tx, user.id, card.plan, now).await?;
    let source = Source::Gift(card.id);
    let until = billing_periods::append_months(&mut tx, user.id, card.plan, card.months, source, now).await?;
    lifecycle::extend(&app.config.shop, &mut tx, user.id, until, now).await?;
    let detail = json!({ "giftCard": card.id, "plan": card.plan, "months": card.months, "until": until });
    let event = Event::new(EventKind::GiftCardActivated, Cause::Subscriber, detail);
    event.user(user.id).append(&mut tx, now).await?;
    let context = context! { plan => card.plan.title(), day => date(until), months => card.months };
    app.mailer.queue(&mut tx, user.id, "subscription-gift-activated", card.id, context, now).await?;
    rate_limit::forgive(&mut tx, &limits, now).await?;
    let view = user_view(&mut tx, user.id, user.token, now).await?;
    tx.commit().await?;
    Ok(Json(view))
}

/// Marks an unused card as activated by this user.
async fn redeem(tx: &mut Tx, user_id: UserId, hash: &str, now: Timestamp) -> ApiResult<Card> {
    let redeemed: Option<Card> = tx
        .optional(
            "UPDATE gift_cards SET activated_at = $2, activated_by = $3 WHERE code_hash = $1 \
             AND activated_at IS NULL AND revoked_at IS NULL AND (valid_until IS NULL OR valid_until > $2) \
             RETURNING id, plan, months",
            (hash, now, user_id),
        )
        .await?;
    if let Some(card) = redeemed {
        return Ok(card);
    }
    let is_used: bool = tx
        .scalar(
            "SELECT EXISTS (SELECT 1 FROM gift_cards \
             WHERE code_hash = $1 AND activated_at IS NOT NULL AND revoked_at IS NULL)",
            (hash,),
        )
        .await?;
    Err(if is_used { ApiError::new(Code::GiftCardUsed, "The gift card has been used.") } else { unknown() })
}

fn unknown() -> ApiError {
    ApiError::new(Code::GiftCardNotFound, "There is no such gift card.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_as_people_type_them() {
        let code = new_code();
        assert_eq!(code.len(), 19);
        let plain = normalize(&code).unwrap();
        assert_eq!(normalize(&code.to_lowercase().replace('-', " ")), Some(plain.clone()));
        assert_eq!(normalize(&plain), Some(plain.clone()));
        assert_eq!(normalize(&plain[1..]), None);
        assert_eq!(normalize(&format!("O{}", &plain[1..])), None, "letters that look alike are in no code");
        assert_ne!(new_code(), code);
    }
}
