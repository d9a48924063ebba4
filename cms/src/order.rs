//! The order of the documents of one kind: sliders on the home page, pages in the footer.

use std::collections::HashSet;

use heliriiul_db::{ChangeKind, DocumentId, Timestamp, Tx, UserId, append_change};
use serde_json::json;
use uuid::Uuid;

use crate::{audit::record_action, body::Kind, error::CmsError};

/// Puts documents of a kind in this order. Those that are not named follow in their previous order.
///
/// # Errors
/// [`CmsError::Invalid`] for a repeated id, and for an id of another kind.
pub async fn order(
    tx: &mut Tx,
    kind: Kind,
    ids: &[DocumentId],
    actor: UserId,
    now: Timestamp,
) -> Result<(), CmsError> {
    let named: HashSet<DocumentId> = ids.iter().copied().collect();
    if named.len() < ids.len() {
        return Err(CmsError::invalid("ids", "invalid"));
    }
    let positions = lock_positions(tx, kind).await?;
    let from: Vec<DocumentId> = positions.iter().map(|(id, _)| *id).collect();
    if let Some(index) = ids.iter().position(|id| !from.contains(id)) {
        return Err(CmsError::invalid(format!("ids[{index}]"), "not-found"));
    }
    let rest = from.iter().filter(|id| !named.contains(id));
    let to: Vec<DocumentId> = ids.iter().chain(rest).copied().collect();
    if from == to {
        return Ok(());
    }
    // Counts back from the last position, so that a document created at this moment comes after all of them.
    let last = positions.last().map_or(0, |(_, position)| *position);
    for (id, back) in to.iter().rev().zip(0_i64..) {
        tx.execute("UPDATE documents SET position = $2 WHERE id = $1", (id, last - back)).await?;
    }
    let detail = json!({ "ids": { "from": from, "to": to } });
    // The order belongs to no single document.
    record_action(tx, Some(actor), Uuid::nil(), "order", (None, None), detail, now).await?;
    append_change(tx, ChangeKind::Content, Uuid::nil(), now).await?;
    Ok(())
}

/// The documents of a kind with their positions, in their order, locked until the transaction ends.
async fn lock_positions(tx: &mut Tx, kind: Kind) -> Result<Vec<(DocumentId, i64)>, CmsError> {
    let ids: Vec<DocumentId> =
        tx.scalars("SELECT id FROM documents WHERE kind = $1 ORDER BY id", (kind,)).await?;
    // In the order of their ids, as due schedules lock them, so that no two transactions wait for each other.
    for id in &ids {
        tx.execute("UPDATE documents SET position = position WHERE id = $1", (id,)).await?;
    }
    let mut positions: Vec<(DocumentId, i64)> = tx
        .all("SELECT id, position FROM documents WHERE kind = $1 ORDER BY position, identifier", (kind,))
        .await?;
    // A document created since is not locked; its position is after these.
    positions.retain(|(id, _)| ids.contains(id));
    Ok(positions)
}
