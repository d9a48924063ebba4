//! The append-only list of events that changed money or access, with their causes.

use heliriiul_db::{DbResult, OrderId, RecordId, Timestamp, Tx, UserId, text_enum};
use serde_json::Value;

text_enum! {
    /// The source of an event.
    pub enum Cause {
        Checkout = "checkout",
        Return = "return",
        Notify = "notify",
        /// An unsigned message, after which the provider was asked.
        Hint = "hint",
        Reconcile = "reconcile",
        Expiry = "expiry",
        /// The store's own charge of a saved card.
        Renewal = "renewal",
        Subscriber = "subscriber",
    /// A buyer's withdrawal from the contract.
    Withdrawal = "withdrawal",
        /// An operator at the command line.
        Cli = "cli",
    }
}

/// The kind of an event. The database stores this text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(rename_all = "kebab-case", type_name = "text")]
pub enum EventKind {
    OrderCreated,
    /// The buyer agreed to immediate access and the loss of the right of withdrawal, or took that back.
    ConsentChanged,
    OrderPaid,
    OrderClosed,
    OrderRefunded,
    OrderWithdrawn,
    TransactionChanged,
    /// A report with another amount, currency or shop.
    ReportRefused,
    /// A refund that was made in the provider's own portal.
    RefundFound,
    RefundChanged,
    RefundPlanned,
    SubscriptionPaymentStarted,
    SubscriptionPaymentClosed,
    TrialStarted,
    /// A second trial payment; it saved a card and nothing else.
    TrialRepeated,
    SubscriptionJoined,
    SubscriptionRenewed,
    SubscriptionUpgraded,
    SubscriptionStopped,
    SubscriptionResumed,
    SubscriptionEnded,
    SubscriptionRefunded,
    SubscriptionWithdrawn,
    PlanChangeScheduled,
    PlanChangeCancelled,
    PriceAnnounced,
    CardChanged,
    ChargeDeclined,
    DiscountActivated,
    GiftCardActivated,
}

/// An event to append to `ledger_events`.
pub struct Event<'a> {
    kind: EventKind,
    cause: Cause,
    detail: Value,
    user_id: Option<UserId>,
    order_id: Option<OrderId>,
    transaction_id: Option<&'a str>,
}

impl<'a> Event<'a> {
    /// `detail` must not contain secrets.
    pub fn new(kind: EventKind, cause: Cause, detail: Value) -> Self {
        Self { kind, cause, detail, user_id: None, order_id: None, transaction_id: None }
    }

    #[must_use]
    pub fn user(mut self, id: UserId) -> Self {
        self.user_id = Some(id);
        self
    }

    #[must_use]
    pub fn order(mut self, id: impl Into<Option<OrderId>>) -> Self {
        self.order_id = id.into();
        self
    }

    #[must_use]
    pub fn transaction(mut self, id: impl Into<Option<&'a str>>) -> Self {
        self.transaction_id = id.into();
        self
    }

    pub async fn append(self, tx: &mut Tx, now: Timestamp) -> DbResult<()> {
        tx.execute(
            "INSERT INTO ledger_events (id, at, kind, user_id, order_id, transaction_id, cause, detail) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
            (
                RecordId::new(),
                now,
                self.kind,
                self.user_id,
                self.order_id,
                self.transaction_id,
                self.cause,
                self.detail.to_string(),
            ),
        )
        .await
        .map(drop)
    }
}
