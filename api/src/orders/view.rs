//! The caller's orders, as the account page shows them.

use std::collections::HashMap;

use axum::extract::State;
use heliriiul_db::{BookId, DbResult, OrderId, Timestamp, Tx, UserId};
use serde::Serialize;
use utoipa::ToSchema;

use super::OrderStatus;
use crate::{
    auth::{CurrentUser, Now},
    config::Shop,
    error::responses::{NoSuchId, SessionRequired, Unreadable},
    error::{ApiError, ApiResult},
    extract::{Json, Path},
    money::Cents,
    state::AppState,
    withdrawal_right::withdrawable_until,
};

/// How many orders the account page shows.
const SHOWN: i64 = 200;

/// An order with its lines as they were frozen.
#[derive(Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Order {
    id: OrderId,
    #[schema(example = "H10001")]
    number: String,
    status: OrderStatus,
    total: Cents,
    created_at: Timestamp,
    paid_at: Option<Timestamp>,
    discount_code: Option<String>,
    /// When the buyer withdrew from it.
    withdrawn_at: Option<Timestamp>,
    #[serde(skip)]
    immediate_access_consent_at: Option<Timestamp>,
    /// The last moment of the buyer's right of withdrawal; null without one.
    #[sqlx(skip)]
    withdrawable_until: Option<Timestamp>,
    #[sqlx(skip)]
    lines: Vec<OrderLine>,
}

#[derive(Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct OrderLine {
    #[serde(skip)]
    order_id: OrderId,
    book_id: BookId,
    title: String,
    author: String,
    list_price: Cents,
    price: Cents,
    /// Percent, included in the price. Basis points and cents are both hundredths, so they print alike.
    vat_rate: Cents,
}

/// The caller's orders, newest first.
#[utoipa::path(
    get, path = "/orders", tag = "orders",
    responses((status = 200, body = Vec<Order>), SessionRequired),
)]
pub async fn list_orders(
    State(app): State<AppState>,
    Now(now): Now,
    user: CurrentUser,
) -> ApiResult<Json<Vec<Order>>> {
    Ok(Json(orders(&app.config.shop, &mut app.db.read().await?, user.id, None, now).await?))
}

/// One order of the caller.
#[utoipa::path(
    get, path = "/orders/{id}", tag = "orders", params(("id" = uuid::Uuid, Path, description = "The order")),
    responses((status = 200, body = Order), Unreadable, SessionRequired, NoSuchId),
)]
pub async fn get_order(
    State(app): State<AppState>,
    Now(now): Now,
    user: CurrentUser,
    Path(id): Path<OrderId>,
) -> ApiResult<Json<Order>> {
    let order = orders(&app.config.shop, &mut app.db.read().await?, user.id, Some(id), now).await?.pop();
    order.map(Json).ok_or_else(|| ApiError::not_found("There is no such order."))
}

/// A user's orders, newest first, or the one with this id.
async fn orders(
    shop: &Shop,
    tx: &mut Tx,
    user_id: UserId,
    only: Option<OrderId>,
    now: Timestamp,
) -> DbResult<Vec<Order>> {
    let mut orders: Vec<Order> = tx
        .all(
            "SELECT id, number, status, total_cents AS total, created_at, paid_at, discount_code, \
             immediate_access_consent_at, \
             (SELECT withdrawn_at FROM withdrawals w WHERE w.order_id = orders.id) AS withdrawn_at FROM orders \
             WHERE user_id = $1 AND ($2 IS NULL OR id = $2) ORDER BY created_at DESC, id DESC LIMIT $3",
            (user_id, only, SHOWN),
        )
        .await?;
    let lines: Vec<OrderLine> = tx
        .all(
            "SELECT l.order_id, l.book_id, l.title, l.author, l.list_cents AS list_price, \
             l.price_cents AS price, l.vat_basis_points AS vat_rate \
             FROM order_lines l JOIN orders o ON o.id = l.order_id \
             WHERE o.user_id = $1 AND ($2 IS NULL OR o.id = $2) ORDER BY l.order_id, l.position",
            (user_id, only),
        )
        .await?;
    let mut by_order: HashMap<OrderId, Vec<OrderLine>> = HashMap::new();
    for line in lines {
        by_order.entry(line.order_id).or_default().push(line);
    }
    for order in &mut orders {
        order.withdrawable_until = order
            .paid_at
            .filter(|_| order.status == OrderStatus::Paid && order.withdrawn_at.is_none())
            .and_then(|paid_at| withdrawable_until(shop, paid_at, order.immediate_access_consent_at))
            .filter(|until| *until >= now);
        order.lines = by_order.remove(&order.id).unwrap_or_default();
    }
    Ok(orders)
}
