//! Discount codes of subscriptions: an activated code reduces the next payments that it covers.
//!
//! A use is one payment. Activating a code reserves one use, which the next payment takes. So a code with one use
//! works for the user who has activated it.

use axum::extract::State;
use heliriiul_db::{DbResult, DiscountId, Timestamp, Tx, UserId};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::subscription::lock_subscriber;
use crate::{
    auth::{CurrentUser, Now},
    discounts::{Discount, DiscountView, code_key, guess_limits, not_found},
    error::ApiResult,
    error::responses::{RateLimited, SessionRequired, Unreadable},
    extract::{Json, Path},
    ledger::{Cause, Event, EventKind},
    money::Percent,
    rate_limit::{self, ClientAddress},
    state::AppState,
};

/// The code that reduces the subscriber's next payment.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ActiveDiscount {
    pub id: DiscountId,
    pub percent: Percent,
}

/// The code that reduces a payment of this user at `now`.
pub async fn active(tx: &mut Tx, user_id: UserId, now: Timestamp) -> DbResult<Option<ActiveDiscount>> {
    tx.optional(
        "SELECT d.id, d.percent FROM subscription_discounts p JOIN discounts d ON d.id = p.discount_id \
         WHERE p.user_id = $1 AND p.ended_at IS NULL AND d.revoked_at IS NULL \
         AND d.scope IN ('subscription', 'both') \
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

/// Takes the reserved use, or another one, for a paid payment that the code has reduced.
pub async fn take_use(tx: &mut Tx, user_id: UserId, id: DiscountId) -> DbResult<()> {
    tx.execute(
        "UPDATE discounts SET uses = uses + 1 WHERE id = $2 AND NOT EXISTS (SELECT 1 \
         FROM subscription_discounts WHERE user_id = $1 AND discount_id = $2 AND reserved)",
        (user_id, id),
    )
    .await?;
    tx.execute(
        "UPDATE subscription_discounts SET reserved = FALSE, payments = payments + 1 \
         WHERE user_id = $1 AND discount_id = $2",
        (user_id, id),
    )
    .await
    .map(drop)
}

#[derive(sqlx::FromRow)]
struct CodeRow {
    #[sqlx(flatten)]
    discount: Discount,
    max_uses: Option<i64>,
    max_per_user: Option<i64>,
    uses: i64,
}

/// Activates a code for the user's payments; `None` when it cannot be used.
async fn activate(tx: &mut Tx, user_id: UserId, code: &str, now: Timestamp) -> DbResult<Option<Discount>> {
    lock_subscriber(tx, user_id).await?;
    // The update locks the code until the commit, so that its last use has one winner.
    let row: Option<CodeRow> = tx
        .optional(
            "UPDATE discounts SET uses = uses WHERE code_key = $1 AND revoked_at IS NULL \
             AND scope IN ('subscription', 'both') \
             AND (valid_from IS NULL OR valid_from <= $2) AND (valid_until IS NULL OR valid_until > $2) \
             RETURNING id, code, percent, max_uses, max_per_user, uses",
            (code_key(code), now),
        )
        .await?;
    let Some(row) = row else { return Ok(None) };
    let discount = row.discount;
    if active(tx, user_id, now).await?.is_some_and(|active| active.id == discount.id) {
        return Ok(Some(discount));
    }
    let used: i64 = tx
        .scalar(
            "SELECT COALESCE((SELECT payments FROM subscription_discounts WHERE user_id = $1 \
             AND discount_id = $2), 0) \
             + (SELECT COUNT(*) FROM discount_uses WHERE user_id = $1 AND discount_id = $2)",
            (user_id, discount.id),
        )
        .await?;
    let used_up = row.max_uses.is_some_and(|limit| row.uses >= limit)
        || row.max_per_user.is_some_and(|limit| used >= limit);
    if used_up {
        return Ok(None);
    }
    end_active(tx, user_id, now).await?;
    tx.execute("UPDATE discounts SET uses = uses + 1 WHERE id = $1", (discount.id,)).await?;
    tx.execute(
        "INSERT INTO subscription_discounts (user_id, discount_id, activated_at, reserved) \
         VALUES ($1, $2, $3, TRUE) \
         ON CONFLICT (user_id, discount_id) \
         DO UPDATE SET activated_at = excluded.activated_at, reserved = TRUE, ended_at = NULL",
        (user_id, discount.id, now),
    )
    .await?;
    let detail = json!({ "code": discount.code, "percent": discount.percent });
    let event = Event::new(EventKind::DiscountActivated, Cause::Subscriber, detail);
    event.user(user_id).append(tx, now).await?;
    Ok(Some(discount))
}

/// Ends the user's active codes and releases their reserved uses.
async fn end_active(tx: &mut Tx, user_id: UserId, now: Timestamp) -> DbResult<()> {
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
    .await
    .map(drop)
}

/// The reduction of the next payment for the subscription.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ActiveDiscount)]
pub struct ActiveDiscountView {
    discount_percentage: Percent,
}

/// The reduction of the caller's next payment by the activated code; 0 without one.
#[utoipa::path(
    get, path = "/discounts/active", tag = "subscriptions",
    responses((status = 200, body = ActiveDiscountView), SessionRequired),
)]
pub async fn get_active_discount(
    State(app): State<AppState>,
    Now(now): Now,
    user: CurrentUser,
) -> ApiResult<Json<ActiveDiscountView>> {
    let mut tx = app.db.read().await?;
    let discount = active(&mut tx, user.id, now).await?;
    let percent = discount.map_or(Percent::ZERO, |discount| discount.percent);
    Ok(Json(ActiveDiscountView { discount_percentage: percent }))
}

/// Activates a code for the caller's subscription.
#[utoipa::path(
    post, path = "/discounts/{code}/activate", tag = "subscriptions",
    params(("code" = String, Path, description = "As the subscriber typed it", max_length = 64)),
    responses(
        (status = 200, body = DiscountView), Unreadable, SessionRequired,
        (status = 404, description = "No such code, or not to be used now"), RateLimited,
    ),
)]
pub async fn activate_discount(
    State(app): State<AppState>,
    Now(now): Now,
    user: CurrentUser,
    from: ClientAddress,
    Path(code): Path<String>,
) -> ApiResult<Json<DiscountView>> {
    let limits = guess_limits(from, Some(user.id));
    rate_limit::count(&app.db, &limits, now).await?;
    let mut tx = app.db.write().await?;
    let discount = activate(&mut tx, user.id, &code, now).await?.ok_or_else(not_found)?;
    rate_limit::forgive(&mut tx, &limits, now).await?;
    tx.commit().await?;
    Ok(Json(discount.into()))
}
