//! The schema for both databases, and the types that open a database at that schema.
//!
//! Owns the SQL files, [`Db`], [`Tx`] with its queries, the ids, times and amounts that rows carry, the clock, the
//! change feed and the audit log. It knows nothing of HTTP or of the rules of the store.

mod audit;
mod author;
mod changes;
mod clock;
mod db;
mod error;
mod ids;
mod money;
mod query;
mod text_enum;
mod timestamp;

pub use audit::{AuditEntry, AuditRow, append_audit, list_audit};
pub use author::Author;
pub use changes::{Change, ChangeKind, append_change, changes_after, last_change};
pub use clock::Clock;
pub use db::{Db, Tx};
pub use error::{DbError, DbResult, is_unavailable};
pub use ids::{
    BookId, CategoryId, DiscountId, DocumentId, EmailId, GiftCardId, JobId, OrderId, ReceiptId, RecordId,
    SubscriptionPaymentId, UserId,
};
pub use money::{AmountError, Cents, Percent, PercentError};
pub use query::{Binds, Row, Value};
pub use timestamp::Timestamp;
