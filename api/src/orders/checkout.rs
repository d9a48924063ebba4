//! From the cart to an order and the ways to pay it.

use std::{collections::HashSet, time::Duration};

use axum::extract::State;
use heliriiul_db::{BookId, DbError, OrderId, Timestamp, Tx, UserId};
use heliriiul_makecommerce::PaymentMethods;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::{
    OrderStatus,
    discounts::{self, Discount},
    fulfilment::{Payment, fulfil},
    give_up,
    pricing::{Line, Reductions, cart_key, list_price, member_percent, vat_rate},
    quote::owned_books,
};
use crate::{
    auth::{CurrentUser, Now},
    error::responses::{JsonBody, RateLimited, SessionRequired},
    error::{ApiError, ApiResult, Code, FieldError, Problem},
    extract::{BrowserBase, Json},
    money::Cents,
    payments::{
        self, ToPay,
        ledger::{self, Cause, Event},
    },
    rate_limit::{self, ClientAddress},
    state::AppState,
};

/// Lines in one order.
pub const MOST_BOOKS: usize = 100;

/// The cart to order.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckoutCart {
    #[schema(min_items = 1, max_items = 100)]
    books: Vec<BookId>,
    #[schema(max_length = 64)]
    discount_code: Option<String>,
}

/// An order and the ways to pay it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckoutResult {
    order_id: OrderId,
    #[schema(example = "H10001")]
    order_number: String,
    /// Of the provider; null when nothing is left to pay.
    transaction_id: Option<String>,
    amount: Cents,
    /// The total was 0, and the books are on the shelf.
    paid: bool,
    lines: Vec<CheckoutLine>,
    payment_methods: PaymentMethods,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct CheckoutLine {
    book_id: BookId,
    title: String,
    list_price: Cents,
    price: Cents,
}

/// Orders the cart. The same cart again, while its order is open, answers the same order.
#[utoipa::path(
    post, path = "/checkout-cart", tag = "orders", security(("api_token" = []), ("bearer" = [])),
    request_body = CheckoutCart,
    responses(
        (status = 200, body = CheckoutResult),
        JsonBody, SessionRequired,
        (status = 404, description = "The discount code cannot be used", body = Problem),
        (status = 422, description = "A field does not meet its rule; of a book: `not-found`, `not-for-sale` or `owned`", body = Problem),
        RateLimited,
        (status = 503, description = "The payment provider does not answer. The order stays; trying again finds it", body = Problem),
    )
)]
pub async fn checkout_cart(
    State(app): State<AppState>,
    Now(now): Now,
    user: CurrentUser,
    from: ClientAddress,
    browser_base: BrowserBase,
    Json(mut cart): Json<CheckoutCart>,
) -> ApiResult<Json<CheckoutResult>> {
    let mut seen = HashSet::new();
    cart.books.retain(|id| seen.insert(*id));
    if cart.books.is_empty() {
        return Err(ApiError::field("books", "required"));
    }
    if cart.books.len() > MOST_BOOKS {
        return Err(ApiError::field("books", "too-long"));
    }
    let code = discounts::given(cart.discount_code.as_deref())?;
    let guesser = code.map(|_| discounts::guessing(from, Some(user.id))).unwrap_or_default();
    if !guesser.is_empty() {
        rate_limit::count(&app.db, &guesser, now).await?;
    }
    let mut tx = app.db.write().await?;
    let email = lock_buyer(&mut tx, user.id).await?;
    let order = order(&app, &mut tx, user.id, &cart.books, code, now).await?;
    let started = payments::open_payment(&mut tx, order.id).await?;
    if !guesser.is_empty() {
        rate_limit::forgive(&mut tx, &guesser, now).await?;
    }
    tx.commit().await?;
    let started = match started {
        Some(started) => Some(started),
        None if order.paid => None,
        None => {
            let to_pay = ToPay {
                order_id: order.id,
                number: &order.number,
                amount: order.total,
                email: &email,
                ip: from.ipv4(),
                browser_base: &browser_base,
            };
            Some(payments::start(&app, &to_pay).await?)
        }
    };
    Ok(Json(order.answer(started)))
}

/// An order as checkout finds or makes it.
struct Order {
    id: OrderId,
    number: String,
    total: Cents,
    paid: bool,
    lines: Vec<Line>,
}

impl Order {
    fn answer(self, started: Option<payments::Started>) -> CheckoutResult {
        let (transaction_id, payment_methods) =
            started.map(|started| (Some(started.transaction_id), started.methods)).unwrap_or_default();
        let lines = self.lines.into_iter().map(|line| CheckoutLine {
            book_id: line.book_id,
            title: line.title,
            list_price: line.list,
            price: line.price,
        });
        CheckoutResult {
            order_id: self.id,
            order_number: self.number,
            transaction_id,
            amount: self.total,
            paid: self.paid,
            lines: lines.collect(),
            payment_methods,
        }
    }
}

/// Lets the checkouts of one person come one after the other. Answers the e-mail address.
async fn lock_buyer(tx: &mut Tx, user_id: UserId) -> Result<String, DbError> {
    tx.scalar("UPDATE users SET role = role WHERE id = $1 RETURNING email", (user_id,)).await
}

