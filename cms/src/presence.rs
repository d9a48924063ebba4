//! Who has a text open for writing now.

use std::time::Duration;

use heliriiul_db::{DbError, DocumentId, Timestamp, Tx, UserId};
use uuid::Uuid;

use crate::desk::Author;

/// Whoever has not been heard of for this long has gone.
const GONE: Duration = Duration::from_secs(30);

/// Somebody else at the same text.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Present {
    pub seen_at: Timestamp,
    #[sqlx(flatten)]
    pub author: Author,
}

/// Notes that `user_id` has the text open, and answers who else has, each person once.
pub async fn be_present(
    tx: &mut Tx,
    id: DocumentId,
    editing: Uuid,
    user_id: UserId,
    now: Timestamp,
) -> Result<Vec<Present>, DbError> {
    tx.execute(
        "INSERT INTO document_presence (document_id, editing, user_id, seen_at) \
         SELECT id, $2, $3, $4 FROM documents WHERE id = $1 \
         ON CONFLICT (document_id, editing) DO UPDATE SET user_id = excluded.user_id, seen_at = \
         excluded.seen_at",
        (id, editing, user_id, now),
    )
    .await?;
    tx.all(
        "SELECT MAX(p.seen_at) AS seen_at, u.first_name, u.last_name FROM document_presence p \
         JOIN users u ON u.id = p.user_id WHERE p.document_id = $1 AND p.user_id <> $2 AND p.seen_at >= $3 \
         GROUP BY u.id, u.first_name, u.last_name ORDER BY u.last_name, u.first_name",
        (id, user_id, now.minus(GONE)),
    )
    .await
}

/// Drops the rows of those who have gone. Apart from their notes: of two tabs that each drop what the other notes, one
/// would be refused.
pub async fn forget_gone(tx: &mut Tx, now: Timestamp) -> Result<(), DbError> {
    tx.execute("DELETE FROM document_presence WHERE seen_at < $1", (now.minus(GONE),)).await?;
    Ok(())
}
