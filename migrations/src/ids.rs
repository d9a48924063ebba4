//! Typed ids over UUIDv7, one type for each kind of row, so that ids cannot be confused.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

macro_rules! id {
    ($($(#[$doc:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, sqlx::Type, ToSchema)]
        #[serde(transparent)]
        #[sqlx(transparent)]
        pub struct $name(Uuid);

        impl $name {
            /// Creates an id. Ids sort by the time of their creation.
            #[expect(clippy::new_without_default, reason = "each call returns another id")]
            #[expect(clippy::disallowed_methods, reason = "the only place that creates ids")]
            pub fn new() -> Self {
                Self(Uuid::now_v7())
            }

            /// Returns the plain UUID.
            pub const fn uuid(self) -> Uuid {
                self.0
            }
        }

        impl From<Uuid> for $name {
            fn from(id: Uuid) -> Self {
                Self(id)
            }
        }

        impl FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    )+};
}

id! {
    /// A listener, editor or admin.
    UserId,
    /// An audiobook.
    BookId,
    /// A category of books.
    CategoryId,
    /// A document: a section, slider, announcement or page.
    DocumentId,
    /// An order from the cart.
    OrderId,
    /// A payment for a subscription.
    SubscriptionPaymentId,
    /// A receipt or a credit note.
    ReceiptId,
    /// A gift card.
    GiftCardId,
    /// A discount code.
    DiscountId,
    /// An email.
    EmailId,
    /// A durable job.
    JobId,
    /// A row that no other table refers to: ledger events, refunds, payment incidents, leases.
    RecordId,
}
