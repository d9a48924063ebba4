//! Gift cards: a package for some months, for whoever types the code first. Only digests of the codes are kept.

use std::time::Duration;

use axum::extract::State;
use heliriiul_db::{DbError, GiftCardId, Timestamp, Tx, UserId};
use serde::Deserialize;
use serde_json::json;
use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use super::{
    Plan,
    billing_periods::{self, Source},
    emails,
    emails::Note,
    lifecycle,
    subscription::lock,
};
use crate::{
    accounts::{User, user_view},
    auth::{CurrentUser, Now},
    error::responses::{JsonBody, RateLimited},
    error::{ApiError, ApiResult, Code, Problem},
    extract::Json,
    payments::ledger::{self, Cause, Event},
    rate_limit::{self, ClientAddress, Limit},
    state::AppState,
};

/// Letters and digits that nobody takes for one another: no 0 and O, no 1, I and L.
const ALPHABET: &[u8; 31] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";

/// Characters of a code: 79 bits, so that a digest tells nothing of it.
const LENGTH: usize = 16;

/// What people type may have hyphens and spaces.
const LONGEST_TYPED: usize = 64;

const BY_ADDRESS: Limit = Limit::new("gift-card:address", 60, Duration::from_mins(10));
const BY_ACCOUNT: Limit = Limit::new("gift-card:account", 30, Duration::from_mins(10));

/// A new code, in groups of four.
pub fn new_code() -> String {
    let mut code = String::with_capacity(LENGTH + 3);
    for index in 0..LENGTH {
        if index > 0 && index % 4 == 0 {
            code.push('-');
        }
        code.push(char::from(ALPHABET[rand::random_range(0..ALPHABET.len())]));
    }
    code
}

/// A code as it is compared, without hyphens, spaces and the difference of case; `None` when it can be none.
pub fn normal(typed: &str) -> Option<String> {
    let code: String =
        typed.chars().filter(|c| !c.is_whitespace() && *c != '-').map(|c| c.to_ascii_uppercase()).collect();
    let fits = code.len() == LENGTH && code.bytes().all(|byte| ALPHABET.contains(&byte));
    fits.then_some(code)
}

/// What the database holds of a normal code.
pub fn code_hash(normal: &str) -> String {
    hex::encode(Sha256::digest(normal))
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
    activated_at: Option<Timestamp>,
}

/// Activates a gift card for the caller: its months come on top of what is paid.
#[utoipa::path(
    post, path = "/activate-gift-card", tag = "subscriptions", security(("api_token" = []), ("bearer" = [])),
    request_body = ActivateGiftCard,
    responses(
        (status = 200, body = User),
        JsonBody,
        (status = 401, description = "No valid session, or the card has been used: see `type`", body = Problem),
        (status = 404, description = "No such gift card", body = Problem),
        RateLimited,
    )
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
    if typed.len() > LONGEST_TYPED {
        return Err(ApiError::field("activationCode", "too-long"));
    }
    let guesser = [BY_ADDRESS.of(from), BY_ACCOUNT.of(user.id)];
    rate_limit::count(&app.db, &guesser, now).await?;
    let unknown = || ApiError::new(Code::GiftCardNotFound, "There is no such gift card.");
    let hash = normal(typed).map(|code| code_hash(&code)).ok_or_else(unknown)?;
    let mut tx = app.db.write().await?;
    lock(&mut tx, user.id).await?;
    let card = take(&mut tx, user.id, &hash, now).await?.ok_or_else(unknown)?;
    if card.activated_at != Some(now) {
        return Err(ApiError::new(Code::GiftCardUsed, "The gift card has been used."));
    }
    billing_periods::open(&mut tx, user.id, card.plan, now).await?;
    let until =
        billing_periods::add_months_of(&mut tx, user.id, card.plan, card.months, Source::Gift(card.id), now)
            .await?;
    lifecycle::extended(&mut tx, user.id, until, now).await?;
    let event = Event {
        kind: "gift-card-activated",
        user_id: Some(user.id),
        order_id: None,
        transaction_id: None,
        cause: Cause::Member,
        detail: json!({ "giftCard": card.id, "plan": card.plan, "months": card.months, "until": until }),
    };
    ledger::append(&mut tx, event, now).await?;
    let mut letter = Note::new("package-gift-activated", card.id, card.plan, until);
    letter.months = Some(card.months);
    letter.path = "/";
    emails::queue(&app, &mut tx, user.id, letter, now).await?;
    rate_limit::forgive(&mut tx, &guesser, now).await?;
    let view = user_view(&mut tx, user.id, user.token, now).await?;
    tx.commit().await?;
    Ok(Json(view))
}

/// Marks an unused card as this user's. A used one comes back as it was; `None`: unknown, revoked or out of date.
async fn take(tx: &mut Tx, user_id: UserId, hash: &str, now: Timestamp) -> Result<Option<Card>, DbError> {
    let won: Option<Card> = tx
        .optional(
            "UPDATE gift_cards SET activated_at = $2, activated_by = $3 WHERE code_hash = $1 \
             AND activated_at IS NULL AND revoked_at IS NULL AND (valid_until IS NULL OR valid_until > $2) \
             RETURNING id, plan, months, activated_at",
            (hash, now, user_id),
        )
        .await?;
    if won.is_some() {
        return Ok(won);
    }
    let used: Option<Card> = tx
        .optional(
            "SELECT id, plan, months, activated_at FROM gift_cards \
             WHERE code_hash = $1 AND activated_at IS NOT NULL AND revoked_at IS NULL",
            (hash,),
        )
        .await?;
    Ok(used.map(|card| Card { activated_at: None, ..card }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_typed_as_people_type() {
        let code = new_code();
        assert_eq!(code.len(), 19);
        let plain = normal(&code).unwrap();
        assert_eq!(normal(&code.to_lowercase().replace('-', " ")), Some(plain.clone()));
        assert_eq!(normal(&plain), Some(plain.clone()));
        assert_eq!(normal(&plain[1..]), None);
        assert_eq!(normal(&format!("O{}", &plain[1..])), None, "letters that look alike are in no code");
        assert_ne!(new_code(), code);
    }
}
