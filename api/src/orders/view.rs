//! The caller's orders, as the account page shows them.

use std::collections::HashMap;

use axum::extract::State;
use heliriiul_db::{BookId, DbError, OrderId, Timestamp, Tx, UserId};
use serde::Serialize;
use utoipa::ToSchema;

use super::OrderStatus;
use crate::{
    auth::CurrentUser,
    error::responses::{NoSuchId, SessionRequired, Unreadable},
    error::{ApiError, ApiResult},
    extract::{Json, Path},
    money::Cents,
    state::AppState,
};

/// How many orders the account page shows.
const SHOWN: i64 = 200;

/// An order with its lines as they were frozen.
#[derive(Serialize, ToSchema)]
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
    lines: Vec<OrderLine>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderLine {
    book_id: BookId,
    title: String,
    author: String,
    list_price: Cents,
    price: Cents,
    /// Percent, included in the price. Basis points and cents are both hundredths, so they print alike.
    vat_rate: Cents,
}

#[derive(sqlx::FromRow)]
struct OrderRow {
    id: OrderId,
    number: String,
    status: OrderStatus,
    total_cents: Cents,
    created_at: Timestamp,
    paid_at: Option<Timestamp>,
    discount_code: Option<String>,
}

#[derive(sqlx::FromRow)]
struct LineRow {
    order_id: OrderId,
    book_id: BookId,
    title: String,
    author: String,
    list_cents: Cents,
    price_cents: Cents,
    vat_basis_points: Cents,
}

/// The caller's orders, newest first.
#[utoipa::path(
    get, path = "/orders", tag = "orders",
    responses((status = 200, body = Vec<Order>), SessionRequired),
)]
pub async fn list_orders(State(app): State<AppState>, user: CurrentUser) -> ApiResult<Json<Vec<Order>>> {
    let mut tx = app.db.read().await?;
    orders(&mut tx, user.id, None).await.map(Json).map_err(ApiError::from)
}

/// One order of the caller.
#[utoipa::path(
    get, path = "/orders/{id}", tag = "orders", params(("id" = uuid::Uuid, Path, description = "The order")),
    responses((status = 200, body = Order), Unreadable, SessionRequired, NoSuchId),
)]
pub async fn get_order(
    State(app): State<AppState>,
    user: CurrentUser,
    Path(id): Path<OrderId>,
) -> ApiResult<Json<Order>> {
    let mut tx = app.db.read().await?;
    let order = orders(&mut tx, user.id, Some(id)).await?.pop();
    order.map(Json).ok_or_else(|| ApiError::not_found("There is no such order."))
}

/// A user's orders, newest first, or the one with this id.
async fn orders(tx: &mut Tx, user_id: UserId, only: Option<OrderId>) -> Result<Vec<Order>, DbError> {
    let rows: Vec<OrderRow> = tx
        .all(
            "SELECT id, number, status, total_cents, created_at, paid_at, discount_code FROM orders \
             WHERE user_id = $1 AND ($2 IS NULL OR id = $2) ORDER BY created_at DESC, id DESC LIMIT $3",
            (user_id, only, SHOWN),
        )
        .await?;
    let mut lines: HashMap<OrderId, Vec<OrderLine>> = HashMap::new();
    for row in line_rows(tx, user_id, only).await? {
        let line = OrderLine {
            book_id: row.book_id,
            title: row.title,
            author: row.author,
            list_price: row.list_cents,
            price: row.price_cents,
            vat_rate: row.vat_basis_points,
        };
        lines.entry(row.order_id).or_default().push(line);
    }
    let order = |row: OrderRow| Order {
        lines: lines.remove(&row.id).unwrap_or_default(),
        id: row.id,
        number: row.number,
        status: row.status,
        total: row.total_cents,
        created_at: row.created_at,
        paid_at: row.paid_at,
        discount_code: row.discount_code,
    };
    Ok(rows.into_iter().map(order).collect())
}

async fn line_rows(tx: &mut Tx, user_id: UserId, only: Option<OrderId>) -> Result<Vec<LineRow>, DbError> {
    tx.all(
        "SELECT l.order_id, l.book_id, l.title, l.author, l.list_cents, l.price_cents, \
         l.vat_basis_points \
         FROM order_lines l JOIN orders o ON o.id = l.order_id \
         WHERE o.user_id = $1 AND ($2 IS NULL OR o.id = $2) ORDER BY l.order_id, l.position",
        (user_id, only),
    )
    .await
}
