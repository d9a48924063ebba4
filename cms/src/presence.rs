//! Who has a document open for editing now.

use std::time::Duration;

use heliriiul_db::{Author, DbResult, DocumentId, Timestamp, Tx, UserId};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

/// An editor who has sent nothing for this long has left.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Another editor at the same document.
#[derive(Clone, Debug, sqlx::FromRow, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeskPresentEditor)]
pub struct PresentEditor {
    #[sqlx(flatten)]
    #[schema(value_type = String)]
    pub name: Author,
    pub seen_at: Timestamp,
}

/// Records that `user_id` has the document open. Returns who else has, each person once.
pub async fn record_presence(
    tx: &mut Tx,
    id: DocumentId,
    editing: Uuid,
    user_id: UserId,
    now: Timestamp,
) -> DbResult<Vec<PresentEditor>> {
    tx.execute(
        "INSERT INTO document_presence (document_id, editing, user_id, seen_at) \
         SELECT id, $2, $3, $4 FROM documents WHERE id = $1 \
         ON CONFLICT (document_id, editing) DO UPDATE SET user_id = excluded.user_id, seen_at = \
         excluded.seen_at",
        (id, editing, user_id, now),
    )
    .await?;
    let mut others: Vec<PresentEditor> = tx
        .all(
            "SELECT MAX(p.seen_at) AS seen_at, u.first_name, u.last_name FROM document_presence p \
         JOIN users u ON u.id = p.user_id WHERE p.document_id = $1 AND p.user_id <> $2 AND p.seen_at >= $3 \
         GROUP BY u.id, u.first_name, u.last_name ORDER BY u.last_name, u.first_name",
            (id, user_id, now.minus(TIMEOUT)),
        )
        .await?;
    others.retain(|other| other.name.name().is_some());
    Ok(others)
}

/// Deletes the rows of editors who have left. Not part of [`record_presence`], because two tabs that each delete
/// the other's row would deadlock.
pub async fn delete_stale_presence(tx: &mut Tx, now: Timestamp) -> DbResult<()> {
    tx.execute("DELETE FROM document_presence WHERE seen_at < $1", (now.minus(TIMEOUT),)).await?;
    Ok(())
}
