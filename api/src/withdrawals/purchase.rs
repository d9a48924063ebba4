//! What a buyer withdraws from: a paid order, or a payment for a subscription.

use heliriiul_db::{DbResult, OrderId, SubscriptionPaymentId, Timestamp, Tx, UserId};
use serde_json::json;

use crate::{
    config::Shop,
    error::{ApiError, ApiResult, Code},
    ledger::{Cause, Event, EventKind, IncidentKind, PaymentIncident, refunds, refunds::PaidFor},
    money::Cents,
    orders::{
        self,
        withdrawal::{self as order_withdrawal, PaidOrder},
    },
    subscriptions::{self, SubscriptionPayment, payment, withdrawal as subscription_withdrawal},
    withdrawal_right::withdrawable_until,
};

pub enum Purchase {
    Order(PaidOrder),
    Payment(Box<SubscriptionPayment>),
}

/// A part of a refund: the transaction it belongs to and the amount.
type Part = (String, Cents);

impl Purchase {
    /// Finds a paid purchase by its number and the folded email address of its buyer.
    pub async fn find(tx: &mut Tx, number: &str, email_key: &str) -> DbResult<Option<Self>> {
        if let Some(order) = order_withdrawal::find_paid(tx, number, email_key).await? {
            return Ok(Some(Self::Order(order)));
        }
        let payment = subscription_withdrawal::find_paid(tx, number, email_key).await?;
        Ok(payment.map(|payment| Self::Payment(Box::new(payment))))
    }

    pub fn number(&self) -> &str {
        match self {
            Self::Order(order) => &order.number,
            Self::Payment(payment) => &payment.number,
        }
    }

    pub fn user_id(&self) -> UserId {
        match self {
            Self::Order(order) => order.user_id,
            Self::Payment(payment) => payment.user_id,
        }
    }

    pub fn paid(&self) -> Cents {
        match self {
            Self::Order(order) => order.total_cents,
            Self::Payment(payment) => payment.amount_cents,
        }
    }

    pub const fn ids(&self) -> (Option<OrderId>, Option<SubscriptionPaymentId>) {
        match self {
            Self::Order(order) => (Some(order.id), None),
            Self::Payment(payment) => (None, Some(payment.id)),
        }
    }

    /// Titles of the books, or the name of the plan.
    pub async fn items(&self, tx: &mut Tx) -> DbResult<Vec<String>> {
        match self {
            Self::Order(order) => order_withdrawal::titles(tx, order.id).await,
            Self::Payment(payment) => Ok(vec![payment.plan.title().to_owned()]),
        }
    }

    /// Locks the purchase until the commit: its transactions first, as reports of them do.
    pub async fn lock(&self, tx: &mut Tx, now: Timestamp) -> ApiResult<()> {
        match self {
            Self::Order(order) => {
                refunds::lock_paid(tx, PaidFor::Order(order.id)).await?;
                orders::lock(tx, order.id).await?;
            }
            Self::Payment(payment) => {
                if let Some(period) = subscription_withdrawal::paid_period(tx, payment, now).await? {
                    for (id, _) in period.unused {
                        refunds::lock_paid(tx, PaidFor::Subscription(id)).await?;
                    }
                }
                subscriptions::lock_subscriber(tx, payment.user_id).await?;
                payment::require_none_in_flight(tx, payment.user_id, now).await?;
            }
        }
        Ok(())
    }

    /// Returns the last moment of the right, or the error that says why there is none.
    pub fn require_right(&self, shop: &Shop, now: Timestamp) -> ApiResult<Timestamp> {
        let (paid_at, consent_at) = match self {
            Self::Order(order) => (Some(order.paid_at), order.immediate_access_consent_at),
            Self::Payment(payment) => (payment.paid_at, payment.immediate_access_consent_at),
        };
        let until = withdrawable_until(shop, paid_at.unwrap_or(now), consent_at).ok_or_else(|| {
            ApiError::new(
                Code::WithdrawalWaived,
                "The buyer agreed to get access at once and to lose the right.",
            )
        })?;
        if until < now {
            return Err(ApiError::new(Code::WithdrawalTooLate, "The 14 days have passed.")
                .with("withdrawableUntil", until));
        }
        Ok(until)
    }

    /// Returns what is to be refunded, by transactions. An order is refunded whole, a subscription its unused days.
    pub async fn refund_parts(&self, tx: &mut Tx, now: Timestamp) -> DbResult<Vec<Part>> {
        match self {
            Self::Order(order) => refunds::divide(tx, PaidFor::Order(order.id), order.total_cents).await,
            Self::Payment(payment) => {
                let mut parts = Vec::new();
                if let Some(period) = subscription_withdrawal::paid_period(tx, payment, now).await? {
                    for (id, unused) in period.unused {
                        parts.extend(refunds::divide(tx, PaidFor::Subscription(id), unused).await?);
                    }
                }
                Ok(parts)
            }
        }
    }

    /// Ends the access, and plans the refund. The caller has locked the purchase.
    pub async fn withdraw(&self, tx: &mut Tx, parts: &[Part], now: Timestamp) -> DbResult<()> {
        let (number, order_id) = (self.number(), self.ids().0);
        let amount: Cents = parts.iter().map(|(_, amount)| *amount).sum();
        let kind = match self {
            Self::Order(order) => {
                order_withdrawal::remove_books(tx, order).await?;
                EventKind::OrderWithdrawn
            }
            Self::Payment(payment) => {
                if let Some(period) = subscription_withdrawal::paid_period(tx, payment, now).await? {
                    subscription_withdrawal::end_period(tx, &period, now).await?;
                }
                EventKind::SubscriptionWithdrawn
            }
        };
        for (transaction_id, amount) in parts {
            let detail = format!("The buyer has withdrawn from {number}; {amount} EUR is to be refunded.");
            let subject = format!("{number}:{transaction_id}");
            let incident = PaymentIncident::new(IncidentKind::Withdrawal, subject, detail);
            let incident = incident.order(order_id).transaction(transaction_id.as_str()).amount(*amount);
            if incident.record_with_refund(tx, now).await? {
                let detail = json!({ "why": "withdrawal", "amount": amount });
                let event = Event::new(EventKind::RefundPlanned, Cause::Withdrawal, detail);
                let event = event.user(self.user_id()).order(order_id).transaction(transaction_id.as_str());
                event.append(tx, now).await?;
            }
        }
        let event = Event::new(kind, Cause::Withdrawal, json!({ "number": number, "refund": amount }));
        event.user(self.user_id()).order(order_id).append(tx, now).await
    }
}
