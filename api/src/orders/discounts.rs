//! Discount codes for the cart. A use is held by an open order, kept by a paid one and given back by any other.

use std::time::Duration;

use axum::extract::State;
use heliriiul_db::{DbError, DiscountId, OrderId, Timestamp, Tx, UserId};
use serde::Serialize;
use utoipa::ToSchema;

use super::{OrderStatus, give_up};
use crate::{
    auth::{CurrentUser, Now},
    error::responses::{RateLimited, Unreadable},
    error::{ApiError, ApiResult, Code, Problem},
    extract::{Json, Path},
    money::Percent,
    payments::ledger::Cause,
    rate_limit::{self, ClientAddress, Limit, Subject},
    state::AppState,
};

/// Guesses at codes, right ones not counted.
const BY_ADDRESS: Limit = Limit::new("discount:address", 60, Duration::from_mins(10));
const BY_ACCOUNT: Limit = Limit::new("discount:account", 30, Duration::from_mins(10));

/// Bytes; longer texts are no code.
const LONGEST_CODE: usize = 64;

/// A code that the caller may use now.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Discount {
    pub id: DiscountId,
    pub code: String,
    pub percent: Percent,
}

/// Whom to count against the limits of guessing.
pub fn guessing(from: ClientAddress, user_id: Option<UserId>) -> Vec<Subject> {
    let account = user_id.map(|id| BY_ACCOUNT.of(id));
    [Some(BY_ADDRESS.of(from)), account].into_iter().flatten().collect()
}

/// The code that came with a cart; an empty one is none.
pub fn given(code: Option<&str>) -> ApiResult<Option<&str>> {
    match code.map(str::trim) {
        Some(code) if code.len() > LONGEST_CODE => Err(ApiError::field("discountCode", "too-long")),
        code => Ok(code.filter(|code| !code.is_empty())),
    }
}

/// Looks a code up for a guesser who is counted. 404 when it cannot be used.
pub async fn find_guessed(
    app: &AppState,
    code: &str,
    user_id: Option<UserId>,
    from: ClientAddress,
    now: Timestamp,
) -> ApiResult<Discount> {
    let guesser = guessing(from, user_id);
    rate_limit::count(&app.db, &guesser, now).await?;
    let mut tx = app.db.read().await?;
    let discount = find(&mut tx, code, user_id, now).await?.ok_or_else(not_found)?;
    drop(tx);
    let mut tx = app.db.write().await?;
    rate_limit::forgive(&mut tx, &guesser, now).await?;
    tx.commit().await?;
    Ok(discount)
}

pub fn not_found() -> ApiError {
    ApiError::new(Code::DiscountNotFound, "There is no such code, or it cannot be used now.")
}

/// How a code is compared.
pub fn code_key(code: &str) -> String {
    code.trim().to_lowercase()
}

