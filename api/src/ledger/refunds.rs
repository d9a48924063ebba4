//! The `refunds` table.

use heliriiul_db::{
    BookId, Db, DbResult, OrderId, RecordId, SubscriptionPaymentId, Timestamp, Tx, text_enum,
};
use heliriiul_makecommerce::RefundStatus as ProviderStatus;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    error::{ApiError, ApiResult},
    money::Cents,
};

text_enum! {
    /// State of a refund. Those in capitals are the provider's.
    #[derive(Serialize, ToSchema)]
    #[serde(rename_all = "lowercase")]
    pub enum RefundStatus {
        /// Waits for an operator to make it.
        Planned = "planned",
        /// Stored before the call to the provider.
        Sending = "sending",
        /// The provider did not accept it.
        Refused = "refused",
        /// The call got no response and the refund never arrived.
        Lost = "lost",
        /// It was planned, and another refund has paid its amount out.
        Covered = "covered",
        #[serde(rename = "CREATED")]
        Created = "CREATED",
        #[serde(rename = "PENDING")]
        Pending = "PENDING",
        #[serde(rename = "SENT")]
        Sent = "SENT",
        #[serde(rename = "SETTLED")]
        Settled = "SETTLED",
        #[serde(rename = "FAILED")]
        Failed = "FAILED",
    }
}

impl RefundStatus {
    /// At the provider, and not settled yet.
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Created | Self::Sent | Self::Pending)
    }

    /// Whether the provider has accepted it and it has not failed.
    pub const fn is_accepted(self) -> bool {
        self.is_open() || matches!(self, Self::Settled)
    }

    /// Whether the provider pays this amount out, or may do so.
    pub const fn is_paid_out(self) -> bool {
        self.is_accepted() || matches!(self, Self::Sending)
    }
}

impl From<ProviderStatus> for RefundStatus {
    fn from(status: ProviderStatus) -> Self {
        match status {
            ProviderStatus::Created => Self::Created,
            ProviderStatus::Pending => Self::Pending,
            ProviderStatus::Sent => Self::Sent,
            ProviderStatus::Settled => Self::Settled,
            ProviderStatus::Failed => Self::Failed,
        }
    }
}

#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Refund {
    pub id: RecordId,
    pub transaction_id: String,
    pub amount_cents: Cents,
    pub status: RefundStatus,
    pub provider_id: Option<String>,
    pub comment: String,
    /// The book of the order that is given back; `None` when the refund is an amount.
    pub book_id: Option<BookId>,
    pub updated_at: Timestamp,
}

/// A refund to insert, as planned or sending. `billing::refund_states` brings it further.
pub struct NewRefund<'a> {
    pub transaction_id: &'a str,
    pub amount: Cents,
    pub status: RefundStatus,
    /// The provider sees it.
    pub comment: &'a str,
    pub book_id: Option<BookId>,
}

/// Locks the transaction's row and returns its refunds, the oldest first.
pub async fn lock_refunds(tx: &mut Tx, transaction_id: &str) -> ApiResult<Vec<Refund>> {
    let known =
        tx.execute("UPDATE transactions SET status = status WHERE id = $1", (transaction_id,)).await?;
    if known == 0 {
        return Err(ApiError::not_found("There is no such transaction."));
    }
    let sql = "SELECT * FROM refunds WHERE transaction_id = $1 ORDER BY created_at, id";
    Ok(tx.all(sql, (transaction_id,)).await?)
}

/// What transactions have paid for.
#[derive(Clone, Copy, Debug)]
pub enum PaidFor {
    Order(OrderId),
    Subscription(SubscriptionPaymentId),
}

impl PaidFor {
    pub const fn ids(self) -> (Option<OrderId>, Option<SubscriptionPaymentId>) {
        match self {
            Self::Order(id) => (Some(id), None),
            Self::Subscription(id) => (None, Some(id)),
        }
    }
}

/// Locks the paid transactions of an order or a subscription payment, in the order of their ids.
pub async fn lock_paid(tx: &mut Tx, paid_for: PaidFor) -> DbResult<()> {
    let sql = "SELECT id FROM transactions WHERE (order_id = $1 OR subscription_payment_id = $2) \
               AND status IN ('COMPLETED', 'PART_REFUNDED') ORDER BY id";
    let ids: Vec<String> = tx.scalars(sql, paid_for.ids()).await?;
    for id in ids {
        tx.execute("UPDATE transactions SET status = status WHERE id = $1", (id,)).await?;
    }
    Ok(())
}

