//! The change feed: the only source from which snapshots, indexes and cached pages are refreshed.

use uuid::Uuid;

use crate::{
    DbResult, Timestamp,
    db::{Tx, TxKind},
};

/// The kind of row that changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, sqlx::Type)]
#[sqlx(rename_all = "lowercase", type_name = "text")]
pub enum ChangeKind {
    Book,
    Category,
    Content,
}

/// One row of the feed. `seq` grows by one with each change, in the order of commits.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Change {
    pub seq: i64,
    pub kind: ChangeKind,
    pub entity_id: Uuid,
}

/// Appends a change to the feed in the transaction that makes it, and returns its `seq`.
///
/// The counter's row stays locked until the commit, so a reader that has seen `seq` has seen all before it.
/// Call it last in the transaction, to keep that lock short.
pub async fn append_change(tx: &mut Tx, kind: ChangeKind, entity_id: Uuid, at: Timestamp) -> DbResult<i64> {
    let seq: i64 =
        tx.scalar("UPDATE counters SET value = value + 1 WHERE name = 'changes' RETURNING value", ()).await?;
    tx.execute(
        "INSERT INTO changes (seq, kind, entity_id, at) VALUES ($1, $2, $3, $4)",
        (seq, kind, entity_id, at),
    )
    .await?;
    if let TxKind::Postgres(conn) = &mut tx.kind {
        sqlx::query("SELECT pg_notify('heliriiul_changes', '')").execute(&mut **conn).await?;
    }
    tx.changed = true;
    Ok(seq)
}

/// Returns the changes after `seq`, oldest first, at most `limit`.
pub async fn changes_after(tx: &mut Tx, seq: i64, limit: i64) -> DbResult<Vec<Change>> {
    tx.all("SELECT seq, kind, entity_id FROM changes WHERE seq > $1 ORDER BY seq LIMIT $2", (seq, limit))
        .await
}

/// Returns the newest `seq`, 0 on an empty feed.
pub async fn last_change(tx: &mut Tx) -> DbResult<i64> {
    tx.scalar("SELECT value FROM counters WHERE name = 'changes'", ()).await
}
