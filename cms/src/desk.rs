//! What editors see of the store: every item with its newest text, published or not, and all its revisions.

use heliriiul_db::{DocumentId, Timestamp, Tx};
use sqlx::FromRow;

use crate::{
    body::{Body, Kind},
    store::CmsError,
};

/// How many revisions of a history come at once.
const HISTORY: i64 = 200;

/// An item with what is newest of it.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct ItemState {
    pub id: DocumentId,
    pub kind: Kind,
    pub identifier: String,
    /// Of the newest revision.
    pub title: String,
    pub latest_revision: i64,
    /// `None`: readers do not see the item.
    pub published_revision: Option<i64>,
    pub published_at: Option<Timestamp>,
    /// When `scheduled_revision` goes up.
    pub publish_at: Option<Timestamp>,
    pub scheduled_revision: Option<i64>,
    /// When what is live goes down.
    pub take_down_at: Option<Timestamp>,
    /// `None`: the item is not put away.
    pub archived_at: Option<Timestamp>,
    /// When the newest revision was saved.
    pub saved_at: Timestamp,
    #[sqlx(flatten)]
    pub author: Author,
}

/// Who saved a revision. Imports have no author.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct Author {
    first_name: Option<String>,
    last_name: Option<String>,
}

impl Author {
    pub fn name(&self) -> Option<String> {
        let name = [self.first_name.as_deref(), self.last_name.as_deref()].into_iter().flatten();
        let name = name.collect::<Vec<_>>().join(" ").trim().to_owned();
        (!name.is_empty()).then_some(name)
    }
}

/// A revision without its body.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct RevisionState {
    pub revision: i64,
    pub title: String,
    pub saved_at: Timestamp,
    /// Saved while writing, not by the writer's act.
    pub autosaved: bool,
    #[sqlx(flatten)]
    pub author: Author,
}

/// A revision with its body.
#[derive(Clone, Debug)]
pub struct Revision {
    pub state: RevisionState,
    pub body: Body,
}

/// All items, by kind and in the order that readers see them.
pub async fn list_items(tx: &mut Tx) -> Result<Vec<ItemState>, CmsError> {
    Ok(tx
        .all(
            "SELECT i.id, i.kind, i.identifier, r.title, i.latest_revision, i.published_revision, \
             i.published_at, i.publish_at, i.scheduled_revision, i.take_down_at, i.archived_at, \
             r.created_at AS saved_at, u.first_name, u.last_name \
             FROM documents i \
             JOIN document_revisions r ON r.document_id = i.id AND r.revision = i.latest_revision \
             LEFT JOIN users u ON u.id = r.author_id \
             ORDER BY i.kind, i.position, i.identifier",
            (),
        )
        .await?)
}

#[derive(FromRow)]
struct ItemRow {
    #[sqlx(flatten)]
    state: ItemState,
    body: String,
}

/// An item with its newest body.
///
/// # Errors
/// [`CmsError::NotFound`] when there is no such item.
pub async fn find_item(tx: &mut Tx, id: DocumentId) -> Result<(ItemState, Body), CmsError> {
    let row: Option<ItemRow> = tx
        .optional(
            "SELECT i.id, i.kind, i.identifier, r.title, i.latest_revision, i.published_revision, \
             i.published_at, i.publish_at, i.scheduled_revision, i.take_down_at, i.archived_at, \
             r.created_at AS saved_at, u.first_name, u.last_name, r.body \
             FROM documents i \
             JOIN document_revisions r ON r.document_id = i.id AND r.revision = i.latest_revision \
             LEFT JOIN users u ON u.id = r.author_id WHERE i.id = $1",
            (id,),
        )
        .await?;
    let ItemRow { state, body } = row.ok_or(CmsError::NotFound)?;
    let body = read(state.kind, &state.identifier, &body)?;
    Ok((state, body))
}

/// The same, and nobody else writes the item until the transaction ends.
///
/// # Errors
/// [`CmsError::NotFound`] when there is no such item.
pub async fn hold_item(tx: &mut Tx, id: DocumentId) -> Result<(ItemState, Body), CmsError> {
    tx.execute("UPDATE documents SET latest_revision = latest_revision WHERE id = $1", (id,)).await?;
    find_item(tx, id).await
}

/// The newest revisions of an item, or those before one, newest first. None when there is no such item.
pub async fn list_revisions(
    tx: &mut Tx,
    id: DocumentId,
    before: Option<i64>,
) -> Result<Vec<RevisionState>, CmsError> {
    Ok(tx
        .all(
            "SELECT r.revision, r.title, r.created_at AS saved_at, r.autosaved, u.first_name, u.last_name \
             FROM document_revisions r LEFT JOIN users u ON u.id = r.author_id \
             WHERE r.document_id = $1 AND r.revision < $2 ORDER BY r.revision DESC LIMIT $3",
            (id, before.unwrap_or(i64::MAX), HISTORY),
        )
        .await?)
}

#[derive(FromRow)]
struct RevisionRow {
    #[sqlx(flatten)]
    state: RevisionState,
    kind: Kind,
    identifier: String,
    body: String,
}

/// One revision of an item with its body.
///
/// # Errors
/// [`CmsError::NotFound`] when there is no such item or revision.
pub async fn find_revision(tx: &mut Tx, id: DocumentId, revision: i64) -> Result<Revision, CmsError> {
    let row: Option<RevisionRow> = tx
        .optional(
            "SELECT r.revision, r.title, r.created_at AS saved_at, r.autosaved, u.first_name, u.last_name, \
             i.kind, i.identifier, r.body \
             FROM document_revisions r JOIN documents i ON i.id = r.document_id \
             LEFT JOIN users u ON u.id = r.author_id WHERE r.document_id = $1 AND r.revision = $2",
            (id, revision),
        )
        .await?;
    let RevisionRow { state, kind, identifier, body } = row.ok_or(CmsError::NotFound)?;
    Ok(Revision { state, body: read(kind, &identifier, &body)? })
}

fn read(kind: Kind, identifier: &str, json: &str) -> Result<Body, CmsError> {
    Body::from_json(kind, json).map_err(|error| CmsError::Body(identifier.to_owned(), error))
}
