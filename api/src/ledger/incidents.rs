//! Payment incidents: payments that an operator must check.

use std::fmt::Display;

use heliriiul_db::{BookId, DbResult, OrderId, RecordId, Timestamp, Tx, text_enum};
use serde::Serialize;
use utoipa::ToSchema;

use super::{IncomingPayment, refunds, refunds::NewRefund};
use crate::money::Cents;

text_enum! {
    /// The reason of an incident.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "kebab-case")]
    pub enum IncidentKind {
        BookVanished = "book-vanished",
        PaidTwice = "paid-twice",
        /// Paid when what it was for could no longer be delivered.
        NothingToDeliver = "nothing-to-deliver",
        /// The amount, the currency or the shop is not the expected one. Nothing is delivered.
        AmountDiffers = "amount-differs",
        UnknownTransaction = "unknown-transaction",
        /// Delivered, although the uses of its discount had been used up by others.
        LatePayment = "late-payment",
        /// The outcome of a charge of a saved card is unknown.
        ChargeUnanswered = "charge-unanswered",
        RefundFailed = "refund-failed",
        /// A job that money or a person waits for has failed for half a day. It goes on.
        JobFails = "job-fails",
        /// A buyer has withdrawn from the contract. The refund is due within 14 days.
        Withdrawal = "withdrawal",
        /// The provider does not know a transaction that it created.
        TransactionLost = "transaction-lost",
    }
}

/// A payment that an operator must look at.
pub struct PaymentIncident<'a> {
    kind: IncidentKind,
    unique_key: String,
    order_id: Option<OrderId>,
    book_id: Option<BookId>,
    transaction_id: Option<&'a str>,
    amount: Option<Cents>,
    detail: String,
}

impl<'a> PaymentIncident<'a> {
    /// One incident of a kind is recorded for each `subject`. `detail` is English, for the operators.
    pub fn new(kind: IncidentKind, subject: impl Display, detail: impl Into<String>) -> Self {
        let unique_key = unique_key(kind, subject);
        Self {
            kind,
            unique_key,
            order_id: None,
            book_id: None,
            transaction_id: None,
            amount: None,
            detail: detail.into(),
        }
    }

    #[must_use]
    pub fn order(mut self, id: impl Into<Option<OrderId>>) -> Self {
        self.order_id = id.into();
        self
    }

    /// The book of the order that a refund gives back.
    #[must_use]
    pub fn book(mut self, id: BookId) -> Self {
        self.book_id = Some(id);
        self
    }

    #[must_use]
    pub fn amount(mut self, amount: impl Into<Option<Cents>>) -> Self {
        self.amount = amount.into();
        self
    }

    #[must_use]
    pub fn transaction(mut self, id: impl Into<Option<&'a str>>) -> Self {
        self.transaction_id = id.into();
        self
    }

    /// Sets the transaction and its whole amount.
    #[must_use]
    pub fn payment(self, payment: IncomingPayment<'a>) -> Self {
        self.transaction(payment.transaction_id()).amount(payment.amount())
    }

    /// Inserts the incident. Returns whether it is new.
    pub async fn record(&self, tx: &mut Tx, now: Timestamp) -> DbResult<bool> {
        let Self { kind, unique_key, order_id, transaction_id, amount, detail, .. } = self;
        let added = tx
            .execute(
                "INSERT INTO payment_incidents (id, unique_key, kind, order_id, transaction_id, amount_cents, detail, \
                 created_at) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (unique_key) DO NOTHING",
                (RecordId::new(), unique_key, kind, order_id, *transaction_id, amount, detail, now),
            )
            .await?;
        if added > 0 {
            let kind = kind.name();
            metrics::counter!("payments_needing_attention_total", "kind" => kind).increment(1);
            tracing::error!(kind, key = unique_key, detail, "a payment needs attention");
        }
        Ok(added > 0)
    }

    /// Records the incident and, when it is new, plans a refund of its amount.
    pub async fn record_with_refund(&self, tx: &mut Tx, now: Timestamp) -> DbResult<bool> {
        let is_new = self.record(tx, now).await?;
        if let Some((transaction_id, amount)) = self.transaction_id.zip(self.amount).filter(|_| is_new) {
            let status = refunds::RefundStatus::Planned;
            let comment = &self.detail;
            let refund = NewRefund { transaction_id, amount, status, comment, book_id: self.book_id };
            refunds::insert(tx, refund, now).await?;
        }
        Ok(is_new)
    }
}

fn unique_key(kind: IncidentKind, subject: impl Display) -> String {
    format!("{}:{subject}", kind.name())
}

/// Resolves an incident whose cause has gone by itself.
pub async fn resolve(
    tx: &mut Tx,
    kind: IncidentKind,
    subject: impl Display + Send,
    now: Timestamp,
) -> DbResult<()> {
    let sql = "UPDATE payment_incidents SET resolved_at = $2 WHERE unique_key = $1 AND resolved_at IS NULL";
    tx.execute(sql, (unique_key(kind, subject), now)).await.map(drop)
}

/// Resolves an incident for an operator. Returns `false` when it is resolved already.
pub async fn resolve_by_id(tx: &mut Tx, id: RecordId, now: Timestamp) -> DbResult<bool> {
    let sql = "UPDATE payment_incidents SET resolved_at = $2 WHERE id = $1 AND resolved_at IS NULL";
    Ok(tx.execute(sql, (id, now)).await? > 0)
}
