//! The card that renewals are charged to: a token of the provider's, sealed, one a member.

use heliriiul_db::{DbError, Timestamp, Tx, UserId};
use time::{Date, macros::format_description};
use time_tz::{PrimitiveDateTimeExt as _, timezones::db::europe::TALLINN};

use super::emails;
use crate::{error::ApiResult, state::AppState};

/// Keeps a card in place of the present one. `sealed` is the vault's text, `valid_until` a day (`YYYY-MM-DD`).
pub async fn keep(
    tx: &mut Tx,
    user_id: UserId,
    sealed: &str,
    valid_until: Option<&str>,
    now: Timestamp,
) -> ApiResult<()> {
    tx.execute(
        "INSERT INTO payment_cards (user_id, token_sealed, valid_until, created_at, updated_at) \
         VALUES ($1, $2, $3, $4, $4) ON CONFLICT (user_id) DO UPDATE \
         SET token_sealed = excluded.token_sealed, \
         valid_until = excluded.valid_until, updated_at = excluded.updated_at",
        (user_id, sealed, valid_until, now),
    )
    .await?;
    if let Some(end) = valid_until.and_then(end_of) {
        emails::before_card_expires(tx, user_id, end, now).await?;
    }
    Ok(())
}

/// The token of the member's card; `None` without one, or when the store's secret has changed since.
pub async fn token(app: &AppState, tx: &mut Tx, user_id: UserId) -> Result<Option<String>, DbError> {
    let sealed: Option<String> =
        tx.optional_scalar("SELECT token_sealed FROM payment_cards WHERE user_id = $1", (user_id,)).await?;
    Ok(sealed.and_then(|sealed| app.payments.vault().open(&sealed)))
}

/// The last day of the member's card (`YYYY-MM-DD`); the outer `None`: no card is kept.
pub async fn valid_until(tx: &mut Tx, user_id: UserId) -> Result<Option<Option<String>>, DbError> {
    tx.optional_scalar("SELECT valid_until FROM payment_cards WHERE user_id = $1", (user_id,)).await
}

/// The moment at which the member's card has run out.
pub async fn expires_at(tx: &mut Tx, user_id: UserId) -> Result<Option<Timestamp>, DbError> {
    Ok(valid_until(tx, user_id).await?.flatten().as_deref().and_then(end_of))
}

fn end_of(day: &str) -> Option<Timestamp> {
    let day = Date::parse(day, format_description!("[year]-[month]-[day]")).ok()?;
    day.next_day()?.midnight().assume_timezone(TALLINN).take_first().map(Timestamp::from)
}
