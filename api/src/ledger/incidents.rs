//! Payment incidents: payments that a person must check.

use heliriiul_db::{DbError, OrderId, RecordId, Timestamp, Tx};

use super::refunds;
use crate::money::Cents;

/// The reason of an incident.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(rename_all = "kebab-case", type_name = "text")]
pub enum IncidentKind {
    BookVanished,
    PaidTwice,
    /// The amount, the currency or the shop is not the expected one. Nothing is delivered.
    AmountDiffers,
    UnknownTransaction,
    /// Paid after its discount was released and used up by others.
    LatePayment,
    /// The outcome of a charge of a saved card is unknown.
    ChargeUnanswered,
    RefundFailed,
}

impl IncidentKind {
    pub const fn name(self) -> &'static str {
        match self {
            Self::BookVanished => "book-vanished",
            Self::PaidTwice => "paid-twice",
            Self::AmountDiffers => "amount-differs",
            Self::UnknownTransaction => "unknown-transaction",
            Self::LatePayment => "late-payment",
            Self::ChargeUnanswered => "charge-unanswered",
            Self::RefundFailed => "refund-failed",
        }
    }
}

/// A payment that a person must look at.
pub struct PaymentIncident<'a> {
    /// The same key is recorded only once.
    pub unique_key: String,
    pub kind: IncidentKind,
    pub order_id: Option<OrderId>,
    pub transaction_id: Option<&'a str>,
    pub amount: Option<Cents>,
    /// English, for the people who run the store.
    pub detail: String,
}

impl PaymentIncident<'_> {
    /// Inserts the incident. Returns whether it is new.
    pub async fn record(&self, tx: &mut Tx, now: Timestamp) -> Result<bool, DbError> {
        let added = tx
            .execute(
                "INSERT INTO payment_incidents (id, unique_key, kind, order_id, transaction_id, amount_cents, detail, \
                 created_at) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (unique_key) DO NOTHING",
                (
                    RecordId::new(),
                    &self.unique_key,
                    self.kind,
                    self.order_id,
                    self.transaction_id,
                    self.amount,
                    &self.detail,
                    now,
                ),
            )
            .await?;
        if added > 0 {
            let kind = self.kind.name();
            metrics::counter!("payments_needing_attention_total", "kind" => kind).increment(1);
            tracing::error!(kind, key = self.unique_key, detail = self.detail, "a payment needs attention");
        }
        Ok(added > 0)
    }

    /// Records the incident and, when it is new, plans a refund of its amount.
    pub async fn record_with_refund(&self, tx: &mut Tx, now: Timestamp) -> Result<bool, DbError> {
        let is_new = self.record(tx, now).await?;
        if let Some((transaction_id, amount)) = self.transaction_id.zip(self.amount).filter(|_| is_new) {
            refunds::insert(tx, transaction_id, amount, refunds::RefundStatus::Planned, &self.detail, now)
                .await?;
        }
        Ok(is_new)
    }
}
