//! Typed ids over UUIDv7, one type for each kind of row, so that one cannot stand for another.

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
            /// A new id, ordered by the time of its making.
            #[expect(clippy::new_without_default, reason = "each call gives another id")]
            #[expect(clippy::disallowed_methods, reason = "the one place where ids are made")]
            pub fn new() -> Self {
                Self(Uuid::now_v7())
            }

            /// The plain UUID.
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
    /// A section, slider, announcement or page.
    DocumentId,
    /// An order from the cart.
    OrderId,
    /// A payment for a package.
    SubscriptionPaymentId,
    /// A gift card.
    GiftCardId,
    /// A discount code.
    DiscountId,
    /// A letter.
    EmailId,
    /// A durable job.
    JobId,
    /// A row that nothing else points to by type: events, refunds, attention.
    RecordId,
}
