//! The card that renewals are charged to: an encrypted token of the provider, one for each subscriber.

use heliriiul_db::{DbResult, Timestamp, Tx, UserId};

use super::schedule;
use crate::calendar::{end_of_day, parse_day};

/// A card that a buyer has presented.
#[derive(Clone, Copy)]
pub struct PresentedCard<'a> {
    /// The token, encrypted by the vault.
    pub encrypted_token: &'a str,
    /// The last day, `YYYY-MM-DD`.
    pub valid_until: Option<&'a str>,
}

/// Saves a card in place of the current one.
pub async fn save(tx: &mut Tx, user_id: UserId, card: PresentedCard<'_>, now: Timestamp) -> DbResult<()> {
    tx.execute(
        "INSERT INTO payment_cards (user_id, encrypted_token, valid_until, created_at, updated_at) \
         VALUES ($1, $2, $3, $4, $4) ON CONFLICT (user_id) DO UPDATE SET \
         encrypted_token = excluded.encrypted_token, valid_until = excluded.valid_until, updated_at = $4",
        (user_id, card.encrypted_token, card.valid_until, now),
    )
    .await?;
    match card.valid_until.and_then(end_of) {
        Some(end) => schedule::card_reminder(tx, user_id, end, now).await,
        None => Ok(()),
    }
}

/// The encrypted token of the saved card.
pub async fn encrypted_token(tx: &mut Tx, user_id: UserId) -> DbResult<Option<String>> {
    tx.optional_scalar("SELECT encrypted_token FROM payment_cards WHERE user_id = $1", (user_id,)).await
}

/// The last day of the saved card (`YYYY-MM-DD`). The outer `None` means that no card is saved.
pub async fn valid_until(tx: &mut Tx, user_id: UserId) -> DbResult<Option<Option<String>>> {
    tx.optional_scalar("SELECT valid_until FROM payment_cards WHERE user_id = $1", (user_id,)).await
}

/// The moment at which the saved card expires.
pub async fn expires_at(tx: &mut Tx, user_id: UserId) -> DbResult<Option<Timestamp>> {
    Ok(valid_until(tx, user_id).await?.flatten().as_deref().and_then(end_of))
}

fn end_of(day: &str) -> Option<Timestamp> {
    parse_day(day).ok().and_then(end_of_day)
}
