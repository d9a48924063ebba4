//! Discount codes for packages: an activated code lowers the next payments that it covers (design: Packages).
//!
//! A use is a payment. Activating holds one, so that whoever has activated a code that works once is the one whom it
//! lowers a payment for; the payment takes the held use.

use axum::extract::State;
use heliriiul_db::{DbError, DiscountId, Timestamp, Tx, UserId};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::subscription::lock;
use crate::{
    auth::{CurrentUser, Now},
    error::responses::{RateLimited, SessionRequired, Unreadable},
    error::{ApiResult, Problem},
    extract::{Json, Path},
    money::Percent,
    orders::{DiscountView, discounts},
    payments::ledger::{self, Cause, Event},
    rate_limit::{self, ClientAddress},
    state::AppState,
};

/// The code that lowers the member's next payment.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ActiveCode {
    pub id: DiscountId,
    pub percent: Percent,
}

/// The code that would lower a payment of this user's at `now`.
pub async fn active(tx: &mut Tx, user_id: UserId, now: Timestamp) -> Result<Option<ActiveCode>, DbError> {
    tx.optional(
        "SELECT d.id, d.percent FROM subscription_discounts p JOIN discounts d ON d.id = p.discount_id \
         WHERE p.user_id = $1 AND p.ended_at IS NULL AND d.revoked_at IS NULL \
         AND d.scope IN ('package', 'both') \
         AND (d.valid_from IS NULL OR d.valid_from <= $2) AND (d.valid_until IS NULL \
         OR d.valid_until > $2) \
         AND (p.reserved OR d.max_uses IS NULL OR d.uses < d.max_uses) \
         AND (d.max_per_user IS NULL OR p.payments + (SELECT COUNT(*) FROM discount_uses u \
         WHERE u.discount_id = d.id AND u.user_id = p.user_id) < d.max_per_user) \
         ORDER BY p.activated_at DESC LIMIT 1",
        (user_id, now),
    )
    .await
}

/// A payment that a code has lowered is paid: it takes the use that was held, or another.
pub async fn take_use(tx: &mut Tx, user_id: UserId, id: DiscountId) -> Result<(), DbError> {
    let had_held = tx
        .execute(
            "UPDATE subscription_discounts SET reserved = FALSE, payments = payments + 1 \
             WHERE user_id = $1 AND discount_id = $2 AND reserved",
            (user_id, id),
        )
        .await?;
    if had_held == 0 {
        tx.execute("UPDATE discounts SET uses = uses + 1 WHERE id = $1", (id,)).await?;
        tx.execute(
            "UPDATE subscription_discounts SET payments = payments + 1 WHERE user_id = $1 AND discount_id = $2",
            (user_id, id),
        )
        .await?;
    }
    Ok(())
}

#[derive(sqlx::FromRow)]
struct Found {
    id: DiscountId,
    code: String,
    percent: Percent,
    max_uses: Option<i64>,
    max_per_user: Option<i64>,
    uses: i64,
}

