//! Ordering the cart and opening its payment.

use std::collections::HashSet;

use axum::extract::State;
use heliriiul_db::{BookId, DbResult, OrderId, Tx, UserId};
use heliriiul_makecommerce::PaymentMethods;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    open_payment::{PaymentRequest, find_open_payment, open_payment},
    transactions::Subject,
};
use crate::{
    auth::{CurrentUser, Now},
    discounts::guess_limits,
    error::responses::{RateLimited, SessionRequired},
    error::{ApiError, ApiResult},
    extract::{BrowserBase, Json},
    ledger::{Cause, IncomingPayment},
    money::Cents,
    orders::{self, Cart, MAX_BOOKS},
    rate_limit::{self, ClientAddress},
    state::AppState,
};

/// The cart to order.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckoutCart {
    #[schema(min_items = 1, max_items = 100)]
    books: Vec<BookId>,
    #[schema(max_length = 64)]
    discount_code: Option<String>,
    /// Whether the buyer agrees to get access at once and to lose the right of withdrawal. Without it the order keeps
    /// what an earlier call said, at first no.
    immediate_access_consent: Option<bool>,
}

/// An order and the ways to pay it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CheckoutResult {
    order_id: OrderId,
    #[schema(example = "H10001")]
    order_number: String,
    /// At the provider; null when nothing is due.
    transaction_id: Option<String>,
    amount: Cents,
    /// The total was 0, and the books are in the library.
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

/// Orders the cart. While its order is open, the same cart returns the same order.
#[utoipa::path(
    post, path = "/checkout-cart", tag = "orders",
    responses(
        (status = 200, body = CheckoutResult), SessionRequired,
        (status = 404, description = "The discount code cannot be used"),
        (status = 422, description = "A field does not meet its rule; of a book: `not-found`, `not-for-sale` or `owned`"),
        RateLimited,
        (status = 503, description = "The payment provider does not answer. The order stays; trying again finds it"),
    ),
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
    if cart.books.len() > MAX_BOOKS {
        return Err(ApiError::field("books", "too-long"));
    }
    let discount_code = orders::parse_code(cart.discount_code.as_deref())?;
    let limits = match discount_code {
        Some(_) => guess_limits(from, Some(user.id)),
        None => Vec::new(),
    };
    if !limits.is_empty() {
        rate_limit::count(&app.db, &limits, now).await?;
    }
    let mut tx = app.db.write().await?;
    let email = lock_buyer(&mut tx, user.id).await?;
    let consent = cart.immediate_access_consent;
    let cart = Cart { user_id: user.id, books: &cart.books, discount_code };
    let order = orders::find_or_place(&app.config, &app.catalogue.snapshot(), &mut tx, &cart, now).await?;
    if let Some(consent) = consent {
        orders::set_consent(&app.config.shop, &mut tx, order.id, consent, now).await?;
    }
    let paid = order.total.is_zero();
    if paid {
        let payment = IncomingPayment { transaction: None, cause: Cause::Checkout, now };
        orders::fulfil(&app.config.shop, &app.mailer, &mut tx, order.id, payment).await?;
    }
    let subject = Subject::Order(order.id);
    let mut payment = find_open_payment(&mut tx, subject).await?;
    if !limits.is_empty() {
        rate_limit::forgive(&mut tx, &limits, now).await?;
    }
    tx.commit().await?;
    if payment.is_none() && !paid {
        let request = PaymentRequest {
            subject,
            number: &order.number,
            amount: order.total,
            email: &email,
            ip: from.ipv4(),
            saves_card: false,
            return_base: browser_base.as_str(),
        };
        payment = Some(open_payment(&app, &request).await?);
    }
    let (transaction_id, payment_methods) =
        payment.map(|payment| (Some(payment.transaction_id), payment.methods)).unwrap_or_default();
    let lines = order.lines.into_iter().map(|line| CheckoutLine {
        book_id: line.book_id,
        title: line.title,
        list_price: line.list,
        price: line.price,
    });
    Ok(Json(CheckoutResult {
        order_id: order.id,
        order_number: order.number,
        transaction_id,
        amount: order.total,
        paid,
        lines: lines.collect(),
        payment_methods,
    }))
}

/// Locks the buyer's row until the commit, so that the checkouts of one user come one after the other. Returns the
/// email address.
async fn lock_buyer(tx: &mut Tx, user_id: UserId) -> DbResult<String> {
    tx.scalar("UPDATE users SET role = role WHERE id = $1 RETURNING email", (user_id,)).await
}
