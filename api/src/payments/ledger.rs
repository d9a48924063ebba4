//! What must not be forgotten about money: the events that moved it, the cases for a person, the refunds planned.

use heliriiul_db::{DbError, OrderId, RecordId, Timestamp, Tx, UserId};
use serde_json::Value;

use crate::money::Cents;

/// What told the store. The text is what the database holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(rename_all = "lowercase", type_name = "text")]
pub enum Cause {
    Checkout,
    Return,
    Notify,
    /// An unsigned word, after which the provider was asked.
    Hint,
    Reconcile,
    Expiry,
    /// The store's own charge of a kept card.
    Renewal,
    /// The member's own act.
    Member,
    /// A person who runs the store, at the command line.
    Cli,
}

impl Cause {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checkout => "checkout",
            Self::Return => "return",
            Self::Notify => "notify",
            Self::Hint => "hint",
            Self::Reconcile => "reconcile",
            Self::Expiry => "expiry",
            Self::Renewal => "renewal",
            Self::Member => "member",
            Self::Cli => "cli",
        }
    }
}

/// A fact to append to `ledger_events`.
pub struct Event<'a> {
    pub kind: &'static str,
    pub user_id: Option<UserId>,
    pub order_id: Option<OrderId>,
    pub transaction_id: Option<&'a str>,
    pub cause: Cause,
    /// Nothing secret.
    pub detail: Value,
}

pub async fn append(tx: &mut Tx, event: Event<'_>, now: Timestamp) -> Result<(), DbError> {
    tx.execute(
        "INSERT INTO ledger_events (id, at, kind, user_id, order_id, transaction_id, cause, detail) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        (
            RecordId::new(),
            now,
            event.kind,
            event.user_id,
            event.order_id,
            event.transaction_id,
            event.cause,
            event.detail.to_string(),
        ),
    )
    .await?;
    Ok(())
}

/// Why a person must look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(rename_all = "kebab-case", type_name = "text")]
pub enum IncidentKind {
    BookVanished,
    PaidTwice,
    /// Amount, currency or shop is not what was asked for: nothing is delivered.
    AmountDiffers,
    UnknownTransaction,
    /// Paid when its discount had been given up and is used up by others.
    LatePayment,
    /// Nobody knows what came of the charge of a kept card.
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

/// A case for a person.
pub struct PaymentIncident<'a> {
    /// One case a key, however often it is met.
    pub unique_key: String,
    pub trouble: IncidentKind,
    pub order_id: Option<OrderId>,
    pub transaction_id: Option<&'a str>,
    pub amount: Option<Cents>,
    /// English, for the people who run the store.
    pub detail: String,
}

/// Puts a case on the list; answers whether it is a new one.
pub async fn record_incident(
    tx: &mut Tx,
    case: PaymentIncident<'_>,
    now: Timestamp,
) -> Result<bool, DbError> {
    let added = tx
        .execute(
            "INSERT INTO payment_incidents (id, unique_key, kind, order_id, transaction_id, amount_cents, detail, \
             created_at) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (unique_key) DO NOTHING",
            (
                RecordId::new(),
                &case.unique_key,
                case.trouble,
                case.order_id,
                case.transaction_id,
                case.amount,
                &case.detail,
                now,
            ),
        )
        .await?;
    if added > 0 {
        let kind = case.trouble.name();
        metrics::counter!("payments_needing_attention_total", "kind" => kind).increment(1);
        tracing::error!(kind, key = case.unique_key, detail = case.detail, "money needs attention");
    }
    Ok(added > 0)
}

/// Plans to give money back. It stays planned until a person has done it at the provider's.
pub async fn plan_refund(
    tx: &mut Tx,
    transaction_id: &str,
    amount: Cents,
    comment: &str,
    now: Timestamp,
) -> Result<(), DbError> {
    tx.execute(
        "INSERT INTO refunds (id, transaction_id, amount_cents, status, comment, created_at, updated_at) \
         VALUES ($1, $2, $3, 'planned', $4, $5, $5)",
        (RecordId::new(), transaction_id, amount, comment, now),
    )
    .await?;
    Ok(())
}

/// The provider gave all of a transaction back, so nothing of it is left to plan.
pub async fn refunds_done(tx: &mut Tx, transaction_id: &str, now: Timestamp) -> Result<(), DbError> {
    // Made by the store's own command: then the money stands in another row.
    let made_here: bool = tx
        .scalar(
            "SELECT EXISTS (SELECT 1 FROM refunds WHERE transaction_id = $1 \
             AND status IN ('sending', 'CREATED', 'PENDING', 'SENT', 'SETTLED'))",
            (transaction_id,),
        )
        .await?;
    tx.execute(
        "UPDATE refunds SET status = $3, updated_at = $2 WHERE transaction_id = $1 AND status = 'planned'",
        (transaction_id, now, if made_here { "covered" } else { "SETTLED" }),
    )
    .await?;
    Ok(())
}
