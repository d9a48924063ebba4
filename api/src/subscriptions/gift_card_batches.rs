//! Making and revoking gift cards.

use heliriiul_db::{GiftCardId, Timestamp, Tx};
use serde_json::json;

use super::{
    Plan,
    gift_cards::{code_hash, hash_and_hint, new_code, normalize},
};
use crate::{
    error::{ApiError, ApiResult},
    ledger::{Event, EventKind, Operator},
};

/// Gift cards to make.
pub struct NewGiftCards<'a> {
    pub plan: Plan,
    pub months: i64,
    pub count: u32,
    /// The last moment of activation.
    pub valid_until: Option<Timestamp>,
    /// What they are for.
    pub note: &'a str,
}

/// Makes gift cards. Returns their codes, which can never be read again: the store has only their hashes.
pub async fn create(tx: &mut Tx, new: &NewGiftCards<'_>, operator: Operator<'_>) -> ApiResult<Vec<String>> {
    let NewGiftCards { plan, months, count, valid_until, note } = *new;
    let mut codes = Vec::new();
    for _ in 0..count {
        let code = new_code();
        let (hash, hint) = hash_and_hint(&code);
        tx.execute(
            "INSERT INTO gift_cards (id, code_hash, hint, plan, months, note, created_at, valid_until) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            (GiftCardId::new(), hash, hint, plan, months, note, operator.now, valid_until),
        )
        .await?;
        codes.push(code);
    }
    let detail =
        json!({ "plan": plan, "months": months, "count": count, "until": valid_until, "note": note });
    Event::by_operator(EventKind::GiftCardsCreated, &operator, detail).append(tx, operator.now).await?;
    Ok(codes)
}

/// Which gift card to revoke.
pub enum GiftCardRef<'a> {
    Id(GiftCardId),
    Code(&'a str),
}

/// Revokes an unused gift card.
pub async fn revoke(tx: &mut Tx, card: GiftCardRef<'_>, operator: Operator<'_>) -> ApiResult<()> {
    let (id, hash) = match card {
        GiftCardRef::Id(id) => (Some(id), None),
        GiftCardRef::Code(code) => (None, normalize(code).map(|code| code_hash(&code))),
    };
    let revoked: Option<GiftCardId> = tx
        .optional_scalar(
            "UPDATE gift_cards SET revoked_at = $3 WHERE (code_hash = $1 OR id = $2) \
             AND activated_at IS NULL AND revoked_at IS NULL RETURNING id",
            (hash, id, operator.now),
        )
        .await?;
    let id = revoked.ok_or_else(|| ApiError::not_found("There is no such unused gift card."))?;
    let event = Event::by_operator(EventKind::GiftCardRevoked, &operator, json!({ "giftCard": id }));
    Ok(event.append(tx, operator.now).await?)
}