/// Divides an amount among the paid transactions of an order or a subscription payment, the oldest first. Money that is
/// refunded, or whose refund is planned, is not counted again.
pub async fn divide(tx: &mut Tx, paid_for: PaidFor, amount: Cents) -> DbResult<Vec<(String, Cents)>> {
    let paid: Vec<(String, Cents, i64)> = tx
        .all(
            "SELECT t.id, t.amount_cents, (SELECT CAST(COALESCE(SUM(r.amount_cents), 0) AS BIGINT) FROM refunds r \
             WHERE r.transaction_id = t.id \
             AND r.status IN ('planned', 'sending', 'CREATED', 'PENDING', 'SENT', 'SETTLED')) \
             FROM transactions t WHERE (t.order_id = $1 OR t.subscription_payment_id = $2) \
             AND t.status IN ('COMPLETED', 'PART_REFUNDED') ORDER BY t.created_at, t.id",
            paid_for.ids(),
        )
        .await?;
    let mut left = amount.get();
    let mut parts = Vec::new();
    for (id, paid, refunded) in paid {
        let part = (paid.get() - refunded).min(left);
        if part > 0 {
            left -= part;
            parts.push((id, Cents::new(part)));
        }
    }
    Ok(parts)
}

/// The oldest paid transaction of an order of which at least `amount` is not refunded.
pub async fn find_with_rest(tx: &mut Tx, order_id: OrderId, amount: Cents) -> DbResult<Option<String>> {
    tx.optional_scalar(
        "SELECT t.id FROM transactions t WHERE t.order_id = $1 AND t.status IN ('COMPLETED', 'PART_REFUNDED') \
         AND t.amount_cents - (SELECT COALESCE(SUM(r.amount_cents), 0) FROM refunds r WHERE r.transaction_id = t.id \
         AND r.status IN ('sending', 'CREATED', 'PENDING', 'SENT', 'SETTLED')) >= $2 \
         ORDER BY t.created_at, t.id LIMIT 1",
        (order_id, amount),
    )
    .await
}

pub async fn find(tx: &mut Tx, id: RecordId) -> DbResult<Option<Refund>> {
    tx.optional("SELECT * FROM refunds WHERE id = $1", (id,)).await
}

/// Open refunds of all transactions that have not been checked since `before`.
pub async fn find_unchecked(db: &Db, before: Timestamp, limit: i64) -> DbResult<Vec<Refund>> {
    db.all(
        "SELECT * FROM refunds WHERE status IN ('CREATED', 'SENT', 'PENDING') AND updated_at <= $1 \
         ORDER BY updated_at, id LIMIT $2",
        (before, limit),
    )
    .await
}

pub async fn insert(tx: &mut Tx, new: NewRefund<'_>, now: Timestamp) -> DbResult<RecordId> {
    let id = RecordId::new();
    let NewRefund { transaction_id, amount, status, comment, book_id } = new;
    tx.execute(
        "INSERT INTO refunds (id, transaction_id, amount_cents, status, comment, book_id, created_at, updated_at) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7)",
        (id, transaction_id, amount, status, comment, book_id, now),
    )
    .await?;
    Ok(id)
}

/// Changes the status; `false` when another process has changed it first.
pub async fn set_status(
    tx: &mut Tx,
    id: RecordId,
    before: RefundStatus,
    after: RefundStatus,
    provider_id: Option<&str>,
    now: Timestamp,
) -> DbResult<bool> {
    let changed = tx
        .execute(
            "UPDATE refunds SET status = $3, provider_id = COALESCE($4, provider_id), updated_at = $5 \
             WHERE id = $1 AND status = $2",
            (id, before, after, provider_id, now),
        )
        .await?;
    Ok(changed > 0)
}

/// Reduces the planned refunds by an amount that has been paid out, the oldest first.
pub async fn cover_planned(tx: &mut Tx, transaction_id: &str, amount: Cents, now: Timestamp) -> DbResult<()> {
    let planned: Vec<(RecordId, Cents)> = tx
        .all(
            "SELECT id, amount_cents FROM refunds WHERE transaction_id = $1 AND status = 'planned' \
             ORDER BY created_at, id",
            (transaction_id,),
        )
        .await?;
    let mut rest = amount.get();
    for (id, planned) in planned {
        let covered = planned.get().min(rest);
        rest -= covered;
        if covered == planned.get() {
            set_status(tx, id, RefundStatus::Planned, RefundStatus::Covered, None, now).await?;
        } else if covered > 0 {
            let sql = "UPDATE refunds SET amount_cents = $2, updated_at = $3 WHERE id = $1";
            tx.execute(sql, (id, planned.get() - covered, now)).await?;
        }
    }
    Ok(())
}
