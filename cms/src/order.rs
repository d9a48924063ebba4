//! The order of the items of one kind: rows on the home page, pages in the footer.

use std::collections::HashSet;

use heliriiul_db::{ChangeKind, DocumentId, Timestamp, Tx, UserId, append_change};
use serde_json::json;
use uuid::Uuid;

use crate::{
    audit::{AuditEntry, audit},
    body::Kind,
    store::CmsError,
};

/// Puts items of a kind in this order. Those that are not named follow them, as they stood.
///
/// # Errors
/// [`CmsError::Unfit`] when an id stands twice, [`CmsError::Unordered`] for one that is none of the kind.
pub async fn order(
    tx: &mut Tx,
    kind: Kind,
    ids: &[DocumentId],
    actor: UserId,
    now: Timestamp,
) -> Result<(), CmsError> {
    let named: HashSet<DocumentId> = ids.iter().copied().collect();
    if named.len() < ids.len() {
        return Err(CmsError::Unfit { field: "ids", rule: "invalid" });
    }
    let places = held(tx, kind).await?;
    let from: Vec<DocumentId> = places.iter().map(|(id, _)| *id).collect();
    if let Some(index) = ids.iter().position(|id| !from.contains(id)) {
        return Err(CmsError::Unordered { index });
    }
    let rest = from.iter().filter(|id| !named.contains(id));
    let to: Vec<DocumentId> = ids.iter().chain(rest).copied().collect();
    if from == to {
        return Ok(());
    }
    // Up to the place that is the last one now: what is made in this moment comes after it.
    let last = places.last().map_or(0, |(_, place)| *place);
    for (id, back) in to.iter().rev().zip(0_i64..) {
        tx.execute("UPDATE documents SET position = $2 WHERE id = $1", (id, last - back)).await?;
    }
    let entry = AuditEntry {
        actor: Some(actor),
        subject: "document",
        // An order is of no one item.
        subject_id: Uuid::nil(),
        act: "order",
        from_revision: None,
        to_revision: None,
        detail: json!({ "ids": { "from": from, "to": to } }),
    };
    audit(tx, entry, now).await?;
    append_change(tx, ChangeKind::Content, Uuid::nil(), now).await?;
    Ok(())
}

/// The items of a kind with their places, in their order, held until the transaction ends.
async fn held(tx: &mut Tx, kind: Kind) -> Result<Vec<(DocumentId, i64)>, CmsError> {
    let ids: Vec<DocumentId> =
        tx.scalars("SELECT id FROM documents WHERE kind = $1 ORDER BY id", (kind,)).await?;
    // One by one by their ids, as due plans are: so nobody holds one that another waits for, and waits for theirs.
    for id in &ids {
        tx.execute("UPDATE documents SET position = position WHERE id = $1", (id,)).await?;
    }
    let mut places: Vec<(DocumentId, i64)> = tx
        .all("SELECT id, position FROM documents WHERE kind = $1 ORDER BY position, identifier", (kind,))
        .await?;
    // One that has been made since is not held; its place is after these.
    places.retain(|(id, _)| ids.contains(id));
    Ok(places)
}