/// A code of the cart that may be used now. What the user's own open orders hold counts as free, since a new order
/// takes it over.
pub async fn find(
    tx: &mut Tx,
    code: &str,
    user_id: Option<UserId>,
    now: Timestamp,
) -> Result<Option<Discount>, DbError> {
    let key = code_key(code);
    if key.is_empty() || key.len() > LONGEST_CODE || key.contains('\0') {
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

/// Gives up the user's other open orders that hold this code.
pub async fn supersede(
    tx: &mut Tx,
    discount_id: DiscountId,
    user_id: UserId,
    now: Timestamp,
) -> Result<(), ApiError> {
    let holders: Vec<OrderId> = tx
        .scalars(
            "SELECT o.id FROM orders o JOIN discount_uses u ON u.order_id = o.id \
             WHERE u.discount_id = $1 AND u.user_id = $2 AND o.status = 'open' ORDER BY o.id",
            (discount_id, user_id),
        )
        .await?;
    for order_id in holders {
        give_up(tx, order_id, OrderStatus::Cancelled, Cause::Checkout, now).await?;
    }
    Ok(())
}

/// Holds a use for an order; `false` when none is left. The update locks the code until the commit, so that the
/// count of the person's uses after it is final.
pub async fn hold(
    tx: &mut Tx,
    discount_id: DiscountId,
    order_id: OrderId,
    user_id: UserId,
    now: Timestamp,
) -> Result<bool, DbError> {
    let per_user: Option<Option<i64>> = tx
        .optional_scalar(
            "UPDATE discounts SET uses = uses + 1 WHERE id = $1 AND revoked_at IS NULL \
             AND (max_uses IS NULL OR uses < max_uses) RETURNING max_per_user",
            (discount_id,),
        )
        .await?;
    let Some(per_user) = per_user else { return Ok(false) };
    let mine: i64 = tx
        .scalar(
            "SELECT COUNT(*) FROM discount_uses WHERE discount_id = $1 AND user_id = $2",
            (discount_id, user_id),
        )
        .await?;
    if per_user.is_some_and(|most| mine >= most) {
        tx.execute("UPDATE discounts SET uses = uses - 1 WHERE id = $1", (discount_id,)).await?;
        return Ok(false);
    }
    note_use(tx, discount_id, order_id, user_id, now).await?;
    Ok(true)
}

/// A paid order whose hold had been given up takes its use all the same; `false` when that is over the limit.
pub async fn retake(
    tx: &mut Tx,
    discount_id: DiscountId,
    order_id: OrderId,
    user_id: UserId,
    now: Timestamp,
) -> Result<bool, DbError> {
    if hold(tx, discount_id, order_id, user_id, now).await? {
        return Ok(true);
    }
    tx.execute("UPDATE discounts SET uses = uses + 1 WHERE id = $1", (discount_id,)).await?;
    note_use(tx, discount_id, order_id, user_id, now).await?;
    Ok(false)
}

async fn note_use(
    tx: &mut Tx,
    discount_id: DiscountId,
    order_id: OrderId,
    user_id: UserId,
    now: Timestamp,
) -> Result<(), DbError> {
    tx.execute(
        "INSERT INTO discount_uses (discount_id, order_id, user_id, used_at) VALUES ($1, $2, $3, $4)",
        (discount_id, order_id, user_id, now),
    )
    .await?;
    Ok(())
}

/// Gives back what an order held.
pub async fn release(tx: &mut Tx, order_id: OrderId) -> Result<(), DbError> {
    let held: Option<DiscountId> = tx
        .optional_scalar("DELETE FROM discount_uses WHERE order_id = $1 RETURNING discount_id", (order_id,))
        .await?;
    if let Some(discount_id) = held {
        tx.execute("UPDATE discounts SET uses = uses - 1 WHERE id = $1", (discount_id,)).await?;
    }
    Ok(())
}

/// A discount code that works for the caller.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Discount)]
pub struct DiscountView {
    /// As it was made; codes compare without regard to case.
    pub discount_code: String,
    pub discount_percentage: Percent,
}

/// A discount code for the cart, if the caller may use it now.
#[utoipa::path(
    get, path = "/discounts/{code}", tag = "orders", security((), ("api_token" = []), ("bearer" = [])),
    params(("code" = String, Path, description = "As the buyer typed it", max_length = 64)),
    responses(
        (status = 200, body = DiscountView),
        Unreadable,
        (status = 401, description = "The token headers differ", body = Problem),
        (status = 404, description = "No such code, or not to be used now", body = Problem),
        RateLimited,
    )
)]
pub async fn get_discount(
    State(app): State<AppState>,
    Now(now): Now,
    user: Option<CurrentUser>,
    from: ClientAddress,
    Path(code): Path<String>,
) -> ApiResult<Json<DiscountView>> {
    let discount = find_guessed(&app, &code, user.map(|user| user.id), from, now).await?;
    Ok(Json(DiscountView { discount_code: discount.code, discount_percentage: discount.percent }))
}
