//! The rows of receipts, and the issue of one.

use heliriiul_db::{
    DbResult, OrderId, ReceiptId, RecordId, SubscriptionPaymentId, Timestamp, Tx, UserId, text_enum,
};
use serde::Serialize;
use utoipa::ToSchema;

use super::content::{Buyer, ReceiptContent, ReceiptLine, vat_totals};
use crate::{
    config::Shop,
    error::{ApiError, ApiResult},
    ledger::PaidFor,
    money::Cents,
};

text_enum! {
    /// The texts are those of the API and the database.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum ReceiptKind {
        Receipt = "receipt",
        /// Takes back a receipt or a part of it when money is refunded.
        CreditNote = "credit-note",
    }
}

/// A receipt or a credit note.
#[derive(Clone, Debug)]
pub struct Receipt {
    pub id: ReceiptId,
    pub kind: ReceiptKind,
    pub number: i64,
    pub issued_at: Timestamp,
    /// When a credit note was cancelled because its refund had failed.
    pub cancelled_at: Option<Timestamp>,
    pub user_id: UserId,
    pub order_id: Option<OrderId>,
    pub subscription_payment_id: Option<SubscriptionPaymentId>,
    /// Negative for credit notes.
    pub total: Cents,
    pub content: ReceiptContent,
}

/// A row of `receipts`.
#[derive(sqlx::FromRow)]
pub(super) struct ReceiptRow {
    id: ReceiptId,
    kind: ReceiptKind,
    number: i64,
    issued_at: Timestamp,
    cancelled_at: Option<Timestamp>,
    user_id: UserId,
    order_id: Option<OrderId>,
    subscription_payment_id: Option<SubscriptionPaymentId>,
    total_cents: Cents,
    content: String,
}

impl TryFrom<ReceiptRow> for Receipt {
    type Error = ApiError;

    fn try_from(row: ReceiptRow) -> ApiResult<Self> {
        let content = serde_json::from_str(&row.content).map_err(ApiError::internal)?;
        let ReceiptRow { id, kind, number, issued_at, cancelled_at, user_id, .. } = row;
        let ReceiptRow { order_id, subscription_payment_id, total_cents: total, .. } = row;
        Ok(Self {
            id,
            kind,
            number,
            issued_at,
            cancelled_at,
            user_id,
            order_id,
            subscription_payment_id,
            total,
            content,
        })
    }
}

/// A receipt to issue.
pub struct NewReceipt {
    pub user_id: UserId,
    pub paid_for: PaidFor,
    /// The number of the order or the payment.
    pub reference: String,
    pub discount_code: Option<String>,
    pub lines: Vec<ReceiptLine>,
}

/// Issues the receipt of an order or a payment.
pub async fn issue(shop: &Shop, tx: &mut Tx, new: NewReceipt, now: Timestamp) -> ApiResult<Receipt> {
    let NewReceipt { user_id, paid_for, reference, discount_code, lines } = new;
    let (first_name, last_name, email): (String, String, String) =
        tx.one("SELECT first_name, last_name, email FROM users WHERE id = $1", (user_id,)).await?;
    let content = ReceiptContent {
        seller: shop.seller.clone(),
        buyer: Buyer { name: format!("{first_name} {last_name}").trim().to_owned(), email },
        reference,
        discount_code,
        credited: None,
        vat: vat_totals(&lines),
        lines,
    };
    insert(tx, ReceiptKind::Receipt, user_id, paid_for, None, content, now).await
}

pub(super) async fn insert(
    tx: &mut Tx,
    kind: ReceiptKind,
    user_id: UserId,
    paid_for: PaidFor,
    refund_id: Option<RecordId>,
    content: ReceiptContent,
    now: Timestamp,
) -> ApiResult<Receipt> {
    let id = ReceiptId::new();
    let number = next_number(tx, kind).await?;
    let total: Cents = content.lines.iter().map(|line| line.price).sum();
    let (order_id, subscription_payment_id) = paid_for.ids();
    let json = serde_json::to_string(&content).map_err(ApiError::internal)?;
    tx.execute(
        "INSERT INTO receipts (id, kind, number, issued_at, user_id, order_id, subscription_payment_id, \
         refund_id, total_cents, content) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)",
        (id, kind, number, now, user_id, order_id, subscription_payment_id, refund_id, total, json),
    )
    .await?;
    let (issued_at, cancelled_at) = (now, None);
    Ok(Receipt {
        id,
        kind,
        number,
        issued_at,
        cancelled_at,
        user_id,
        order_id,
        subscription_payment_id,
        total,
        content,
    })
}

/// Takes the next number of the series. A rolled back transaction gives it back, so that the series has no gaps.
async fn next_number(tx: &mut Tx, kind: ReceiptKind) -> DbResult<i64> {
    let counter = format!("{}-number", kind.name());
    tx.scalar("UPDATE counters SET value = value + 1 WHERE name = $1 RETURNING value", (counter,)).await
}

/// Finds a receipt, of this user if one is given.
pub async fn find(tx: &mut Tx, id: ReceiptId, user_id: Option<UserId>) -> ApiResult<Receipt> {
    let sql = "SELECT * FROM receipts WHERE id = $1 AND ($2 IS NULL OR user_id = $2)";
    let row: Option<ReceiptRow> = tx.optional(sql, (id, user_id)).await?;
    row.ok_or_else(|| ApiError::not_found("There is no such receipt."))?.try_into()
}
