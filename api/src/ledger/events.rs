//! The append-only list of events that changed money or access, with their causes.

use heliriiul_db::{DbResult, OrderId, RecordId, Timestamp, Tx, UserId, text_enum};
use serde_json::Value;

use super::Operator;

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
        /// An operator at the screens of the admins.
        Admin = "admin",
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
    RefundStarted,
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
    /// An operator has ended, extended or changed a subscription. `detail` has the state before and after.
    SubscriptionChanged,
    SubscriptionChangeUndone,
    /// The provider pays a book back, so it has left the library.
    BookReturned,
    IncidentResolved,
    GiftCardsCreated,
    GiftCardRevoked,
    DiscountsCreated,
    DiscountRevoked,
    JobRetried,
}

/// An event to append to `ledger_events`.
pub struct Event<'a> {
    kind: EventKind,
    cause: Cause,
    detail: Value,
    user_id: Option<UserId>,
    order_id: Option<OrderId>,
    transaction_id: Option<&'a str>,
    actor_id: Option<UserId>,
}

impl<'a> Event<'a> {
    /// `detail` must not contain secrets.
    pub fn new(kind: EventKind, cause: Cause, detail: Value) -> Self {
        Self { kind, cause, detail, user_id: None, order_id: None, transaction_id: None, actor_id: None }
    }

    /// An event that an operator has caused; its reason becomes a member of `detail`.
    pub fn by_operator(kind: EventKind, operator: &Operator<'_>, mut detail: Value) -> Self {
        detail["reason"] = operator.reason.into();
        Self { actor_id: operator.admin, ..Self::new(kind, operator.cause(), detail) }
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
            "INSERT INTO ledger_events (id, at, kind, user_id, order_id, transaction_id, cause, actor_id, detail) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            (
                RecordId::new(),
                now,
                self.kind,
                self.user_id,
                self.order_id,
                self.transaction_id,
                self.cause,
                self.actor_id,
                self.detail.to_string(),
            ),
        )
        .await
        .map(drop)
    }
}
