//! The orders, the subscription payments and the transactions of a person.

use std::collections::HashMap;

use heliriiul_db::{BookId, DbResult, OrderId, RecordId, SubscriptionPaymentId, Timestamp, Tx, UserId};
use heliriiul_makecommerce::Status;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    ledger::RefundStatus,
    money::Cents,
    orders::OrderStatus,
    subscriptions::{PaymentPurpose, PaymentStatus, Plan},
};

/// An order of the person.
#[derive(Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct PersonOrder {
    id: OrderId,
    #[schema(example = "H10001")]
    number: String,
    status: OrderStatus,
    total: Cents,
    created_at: Timestamp,
    paid_at: Option<Timestamp>,
    discount_code: Option<String>,
    withdrawn_at: Option<Timestamp>,
    #[sqlx(skip)]
    lines: Vec<PersonOrderLine>,
}

/// A book of an order.
#[derive(Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct PersonOrderLine {
    #[serde(skip)]
    order_id: OrderId,
    book_id: BookId,
    title: String,
    price: Cents,
    /// Whether this order's book is in the library.
    in_library: bool,
}

/// A payment for the subscription.
#[derive(Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct PersonPayment {
    id: SubscriptionPaymentId,
    #[schema(example = "P10001")]
    number: String,
    purpose: PaymentPurpose,
    plan: Plan,
    amount: Cents,
    status: PaymentStatus,
    created_at: Timestamp,
    paid_at: Option<Timestamp>,
    withdrawn_at: Option<Timestamp>,
}

/// A transaction of the payment provider.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PersonTransaction {
    id: String,
    /// Of the order or the payment.
    number: String,
    amount: Cents,
    #[schema(value_type = String, example = "COMPLETED")]
    status: Status,
    created_at: Timestamp,
    /// What can still be refunded.
    refundable: Cents,
    refunds: Vec<PersonRefund>,
}

/// A refund of a transaction.
#[derive(Serialize, ToSchema, sqlx::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct PersonRefund {
    #[schema(value_type = uuid::Uuid)]
    id: RecordId,
    #[serde(skip)]
    transaction_id: String,
    amount: Cents,
    status: RefundStatus,
    comment: String,
    /// The book that is given back; null: an amount.
    book_id: Option<BookId>,
    created_at: Timestamp,
}

pub(super) async fn orders(tx: &mut Tx, user_id: UserId) -> DbResult<Vec<PersonOrder>> {
    let mut orders: Vec<PersonOrder> = tx
        .all(
            "SELECT id, number, status, total_cents AS total, created_at, paid_at, discount_code, \
             (SELECT withdrawn_at FROM withdrawals w WHERE w.order_id = orders.id) AS withdrawn_at \
             FROM orders WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT 200",
            (user_id,),
        )
        .await?;
    let lines: Vec<PersonOrderLine> = tx
        .all(
            "SELECT l.order_id, l.book_id, l.title, l.price_cents AS price, EXISTS (SELECT 1 FROM library \
             WHERE user_id = $1 AND book_id = l.book_id AND order_id = l.order_id) AS in_library \
             FROM order_lines l JOIN orders o ON o.id = l.order_id WHERE o.user_id = $1 ORDER BY l.position",
            (user_id,),
        )
        .await?;
    let mut by_order: HashMap<OrderId, Vec<PersonOrderLine>> = HashMap::new();
    for line in lines {
        by_order.entry(line.order_id).or_default().push(line);
    }
    for order in &mut orders {
        order.lines = by_order.remove(&order.id).unwrap_or_default();
    }
    Ok(orders)
}

pub(super) async fn payments(tx: &mut Tx, user_id: UserId) -> DbResult<Vec<PersonPayment>> {
    tx.all(
        "SELECT id, number, purpose, plan, amount_cents AS amount, status, created_at, paid_at, \
         (SELECT withdrawn_at FROM withdrawals w WHERE w.subscription_payment_id = subscription_payments.id) \
         AS withdrawn_at FROM subscription_payments WHERE user_id = $1 ORDER BY created_at DESC, id DESC LIMIT 200",
        (user_id,),
    )
    .await
}

#[derive(sqlx::FromRow)]
struct TransactionRow {
    id: String,
    number: String,
    amount: Cents,
    status: Status,
    created_at: Timestamp,
}

pub(super) async fn transactions(tx: &mut Tx, user_id: UserId) -> DbResult<Vec<PersonTransaction>> {
    let rows: Vec<TransactionRow> = tx
        .all(
            "SELECT t.id, t.reference AS number, t.amount_cents AS amount, t.status, t.created_at FROM transactions t \
             LEFT JOIN orders o ON o.id = t.order_id \
             LEFT JOIN subscription_payments p ON p.id = t.subscription_payment_id \
             WHERE o.user_id = $1 OR p.user_id = $1 ORDER BY t.created_at DESC, t.id DESC LIMIT 400",
            (user_id,),
        )
        .await?;
    let refunds: Vec<PersonRefund> = tx
        .all(
            "SELECT r.id, r.transaction_id, r.amount_cents AS amount, r.status, r.comment, r.book_id, r.created_at \
             FROM refunds r JOIN transactions t ON t.id = r.transaction_id LEFT JOIN orders o ON o.id = t.order_id \
             LEFT JOIN subscription_payments p ON p.id = t.subscription_payment_id \
             WHERE o.user_id = $1 OR p.user_id = $1 ORDER BY r.created_at, r.id",
            (user_id,),
        )
        .await?;
    let mut by_transaction: HashMap<String, Vec<PersonRefund>> = HashMap::new();
    for refund in refunds {
        by_transaction.entry(refund.transaction_id.clone()).or_default().push(refund);
    }
    let transaction = |row: TransactionRow| {
        let refunds = by_transaction.remove(&row.id).unwrap_or_default();
        let refunded: Cents =
            refunds.iter().filter(|refund| refund.status.is_paid_out()).map(|refund| refund.amount).sum();
        let paid = if row.status.was_paid() { row.amount.get() } else { 0 };
        PersonTransaction {
            id: row.id,
            number: row.number,
            amount: row.amount,
            status: row.status,
            created_at: row.created_at,
            refundable: Cents::new((paid - refunded.get()).max(0)),
            refunds,
        }
    };
    Ok(rows.into_iter().map(transaction).collect())
}
