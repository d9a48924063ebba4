//! The states of transactions and refunds.

use serde::{Deserialize, Serialize};

/// The only currency of the store.
pub const CURRENCY: &str = "EUR";

/// State of a transaction. The database stores the provider's texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[sqlx(rename_all = "SCREAMING_SNAKE_CASE", type_name = "text")]
pub enum Status {
    Created,
    /// The buyer is paying.
    Pending,
    /// The card is verified; the payment is awaited.
    Approved,
    /// The buyer pressed cancel.
    Cancelled,
    Expired,
    /// The bank declined. The provider's list has no such state; a decline may also end as `CANCELLED`.
    #[serde(alias = "DECLINED")]
    Failed,
    /// Paid: the only state in which the store delivers.
    Completed,
    PartRefunded,
    Refunded,
    /// A state that this crate does not know. The store ignores it.
    #[serde(other)]
    Unknown,
}

impl Status {
    pub const fn is_open(self) -> bool {
        matches!(self, Self::Created | Self::Pending | Self::Approved)
    }

    /// Whether money came in, even if it has been refunded since.
    pub const fn was_paid(self) -> bool {
        matches!(self, Self::Completed | Self::PartRefunded | Self::Refunded)
    }

    const fn rank(self) -> u8 {
        match self {
            Self::Unknown => 0,
            Self::Created => 1,
            Self::Pending => 2,
            Self::Approved => 3,
            Self::Cancelled | Self::Expired | Self::Failed => 4,
            Self::Completed => 5,
            Self::PartRefunded => 6,
            Self::Refunded => 7,
        }
    }

    /// Whether a transaction in state `before` may change to this one.
    ///
    /// Messages come late, repeated and in any order, so a state never steps back. A closed attempt changes only
    /// when money came in after all.
    pub const fn follows(self, before: Self) -> bool {
        self.rank() > before.rank()
    }
}

/// State of a refund.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
#[sqlx(rename_all = "SCREAMING_SNAKE_CASE", type_name = "text")]
pub enum RefundStatus {
    Created,
    Pending,
    Settled,
    #[serde(alias = "CANCELLED")]
    Failed,
    /// On its way. A state that this crate does not know counts as this one.
    #[serde(other)]
    Sent,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_transaction_never_steps_back_and_a_payment_overrides_a_closed_attempt() {
        use Status::{Approved, Cancelled, Completed, Created, Expired, PartRefunded, Pending, Refunded};
        for (before, after) in [
            (Created, Pending),
            (Pending, Approved),
            (Created, Completed),
            (Cancelled, Completed),
            (Expired, Completed),
            (Completed, Refunded),
            (PartRefunded, Refunded),
            (Pending, Expired),
        ] {
            assert!(after.follows(before), "{before:?} → {after:?}");
            assert!(!before.follows(after), "{after:?} → {before:?}");
        }
        assert!(!Expired.follows(Cancelled) && !Cancelled.follows(Expired));
        assert!(!Status::Unknown.follows(Created) && !Completed.follows(Completed));
    }

    #[test]
    fn refund_states_are_read_with_tolerance() {
        for (text, status, written) in [
            ("CREATED", RefundStatus::Created, "CREATED"),
            ("SENT", RefundStatus::Sent, "SENT"),
            ("FAILED", RefundStatus::Failed, "FAILED"),
            ("CANCELLED", RefundStatus::Failed, "FAILED"),
            ("QUEUED", RefundStatus::Sent, "SENT"),
        ] {
            let read: RefundStatus = serde_json::from_value(text.into()).unwrap();
            assert_eq!(read, status, "{text}");
            assert_eq!(serde_json::to_value(read).unwrap(), written);
        }
    }
}
