//! The schema for both databases, and the types that open a database at that schema.
//!
//! Owns the SQL files, [`Db`] and [`Tx`] with their queries, the ids, [`Timestamp`] and the change feed. It knows
//! nothing of HTTP or of the store's rules.

mod changes;
mod db;
mod ids;
mod query;
mod timestamp;

pub use changes::{Change, ChangeKind, append_change, changes_after, last_change};
pub use db::{Db, DbError, Tx};
pub use ids::{
    BookId, CategoryId, DiscountId, DocumentId, EmailId, GiftCardId, JobId, OrderId, RecordId,
    SubscriptionPaymentId, UserId,
};
pub use query::{Binds, Row, Value};
pub use timestamp::Timestamp;
