//! Making refunds at the provider. It has no idempotency key, so a refund is stored before the call. After a call without
//! a response, the store asks the provider for the refunded amount before it sends anything again (`refund_states`).

use heliriiul_db::{BookId, OrderId, RecordId};
use serde_json::json;

use super::refund_states::{
    Refunded, conflict, in_progress, refresh_transaction, set_outcome, sum, synchronize,
};
use crate::{
    error::{ApiError, ApiResult, Code},
    ledger::{
        Cause, Event, EventKind, Operator, Refund, RefundStatus,
        refunds::{self, NewRefund, lock_refunds},
    },
    money::Cents,
    orders,
    state::AppState,
};

const MAX_COMMENT_LENGTH: usize = 200;

/// A refund to make.
#[derive(Clone, Copy)]
pub struct RefundRequest<'a> {
    pub transaction_id: &'a str,
    /// `None`: all that is left of the transaction.
    pub amount: Option<Cents>,
    /// The book of the order that is given back.
    pub book_id: Option<BookId>,
    /// The provider sees it. The same amount with the same comment is the same refund, so that a call can be repeated
    /// when its response was lost.
    pub comment: &'a str,
    pub operator: Operator<'a>,
}

/// Refunds an amount of a transaction.
pub async fn refund(app: &AppState, request: RefundRequest<'_>) -> ApiResult<Refunded> {
    let RefundRequest { transaction_id, amount, book_id, comment, operator } = request;
    let comment = comment.trim();
    if comment.is_empty() || comment.chars().count() > MAX_COMMENT_LENGTH {
        return Err(conflict("The comment must have 1 to 200 characters."));
    }
    let cause = operator.cause();
    let (whole, arrived) = synchronize(app, transaction_id, cause).await?;
    // An earlier call that had no response. It is this refund only if it says the same.
    let is_this =
        |row: &Refund| row.comment == comment && amount.is_none_or(|amount| amount == row.amount_cents);
    if let Some(row) = arrived.filter(is_this) {
        return Ok(Refunded { amount: row.amount_cents, status: RefundStatus::Settled, is_repeat: true });
    }
    let mut tx = app.db.write().await?;
    let rows = lock_refunds(&mut tx, transaction_id).await?;
    if rows.iter().any(|row| row.status == RefundStatus::Sending) {
        return Err(in_progress());
    }
    let is_same = |row: &&Refund| {
        row.status.is_paid_out() && Some(row.amount_cents) == amount && row.comment == comment
    };
    if let Some(row) = rows.iter().find(is_same) {
        return Ok(Refunded { amount: row.amount_cents, status: row.status, is_repeat: true });
    }
    if book_id.is_some() && rows.iter().any(|row| row.book_id == book_id && row.status.is_paid_out()) {
        return Err(refunded_already());
    }
    let left = Cents::new(whole.get() - sum(&rows, RefundStatus::is_paid_out));
    let amount = amount.unwrap_or(left);
    if amount <= Cents::ZERO || amount > left {
        let detail = format!("{left} EUR is left to give back, of {whole}.");
        return Err(ApiError::new(Code::RefundTooLarge, detail).with("left", left));
    }
    let now = app.clock.now();
    let status = RefundStatus::Sending;
    // A refund of a planned amount gives back what the plan does.
    let is_plan = |row: &&Refund| row.status == RefundStatus::Planned && row.amount_cents == amount;
    let book_id = book_id.or_else(|| rows.iter().find(is_plan).and_then(|row| row.book_id));
    let new = NewRefund { transaction_id, amount, status, comment, book_id };
    let id = refunds::insert(&mut tx, new, now).await?;
    let detail = json!({ "amount": amount, "bookId": book_id });
    let event = Event::by_operator(EventKind::RefundStarted, &operator, detail);
    event.transaction(transaction_id).append(&mut tx, now).await?;
    tx.commit().await?;
    let status = send(app, transaction_id, id, amount, comment, cause).await?;
    Ok(Refunded { amount, status, is_repeat: false })
}

/// Refunds the price of a book of an order. The book leaves the library when the provider accepts the refund.
pub async fn refund_book(
    app: &AppState,
    order_id: OrderId,
    book_id: BookId,
    operator: Operator<'_>,
) -> ApiResult<Refunded> {
    let mut tx = app.db.read().await?;
    let price = orders::price_of(&mut tx, order_id, book_id).await?;
    let price = price.ok_or_else(|| ApiError::not_found("There is no such book in a paid order."))?;
    if price.is_zero() {
        return return_free_book(app, order_id, book_id, operator).await;
    }
    let transaction_id = refunds::find_with_rest(&mut tx, order_id, price).await?;
    drop(tx);
    let transaction_id = transaction_id.ok_or_else(refunded_already)?;
    let request = RefundRequest {
        transaction_id: &transaction_id,
        amount: Some(price),
        book_id: Some(book_id),
        comment: operator.reason,
        operator,
    };
    refund(app, request).await
}

/// A book that cost nothing has no refund; it only leaves the library.
async fn return_free_book(
    app: &AppState,
    order_id: OrderId,
    book_id: BookId,
    operator: Operator<'_>,
) -> ApiResult<Refunded> {
    let mut tx = app.db.write().await?;
    if !orders::remove_book(&mut tx, order_id, book_id).await? {
        return Err(refunded_already());
    }
    let event = Event::by_operator(EventKind::BookReturned, &operator, json!({ "bookId": book_id }));
    event.order(order_id).append(&mut tx, operator.now).await?;
    tx.commit().await?;
    Ok(Refunded { amount: Cents::ZERO, status: RefundStatus::Settled, is_repeat: false })
}

/// Sends a refund that is stored as `sending`. A transaction has one such refund at a time.
async fn send(
    app: &AppState,
    transaction_id: &str,
    id: RecordId,
    amount: Cents,
    comment: &str,
    cause: Cause,
) -> ApiResult<RefundStatus> {
    match app.payments.client.refund(transaction_id, amount, comment).await {
        Ok(refund) => {
            let status = RefundStatus::from(refund.status);
            set_outcome(app, id, RefundStatus::Sending, status, Some(&refund.id), cause).await?;
            if let Err(error) = refresh_transaction(app, transaction_id, cause).await {
                // The provider also sends a notification of the refund.
                tracing::warn!(%error, transaction_id, "the refund was made; its transaction cannot be checked now");
            }
            Ok(status)
        }
        Err(error) if error.is_unanswered() => Err(ApiError::new(
            Code::ProviderUnavailable,
            "The provider did not answer; it may have been done. Give the same command again after a minute: the \
             provider is asked before anything is sent.",
        )
        .caused_by(error)),
        Err(error) => {
            set_outcome(app, id, RefundStatus::Sending, RefundStatus::Refused, None, cause).await?;
            let why = if error.is_processing() {
                "The payment is still being processed. Nothing was sent; try again later.".to_owned()
            } else {
                format!("Nothing was sent: {error}.")
            };
            Err(ApiError::new(Code::RefundRefused, why).caused_by(error))
        }
    }
}

fn refunded_already() -> ApiError {
    ApiError::new(Code::RefundedAlready, "The book is refunded already.")
}
