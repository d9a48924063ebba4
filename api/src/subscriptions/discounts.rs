//! Discount codes of subscriptions: an activated code reduces the next payments that it covers.
//!
//! A use is one payment. Activating a code reserves one use, which the next payment takes. So a code with one use
//! works for the user who has activated it. When another code replaces it, the use stays reserved while a payment at the
//! reduced price can still be made.

use axum::extract::State;
use heliriiul_db::{DbResult, DiscountId, Timestamp, Tx, UserId};
use serde::Serialize;
use serde_json::json;
use utoipa::ToSchema;

use super::{
    billing_periods::TRIAL_DAYS,
    subscription::{find, lock_subscriber},
};
use crate::{
    auth::{CurrentUser, Now},
    calendar::{add_days, add_months},
    discounts::{Discount, DiscountView, code_key, guess_limits, not_found},
    error::ApiResult,
    error::responses::{RateLimited, SessionRequired, Unreadable},
    extract::{Json, Path},
    ledger::{Cause, Event, EventKind},
    money::Percent,
    rate_limit::{self, ClientAddress},
    state::AppState,
};

/// How far ahead the end of a code's validity is looked at.
const MAX_PROMISED_MONTHS: usize = 120;

/// The code that reduces the subscriber's next payment.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct ActiveDiscount {
    pub id: DiscountId,
    pub percent: Percent,
    valid_until: Option<Timestamp>,
    /// Payments that the code still covers; `None`: no limit.
    payments_left: Option<i64>,
}

impl ActiveDiscount {
    /// How many monthly payments from `first_at` on it reduces; `None`: all.
    pub fn covered_payments(&self, first_at: Timestamp) -> Option<i64> {
        let in_time = self.valid_until.map(|end| {
            let months = (0..).take_while(|months| add_months(first_at, *months) < end);
            // A longer code outlives any promise.
            i64::try_from(months.take(MAX_PROMISED_MONTHS).count()).unwrap_or(i64::MAX)
        });
        match (in_time, self.payments_left) {
            (Some(months), Some(left)) => Some(months.min(left)),
            (months, left) => months.or(left),
        }
    }
}

/// The code that reduces a payment of this user at `now`.
pub async fn active(tx: &mut Tx, user_id: UserId, now: Timestamp) -> DbResult<Option<ActiveDiscount>> {
    tx.optional(
        "SELECT id, percent, valid_until, CASE WHEN for_user IS NULL THEN for_all \
         WHEN for_all IS NULL OR for_user < for_all THEN for_user ELSE for_all END AS payments_left \
         FROM (SELECT d.id, d.percent, d.valid_until, p.activated_at, \
         d.max_uses - d.uses + CASE WHEN p.reserved THEN 1 ELSE 0 END AS for_all, \
         d.max_per_user - p.payments - (SELECT COUNT(*) FROM discount_uses u \
         WHERE u.discount_id = d.id AND u.user_id = p.user_id) AS for_user \
         FROM subscription_discounts p JOIN discounts d ON d.id = p.discount_id \
         WHERE p.user_id = $1 AND p.ended_at IS NULL AND d.revoked_at IS NULL \
         AND d.scope IN ('subscription', 'both') AND (d.valid_from IS NULL OR d.valid_from <= $2) \
         AND (d.valid_until IS NULL OR d.valid_until > $2)) codes \
         WHERE (for_all IS NULL OR for_all > 0) AND (for_user IS NULL OR for_user > 0) \
         ORDER BY activated_at DESC LIMIT 1",
        (user_id, now),
    )
    .await
}

/// Takes the reserved use, or another one, for a paid payment that the code has reduced. Returns whether the code had a
/// use left.
pub async fn take_use(tx: &mut Tx, user_id: UserId, id: DiscountId) -> DbResult<bool> {
    let reserved = tx
        .execute(
            "UPDATE subscription_discounts SET reserved = FALSE, payments = payments + 1 \
             WHERE user_id = $1 AND discount_id = $2 AND reserved",
            (user_id, id),
        )
        .await?;
    if reserved > 0 {
        return Ok(true);
    }
    let sql =
        "UPDATE subscription_discounts SET payments = payments + 1 WHERE user_id = $1 AND discount_id = $2";
    tx.execute(sql, (user_id, id)).await?;
    tx.scalar(
        "UPDATE discounts SET uses = uses + 1 WHERE id = $1 RETURNING max_uses IS NULL OR uses <= max_uses",
        (id,),
    )
    .await
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
    if resume_reserved(tx, user_id, discount.id, now).await? {
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

/// Activates a replaced code again whose use is still reserved for an unfinished payment.
async fn resume_reserved(tx: &mut Tx, user_id: UserId, id: DiscountId, now: Timestamp) -> DbResult<bool> {
    let is_reserved: bool = tx
        .scalar(
            "SELECT EXISTS (SELECT 1 FROM subscription_discounts WHERE user_id = $1 AND discount_id = $2 \
             AND reserved AND ended_at IS NOT NULL)",
            (user_id, id),
        )
        .await?;
    if is_reserved {
        end_active(tx, user_id, now).await?;
        tx.execute(
            "UPDATE subscription_discounts SET activated_at = $3, ended_at = NULL \
             WHERE user_id = $1 AND discount_id = $2",
            (user_id, id, now),
        )
        .await?;
    }
    Ok(is_reserved)
}

/// Ends the user's active codes.
async fn end_active(tx: &mut Tx, user_id: UserId, now: Timestamp) -> DbResult<()> {
    tx.execute(
        "UPDATE subscription_discounts SET ended_at = $2 WHERE user_id = $1 AND ended_at IS NULL",
        (user_id, now),
    )
    .await?;
    release_unused(tx, user_id).await
}

/// Releases the uses of the user's ended codes, unless a payment at the reduced price can still be made.
pub async fn release_unused(tx: &mut Tx, user_id: UserId) -> DbResult<()> {
    let released: Vec<DiscountId> = tx
        .scalars(
            "UPDATE subscription_discounts SET reserved = FALSE \
             WHERE user_id = $1 AND reserved AND ended_at IS NOT NULL AND NOT EXISTS (SELECT 1 \
             FROM subscription_payments p LEFT JOIN transactions t ON t.subscription_payment_id = p.id \
             WHERE p.user_id = $1 AND p.discount_id = subscription_discounts.discount_id \
             AND (p.status IN ('open', 'charging', 'declined') \
             OR t.status IN ('CREATED', 'PENDING', 'APPROVED'))) RETURNING discount_id",
            (user_id,),
        )
        .await?;
    for id in released {
        tx.execute("UPDATE discounts SET uses = uses - 1 WHERE id = $1", (id,)).await?;
    }
    Ok(())
}

/// The reduction of the next payments for the subscription.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ActiveDiscount)]
pub struct ActiveDiscountView {
    discount_percentage: Percent,
    /// How many payments it reduces from the next one on; null: all.
    discounted_payments: Option<i64>,
}

/// The reduction of the caller's next payments by the activated code; 0 without one.
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
    let subscription = find(&mut tx, user.id, now).await?;
    let first_at = match &subscription {
        Some(active) if active.is_active(now) => active.paid_until,
        Some(ended) if ended.trial_used_at.is_some() => now,
        _ => add_days(now, TRIAL_DAYS),
    };
    let discount = active(&mut tx, user.id, first_at).await?;
    Ok(Json(ActiveDiscountView {
        discount_percentage: discount.as_ref().map_or(Percent::ZERO, |discount| discount.percent),
        discounted_payments: discount.and_then(|discount| discount.covered_payments(first_at)),
    }))
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
