//! The rows of libraries: the books of each listener, and how each book was added.

use heliriiul_db::{BookId, Db, DbResult, OrderId, Timestamp, Tx, UserId};

/// How a book came into the library. Bought and free books play for ever; the others need a subscription.
#[derive(Clone, Copy, Debug, PartialEq, Eq, sqlx::Type)]
#[sqlx(rename_all = "lowercase", type_name = "text")]
pub enum Source {
    Subscription,
    Purchase,
    Free,
}

/// Adds a book to a library. A bought or free book replaces a subscription book; otherwise an existing entry stays.
/// Returns whether anything changed.
pub async fn grant(
    tx: &mut Tx,
    user_id: UserId,
    book_id: BookId,
    source: Source,
    order_id: Option<OrderId>,
    now: Timestamp,
) -> DbResult<bool> {
    let rows = tx
        .execute(
            "INSERT INTO library (user_id, book_id, source, order_id, added_at) VALUES ($1, $2, $3, $4, $5) \
             ON CONFLICT (user_id, book_id) DO UPDATE SET source = excluded.source, order_id = \
             excluded.order_id \
             WHERE library.source = 'subscription' AND excluded.source <> 'subscription'",
            (user_id, book_id, source, order_id, now),
        )
        .await?;
    Ok(rows > 0)
}

/// Returns how and when the book was added to the library; `None` when it is not there.
pub async fn find(tx: &mut Tx, user_id: UserId, book_id: BookId) -> DbResult<Option<(Source, Timestamp)>> {
    tx.optional(
        "SELECT source, added_at FROM library WHERE user_id = $1 AND book_id = $2",
        (user_id, book_id),
    )
    .await
}

/// Locks the entry until the commit, and returns how and when the book was added.
pub async fn lock(tx: &mut Tx, user_id: UserId, book_id: BookId) -> DbResult<Option<(Source, Timestamp)>> {
    tx.optional(
        "UPDATE library SET added_at = added_at WHERE user_id = $1 AND book_id = $2 RETURNING source, added_at",
        (user_id, book_id),
    )
    .await
}

/// Returns whether the book is in the user's library.
pub async fn owns(db: &Db, user_id: UserId, book_id: BookId) -> DbResult<bool> {
    db.scalar("SELECT EXISTS (SELECT 1 FROM library WHERE user_id = $1 AND book_id = $2)", (user_id, book_id))
        .await
}