/// Makes the code the one that lowers the user's payments; `None` when it cannot be.
async fn activate(tx: &mut Tx, user_id: UserId, code: &str, now: Timestamp) -> ApiResult<Option<Found>> {
    lock(tx, user_id).await?;
    // The update locks the code until the commit, so that its last use has one winner.
    let found: Option<Found> = tx
        .optional(
            "UPDATE discounts SET uses = uses WHERE code_key = $1 AND revoked_at IS NULL \
             AND scope IN ('package', 'both') \
             AND (valid_from IS NULL OR valid_from <= $2) AND (valid_until IS NULL OR valid_until > $2) \
             RETURNING id, code, percent, max_uses, max_per_user, uses",
            (discounts::code_key(code), now),
        )
        .await?;
    let Some(found) = found else { return Ok(None) };
    if active(tx, user_id, now).await?.is_some_and(|code| code.id == found.id) {
        return Ok(Some(found));
    }
    let mine: i64 = tx
        .scalar(
            "SELECT COALESCE((SELECT payments FROM subscription_discounts WHERE user_id = $1 \
             AND discount_id = $2), 0) \
             + (SELECT COUNT(*) FROM discount_uses WHERE user_id = $1 AND discount_id = $2)",
            (user_id, found.id),
        )
        .await?;
    let used_up = found.max_uses.is_some_and(|most| found.uses >= most)
        || found.max_per_user.is_some_and(|most| mine >= most);
    if used_up {
        return Ok(None);
    }
    give_up_others(tx, user_id, now).await?;
    tx.execute("UPDATE discounts SET uses = uses + 1 WHERE id = $1", (found.id,)).await?;
    tx.execute(
        "INSERT INTO subscription_discounts (user_id, discount_id, activated_at, reserved) \
         VALUES ($1, $2, $3, TRUE) \
         ON CONFLICT (user_id, discount_id) DO UPDATE SET activated_at = excluded.activated_at, reserved = \
         TRUE, ended_at = NULL",
        (user_id, found.id, now),
    )
    .await?;
    let event = Event {
        kind: "discount-activated",
        user_id: Some(user_id),
        order_id: None,
        transaction_id: None,
        cause: Cause::Member,
        detail: json!({ "code": found.code, "percent": found.percent }),
    };
    ledger::append(tx, event, now).await?;
    Ok(Some(found))
}

/// One code at a time lowers a member's payments; the held uses of the others go back.
async fn give_up_others(tx: &mut Tx, user_id: UserId, now: Timestamp) -> Result<(), DbError> {
    tx.execute(
        "UPDATE discounts SET uses = uses - 1 WHERE id IN \
         (SELECT discount_id FROM subscription_discounts WHERE user_id = $1 AND reserved)",
        (user_id,),
    )
    .await?;
    tx.execute(
        "UPDATE subscription_discounts SET reserved = FALSE, ended_at = $2 WHERE user_id = $1 AND ended_at IS NULL",
        (user_id, now),
    )
    .await?;
    Ok(())
}

/// The percent that comes off the next payment for the package.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ActiveDiscount {
    discount_percentage: Percent,
}

/// What the code that the caller has activated takes off the next payment for the package; 0 without one.
#[utoipa::path(
    get, path = "/discounts/active", tag = "subscriptions", security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = ActiveDiscount),
        SessionRequired,
    )
)]
pub async fn get_active_discount(
    State(app): State<AppState>,
    Now(now): Now,
    user: CurrentUser,
) -> ApiResult<Json<ActiveDiscount>> {
    let mut tx = app.db.read().await?;
    let code = active(&mut tx, user.id, now).await?;
    Ok(Json(ActiveDiscount { discount_percentage: code.map(|code| code.percent).unwrap_or_default() }))
}

/// Activates a code for the caller's package.
#[utoipa::path(
    post, path = "/discounts/{code}/activate", tag = "subscriptions", security(("api_token" = []), ("bearer" = [])),
    params(("code" = String, Path, description = "As the member typed it", max_length = 64)),
    responses(
        (status = 200, body = DiscountView),
        Unreadable, SessionRequired,
        (status = 404, description = "No such code, or not to be used now", body = Problem),
        RateLimited,
    )
)]
pub async fn activate_discount(
    State(app): State<AppState>,
    Now(now): Now,
    user: CurrentUser,
    from: ClientAddress,
    Path(code): Path<String>,
) -> ApiResult<Json<DiscountView>> {
    let guesser = discounts::guessing(from, Some(user.id));
    rate_limit::count(&app.db, &guesser, now).await?;
    let mut tx = app.db.write().await?;
    let found = activate(&mut tx, user.id, &code, now).await?.ok_or_else(discounts::not_found)?;
    rate_limit::forgive(&mut tx, &guesser, now).await?;
    tx.commit().await?;
    Ok(Json(DiscountView { discount_code: found.code, discount_percentage: found.percent }))
}
