//! The schema for both databases, and the types that open a database at that schema.
//!
//! Owns the SQL files, [`Db`], [`Tx`] with its queries, the ids, times and amounts that rows carry, the clock,
//! and the feed of changes. It knows nothing of HTTP or of the store's rules.

mod changes;
mod clock;
mod db;
mod ids;
mod money;
mod query;
mod timestamp;

pub use changes::{Change, ChangeKind, append_change, changes_after, last_change};
pub use clock::Clock;
pub use db::{Db, DbError, Tx};
pub use ids::{
    BookId, CategoryId, DiscountId, DocumentId, EmailId, GiftCardId, JobId, OrderId, RecordId,
    SubscriptionPaymentId, UserId,
};
pub use money::{AmountError, Cents, Percent, PercentError};
pub use query::{Binds, Row, Value};
pub use timestamp::Timestamp;