/// Finds the open order of this very cart, or makes one; a total of 0 is paid at once.
async fn order(
    app: &AppState,
    tx: &mut Tx,
    user_id: UserId,
    books: &[BookId],
    code: Option<&str>,
    now: Timestamp,
) -> ApiResult<Order> {
    let discount = match code {
        Some(code) => {
            Some(discounts::find(tx, code, Some(user_id), now).await?.ok_or_else(discounts::not_found)?)
        }
        None => None,
    };
    let reductions = Reductions {
        member: member_percent(app, tx, user_id, now).await?,
        code: discount.as_ref().map(|discount| discount.percent).unwrap_or_default(),
    };
    let owned = owned_books(tx, user_id).await?;
    let lines = lines(app, books, reductions, &owned, now)?;
    let cart_key = cart_key(&lines, discount.as_ref());
    if let Some((id, number)) = open_order(tx, user_id, &cart_key, now).await? {
        let total = lines.iter().map(|line| line.price).sum();
        return Ok(Order { id, number, total, paid: false, lines });
    }
    if let Some(discount) = &discount {
        discounts::supersede(tx, discount.id, user_id, now).await?;
    }
    let mut order = insert(app, tx, user_id, lines, discount.as_ref(), reductions, &cart_key, now).await?;
    if order.total.is_zero() {
        let payment = Payment { order_id: order.id, transaction: None, cause: Cause::Checkout };
        fulfil(app, tx, &payment, now).await?;
        order.paid = true;
    }
    Ok(order)
}

/// The cart's lines as they are sold now; every book that is not is named.
fn lines(
    app: &AppState,
    books: &[BookId],
    reductions: Reductions,
    owned: &HashSet<BookId>,
    now: Timestamp,
) -> ApiResult<Vec<Line>> {
    let rate = vat_rate(&app.config.shop, now)
        .ok_or_else(|| ApiError::new(Code::Internal, "No VAT rate is set."))?;
    let snapshot = app.catalogue.snapshot();
    let mut lines = Vec::with_capacity(books.len());
    let mut errors = Vec::new();
    for (index, id) in books.iter().enumerate() {
        let entry = snapshot.book(*id).filter(|entry| entry.is_visible());
        match entry.map(|entry| (entry, list_price(entry))) {
            None => errors.push((index, "not-found")),
            Some((_, None)) => errors.push((index, "not-for-sale")),
            Some(_) if owned.contains(id) => errors.push((index, "owned")),
            Some((entry, Some(list))) => lines.push(Line::of(entry, list, reductions, rate.books)),
        }
    }
    if errors.is_empty() {
        return Ok(lines);
    }
    let named = |(index, code): (usize, &'static str)| FieldError {
        field: format!("books[{index}]"),
        code: code.into(),
    };
    Err(ApiError::fields(errors.into_iter().map(named).collect()))
}

/// The order of an earlier click on the same cart, unless its time is over.
async fn open_order(
    tx: &mut Tx,
    user_id: UserId,
    cart_key: &str,
    now: Timestamp,
) -> ApiResult<Option<(OrderId, String)>> {
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
            give_up(tx, id, OrderStatus::Expired, Cause::Checkout, now).await?;
            Ok(None)
        }
        None => Ok(None),
    }
}

#[expect(clippy::too_many_arguments, reason = "each is a column of the order")]
async fn insert(
    app: &AppState,
    tx: &mut Tx,
    user_id: UserId,
    lines: Vec<Line>,
    discount: Option<&Discount>,
    reductions: Reductions,
    cart_key: &str,
    now: Timestamp,
) -> ApiResult<Order> {
    let id = OrderId::new();
    let total: Cents = lines.iter().map(|line| line.price).sum();
    let number: i64 = tx
        .scalar("UPDATE counters SET value = value + 1 WHERE name = 'order-number' RETURNING value", ())
        .await?;
    let number = format!("H{number}");
    let expires_at = now.plus(Duration::from_secs(60 * app.config.payments.open_minutes));
    tx.execute(
        "INSERT INTO orders (id, number, user_id, status, cart_key, total_cents, discount_id, \
         discount_code, discount_percent, member_percent, created_at, expires_at, updated_at) \
         VALUES ($1, $2, $3, 'open', $4, $5, $6, $7, $8, $9, $10, $11, $10)",
        (
            id,
            &number,
            user_id,
            cart_key,
            total,
            discount.map(|discount| discount.id),
            discount.map(|discount| &discount.code),
            reductions.code,
            reductions.member,
            now,
            expires_at,
        ),
    )
    .await?;
    for (position, line) in (0_i64..).zip(&lines) {
        tx.execute(
            "INSERT INTO order_lines (order_id, position, book_id, title, author, list_cents, price_cents, \
             vat_basis_points, vat_cents) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            (
                id,
                position,
                line.book_id,
                &line.title,
                &line.author,
                line.list,
                line.price,
                line.vat_basis_points,
                line.vat,
            ),
        )
        .await?;
    }
    if let Some(discount) = discount
        && !discounts::hold(tx, discount.id, id, user_id, now).await?
    {
        return Err(discounts::not_found());
    }
    let event = Event {
        kind: "order-created",
        user_id: Some(user_id),
        order_id: Some(id),
        transaction_id: None,
        cause: Cause::Checkout,
        detail: json!({ "number": number, "total": total, "books": lines.len() }),
    };
    ledger::append(tx, event, now).await?;
    Ok(Order { id, number, total, paid: false, lines })
}
