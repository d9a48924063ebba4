//! From a cart to an order with frozen lines.

use std::{collections::HashSet, time::Duration};

use heliriiul_db::{BookId, DbResult, DiscountId, OrderId, Timestamp, Tx, UserId};
use serde_json::json;

use super::{
    OrderStatus, discounts,
    order::close,
    pricing::{Line, Reductions, cart_key, list_price, subscriber_percent},
};
use crate::{
    catalogue::Snapshot,
    config::Config,
    discounts::not_found,
    error::{ApiError, ApiResult, FieldError},
    ledger::{Cause, Event, EventKind},
    money::Cents,
    vat,
};

/// Lines in one order.
pub const MAX_BOOKS: usize = 100;

/// What a buyer wants to order.
pub struct Cart<'a> {
    pub user_id: UserId,
    /// Without repetitions.
    pub books: &'a [BookId],
    pub discount_code: Option<&'a str>,
}

/// An open order.
pub struct PlacedOrder {
    pub id: OrderId,
    pub number: String,
    pub total: Cents,
    pub lines: Vec<Line>,
}

/// Finds the open order of the same cart, or places one.
pub async fn find_or_place(
    config: &Config,
    catalogue: &Snapshot,
    tx: &mut Tx,
    cart: &Cart<'_>,
    now: Timestamp,
) -> ApiResult<PlacedOrder> {
    let user_id = cart.user_id;
    let discount = match cart.discount_code {
        Some(code) => Some(discounts::find(tx, code, Some(user_id), now).await?.ok_or_else(not_found)?),
        None => None,
    };
    let reductions = Reductions {
        subscriber: subscriber_percent(&config.shop, tx, user_id, now).await?,
        code: discount.as_ref().map(|discount| discount.percent).unwrap_or_default(),
    };
    let owned = owned_books(tx, user_id).await?;
    let vat_basis_points = vat::rates(&config.shop, now)?.books;
    let lines = lines(catalogue, cart.books, reductions, &owned, vat_basis_points)?;
    let total = lines.iter().map(|line| line.price).sum();
    let cart_key = cart_key(&lines, discount.as_ref());
    if let Some((id, number)) = open_order(tx, user_id, &cart_key, now).await? {
        return Ok(PlacedOrder { id, number, total, lines });
    }
    if let Some(discount) = &discount {
        close_orders_with(tx, discount.id, user_id, now).await?;
    }
    let id = OrderId::new();
    let number: i64 = tx
        .scalar("UPDATE counters SET value = value + 1 WHERE name = 'order-number' RETURNING value", ())
        .await?;
    let number = format!("H{number}");
    let open_time = Duration::from_secs(60 * config.payments.open_minutes);
    tx.execute(
        "INSERT INTO orders (id, number, user_id, status, cart_key, total_cents, discount_id, \
         discount_code, discount_percent, subscriber_percent, created_at, expires_at, updated_at) \
         VALUES ($1, $2, $3, 'open', $4, $5, $6, $7, $8, $9, $10, $11, $10)",
        (
            id,
            &number,
            user_id,
            &cart_key,
            total,
            discount.as_ref().map(|discount| discount.id),
            discount.as_ref().map(|discount| &discount.code),
            reductions.code,
            reductions.subscriber,
            now,
            now.plus(open_time),
        ),
    )
    .await?;
    insert_lines(tx, id, &lines).await?;
    if let Some(discount) = &discount
        && !discounts::reserve(tx, discount.id, id, user_id, now).await?
    {
        return Err(not_found());
    }
    let detail = json!({ "number": number, "total": total, "books": lines.len() });
    let event = Event::new(EventKind::OrderCreated, Cause::Checkout, detail);
    event.user(user_id).order(id).append(tx, now).await?;
    Ok(PlacedOrder { id, number, total, lines })
}

/// Closes the user's open orders that reserve a use of this code.
async fn close_orders_with(
    tx: &mut Tx,
    discount_id: DiscountId,
    user_id: UserId,
    now: Timestamp,
) -> DbResult<()> {
    let orders: Vec<OrderId> = tx
        .scalars(
            "SELECT o.id FROM orders o JOIN discount_uses u ON u.order_id = o.id \
             WHERE u.discount_id = $1 AND u.user_id = $2 AND o.status = 'open' ORDER BY o.id",
            (discount_id, user_id),
        )
        .await?;
    for order_id in orders {
        close(tx, order_id, OrderStatus::Cancelled, Cause::Checkout, now).await?;
    }
    Ok(())
}

/// Returns the lines at the current prices. The error names every book that is not for sale to this buyer.
fn lines(
    catalogue: &Snapshot,
    books: &[BookId],
    reductions: Reductions,
    owned: &HashSet<BookId>,
    vat_basis_points: i64,
) -> ApiResult<Vec<Line>> {
    let mut lines = Vec::with_capacity(books.len());
    let mut errors = Vec::new();
    for (index, id) in books.iter().enumerate() {
        let entry = catalogue.book(*id).filter(|entry| entry.is_visible());
        let mut reject = |code: &'static str| {
            errors.push(FieldError { field: format!("books[{index}]"), code: code.into() });
        };
        match entry.map(|entry| (entry, list_price(entry))) {
            None => reject("not-found"),
            Some((_, None)) => reject("not-for-sale"),
            Some(_) if owned.contains(id) => reject("owned"),
            Some((entry, Some(list))) => lines.push(Line::of(entry, list, reductions, vat_basis_points)),
        }
    }
    if errors.is_empty() { Ok(lines) } else { Err(ApiError::fields(errors)) }
}

/// The order of an earlier click on the same cart. One past its time is closed.
async fn open_order(
    tx: &mut Tx,
    user_id: UserId,
    cart_key: &str,
    now: Timestamp,
) -> DbResult<Option<(OrderId, String)>> {
    let found: Option<(OrderId, String, Timestamp)> = tx
        .optional(
            "SELECT id, number, expires_at FROM orders \
             WHERE user_id = $1 AND cart_key = $2 AND status = 'open'",
            (user_id, cart_key),
        )
        .await?;
    match found {
        Some((id, number, expires_at)) if expires_at > now => Ok(Some((id, number))),
        Some((id, ..)) => {
            close(tx, id, OrderStatus::Expired, Cause::Checkout, now).await?;
            Ok(None)
        }
        None => Ok(None),
    }
}

async fn insert_lines(tx: &mut Tx, order_id: OrderId, lines: &[Line]) -> DbResult<()> {
    for (position, line) in (0_i64..).zip(lines) {
        let Line { book_id, title, author, list, price, vat_basis_points, vat } = line;
        tx.execute(
            "INSERT INTO order_lines (order_id, position, book_id, title, author, list_cents, price_cents, \
             vat_basis_points, vat_cents) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            (order_id, position, book_id, title, author, list, price, vat_basis_points, vat),
        )
        .await?;
    }
    Ok(())
}

/// Returns the user's bought and free books, which no subscription limits.
pub async fn owned_books(tx: &mut Tx, user_id: UserId) -> DbResult<HashSet<BookId>> {
    let books: Vec<BookId> = tx
        .scalars("SELECT book_id FROM library WHERE user_id = $1 AND source <> 'subscription'", (user_id,))
        .await?;
    Ok(books.into_iter().collect())
}
