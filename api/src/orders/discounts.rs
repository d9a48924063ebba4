//! Discount codes of the cart. An open order reserves a use, a paid order keeps it, and any other end releases it.

use axum::extract::State;
use heliriiul_db::{DbResult, DiscountId, OrderId, Timestamp, Tx, UserId};

use crate::{
    auth::{CurrentUser, Now},
    discounts::{Discount, DiscountView, code_key, guess_limits, not_found},
    error::responses::{RateLimited, Unreadable},
    error::{ApiError, ApiResult},
    extract::{Json, Path},
    rate_limit::{self, ClientAddress},
    state::AppState,
};

/// Bytes; no code is longer.
const MAX_CODE_LENGTH: usize = 64;

/// The code that came with a cart; an empty text is none.
pub fn parse_code(code: Option<&str>) -> ApiResult<Option<&str>> {
    match code.map(str::trim) {
        Some(code) if code.len() > MAX_CODE_LENGTH => Err(ApiError::field("discountCode", "too-long")),
        code => Ok(code.filter(|code| !code.is_empty())),
    }
}

/// Finds a code under the limits of guessing. 404 when it cannot be used.
pub async fn find_limited(
    app: &AppState,
    code: &str,
    user_id: Option<UserId>,
    from: ClientAddress,
    now: Timestamp,
) -> ApiResult<Discount> {
    let limits = guess_limits(from, user_id);
    rate_limit::count(&app.db, &limits, now).await?;
    let discount = find(&mut app.db.read().await?, code, user_id, now).await?.ok_or_else(not_found)?;
    let mut tx = app.db.write().await?;
    rate_limit::forgive(&mut tx, &limits, now).await?;
    tx.commit().await?;
    Ok(discount)
}

/// A code of the cart that can be used now. Uses that the user's own open orders reserve count as free, since a new
/// order replaces them.
pub async fn find(
    tx: &mut Tx,
    code: &str,
    user_id: Option<UserId>,
    now: Timestamp,
) -> DbResult<Option<Discount>> {
    let key = code_key(code);
    if key.is_empty() || key.len() > MAX_CODE_LENGTH || key.contains('\0') {
        return Ok(None);
    }
    tx.optional(
        "SELECT d.id, d.code, d.percent FROM discounts d WHERE d.code_key = $1 AND d.revoked_at IS NULL \
         AND d.scope IN ('cart', 'both') \
         AND (d.valid_from IS NULL OR d.valid_from <= $2) AND (d.valid_until IS NULL \
         OR d.valid_until > $2) \
         AND (d.max_uses IS NULL OR d.uses - (SELECT COUNT(*) FROM discount_uses u \
         JOIN orders o ON o.id = u.order_id AND o.status = 'open' \
         WHERE u.discount_id = d.id AND u.user_id = $3) < d.max_uses) \
         AND (d.max_per_user IS NULL OR (SELECT COUNT(*) FROM discount_uses u \
         JOIN orders o ON o.id = u.order_id AND o.status <> 'open' \
         WHERE u.discount_id = d.id AND u.user_id = $3) < d.max_per_user)",
        (&key, now, user_id),
    )
    .await
}

/// Reserves a use for an order; `false` when none is left.
pub async fn reserve(
    tx: &mut Tx,
    discount_id: DiscountId,
    order_id: OrderId,
    user_id: UserId,
    now: Timestamp,
) -> DbResult<bool> {
    let is_left = lock_if_left(tx, discount_id, user_id).await?;
    if is_left {
        insert_use(tx, discount_id, order_id, user_id, now).await?;
    }
    Ok(is_left)
}

/// Takes a use again for a paid order that had released it, even over the limit; `false` when it was over the limit.
pub async fn reserve_again(
    tx: &mut Tx,
    discount_id: DiscountId,
    order_id: OrderId,
    user_id: UserId,
    now: Timestamp,
) -> DbResult<bool> {
    let is_left = lock_if_left(tx, discount_id, user_id).await?;
    insert_use(tx, discount_id, order_id, user_id, now).await?;
    Ok(is_left)
}

/// Locks the code until the commit, so that the count of its uses is final. Returns whether the user has a use left.
async fn lock_if_left(tx: &mut Tx, discount_id: DiscountId, user_id: UserId) -> DbResult<bool> {
    let limit: Option<Option<i64>> = tx
        .optional_scalar(
            "UPDATE discounts SET uses = uses WHERE id = $1 AND revoked_at IS NULL \
             AND (max_uses IS NULL OR uses < max_uses) RETURNING max_per_user",
            (discount_id,),
        )
        .await?;
    let sql = "SELECT COUNT(*) FROM discount_uses WHERE discount_id = $1 AND user_id = $2";
    let used: i64 = tx.scalar(sql, (discount_id, user_id)).await?;
    Ok(limit.is_some_and(|limit| limit.is_none_or(|limit| used < limit)))
}

async fn insert_use(
    tx: &mut Tx,
    discount_id: DiscountId,
    order_id: OrderId,
    user_id: UserId,
    now: Timestamp,
) -> DbResult<()> {
    tx.execute("UPDATE discounts SET uses = uses + 1 WHERE id = $1", (discount_id,)).await?;
    let sql = "INSERT INTO discount_uses (discount_id, order_id, user_id, used_at) VALUES ($1, $2, $3, $4)";
    tx.execute(sql, (discount_id, order_id, user_id, now)).await.map(drop)
}

/// Releases the use that an order reserves.
pub async fn release(tx: &mut Tx, order_id: OrderId) -> DbResult<()> {
    let released: Option<DiscountId> = tx
        .optional_scalar("DELETE FROM discount_uses WHERE order_id = $1 RETURNING discount_id", (order_id,))
        .await?;
    if let Some(discount_id) = released {
        tx.execute("UPDATE discounts SET uses = uses - 1 WHERE id = $1", (discount_id,)).await?;
    }
    Ok(())
}

/// A discount code for the cart, if the caller may use it now.
#[utoipa::path(
    get, path = "/discounts/{code}", tag = "orders", security((), ("api_token" = []), ("bearer" = [])),
    params(("code" = String, Path, description = "As the buyer typed it", max_length = 64)),
    responses(
        (status = 200, body = DiscountView), Unreadable,
        (status = 401, description = "The token headers differ"),
        (status = 404, description = "No such code, or not to be used now"), RateLimited,
    ),
)]
pub async fn get_discount(
    State(app): State<AppState>,
    Now(now): Now,
    user: Option<CurrentUser>,
    from: ClientAddress,
    Path(code): Path<String>,
) -> ApiResult<Json<DiscountView>> {
    let discount = find_limited(&app, &code, user.map(|user| user.id), from, now).await?;
    Ok(Json(discount.into()))
}
