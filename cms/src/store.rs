//! Items and their revisions in the database.

use heliriiul_db::{ChangeKind, DbError, DocumentId, Timestamp, Tx, UserId, append_change};
use thiserror::Error;
use uuid::Uuid;

use crate::{
    body::{Body, CleanBody, Kind},
    identifiers::check_identifier,
    revisions, uses,
};

#[derive(Debug, Error)]
pub enum CmsError {
    #[error(transparent)]
    Database(#[from] DbError),
    #[error("the body of {0} cannot be read: {1}")]
    Body(String, serde_json::Error),
    #[error("the identifier `{0}` must be lower-case letters, digits and hyphens, at most 80")]
    Identifier(String),
    #[error("the identifier `{0}` has a meaning of its own in the store")]
    Reserved(String),
    #[error("revision {latest} has been saved since")]
    Stale { latest: i64 },
    #[error("there is no such item or revision")]
    NotFound,
    #[error("another page has the identifier `{0}`")]
    Taken(String),
    #[error("readers see the item, or will by a plan")]
    Shown,
    /// An order names what is none of its kind.
    #[error("item {index} of the order is none of the kind")]
    Unordered { index: usize },
    /// A field of a request does not meet its rule.
    #[error("{field}: {rule}")]
    Unfit { field: &'static str, rule: &'static str },
}

/// A save. `based_on` is the revision that the writer started from, `None` for a new item.
pub struct Save {
    pub identifier: String,
    pub position: i64,
    pub body: CleanBody,
    pub author: Option<UserId>,
    pub based_on: Option<i64>,
    /// One opening of the text in one tab. Its own saves are no conflict to it: an answer may have been lost.
    pub editing: Option<Uuid>,
    /// Which save of this opening it is: one that comes after a later one is refused.
    pub step: Option<i64>,
    /// Saved while writing, not by the writer's act.
    pub autosaved: bool,
}

/// The head of an item.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Item {
    pub id: DocumentId,
    pub latest_revision: i64,
    pub published_revision: Option<i64>,
}

/// An item as readers see it.
#[derive(Clone, Debug)]
pub struct PublishedItem<B> {
    pub id: DocumentId,
    pub identifier: String,
    pub updated_at: Timestamp,
    pub body: B,
}

/// All that is live, in the order of positions.
#[derive(Clone, Debug, Default)]
pub struct Published {
    pub items: Vec<PublishedItem<Body>>,
}

/// Saves a revision. Nothing that readers see changes.
///
/// # Errors
/// [`CmsError::Stale`] when somebody else has saved since `based_on`; then nothing is written.
pub async fn save(tx: &mut Tx, save: Save, now: Timestamp) -> Result<Item, CmsError> {
    let body = save.body.body();
    let kind = body.kind();
    check_identifier(kind, &save.identifier)?;
    let json = body.to_json().map_err(|error| CmsError::Body(save.identifier.clone(), error))?;
    let item = match save.based_on {
        None => create(tx, kind, &save.identifier, save.position, now).await?,
        Some(based_on) => next_revision(tx, kind, &save, based_on, now).await?,
    };
    tx.execute(
        "INSERT INTO document_revisions (document_id, revision, title, body, author_id, created_at, \
         editing, step, autosaved) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        (
            item.id,
            item.latest_revision,
            body.title(),
            &json,
            save.author,
            now,
            save.editing,
            save.step,
            save.autosaved,
        ),
    )
    .await?;
    if let Some(editing) = save.editing {
        revisions::thin(tx, item.id, item.latest_revision, editing).await?;
    }
    uses::renew(tx, item.id).await?;
    Ok(item)
}

async fn create(
    tx: &mut Tx,
    kind: Kind,
    identifier: &str,
    position: i64,
    now: Timestamp,
) -> Result<Item, CmsError> {
    let made: Option<Item> = tx
        .optional(
            "INSERT INTO documents (id, kind, identifier, position, latest_revision, created_at, \
             updated_at) VALUES ($1, $2, $3, $4, 1, $5, $5) ON CONFLICT (kind, identifier) DO NOTHING \
             RETURNING id, latest_revision, published_revision",
            (DocumentId::new(), kind, identifier, position, now),
        )
        .await?;
    match made {
        Some(item) => Ok(item),
        None => Err(CmsError::Stale { latest: latest(tx, kind, identifier).await? }),
    }
}

async fn next_revision(
    tx: &mut Tx,
    kind: Kind,
    save: &Save,
    based_on: i64,
    now: Timestamp,
) -> Result<Item, CmsError> {
    // The row is locked to the commit, so of two saves at once one sees the other.
    let item: Option<Item> = tx
        .optional(
            "UPDATE documents SET latest_revision = latest_revision WHERE kind = $1 AND identifier = $2 \
             RETURNING id, latest_revision, published_revision",
            (kind, &save.identifier),
        )
        .await?;
    let item = item.ok_or(CmsError::NotFound)?;
    let latest = item.latest_revision;
    if latest != based_on
        && (latest < based_on || revisions::of_others(tx, item.id, based_on, save.editing).await?)
    {
        return Err(CmsError::Stale { latest });
    }
    if let (Some(editing), Some(step)) = (save.editing, save.step)
        && revisions::overtaken(tx, item.id, editing, step).await?
    {
        return Err(CmsError::Stale { latest });
    }
    Ok(tx
        .one(
            "UPDATE documents SET latest_revision = latest_revision + 1, updated_at = $2 WHERE id = $1 \
             RETURNING id, latest_revision, published_revision",
            (item.id, now),
        )
        .await?)
}

async fn latest(tx: &mut Tx, kind: Kind, identifier: &str) -> Result<i64, CmsError> {
    let revision: Option<i64> = tx
        .optional_scalar(
            "SELECT latest_revision FROM documents WHERE kind = $1 AND identifier = $2",
            (kind, identifier),
        )
        .await?;
    revision.ok_or(CmsError::NotFound)
}

/// The place after all items of the kind.
pub async fn next_position(tx: &mut Tx, kind: Kind) -> Result<i64, CmsError> {
    Ok(tx
        .scalar(
            "SELECT CAST(COALESCE(MAX(position), 0) AS BIGINT) + 1 FROM documents WHERE kind = $1",
            (kind,),
        )
        .await?)
}

/// Shows the newest revision to readers, and tells the feed of changes; whether they did not see it already. What is
/// shown twice has been published once: readers who closed the announcement do not get it again.
///
/// # Errors
/// [`CmsError::Stale`] when `revision` is not the newest: a late publish never puts an older text over a newer one.
pub async fn publish(tx: &mut Tx, id: DocumentId, revision: i64, now: Timestamp) -> Result<bool, CmsError> {
    let published = tx
        .execute(
            // A plan to show an older text later would put it over this one.
            "UPDATE documents SET published_revision = $2, \
             published_at = CASE WHEN published_revision = $2 THEN published_at ELSE $3 END, publish_at = \
             NULL, scheduled_revision = NULL, archived_at = NULL WHERE id = $1 AND latest_revision = $2 \
             AND (COALESCE(published_revision, 0) <> $2 OR publish_at IS NOT NULL)",
            (id, revision, now),
        )
        .await?;
    if published == 0 {
        let item = state(tx, id).await?;
        if item.latest_revision != revision {
            return Err(CmsError::Stale { latest: item.latest_revision });
        }
        return Ok(false);
    }
    revisions::keep(tx, id, revision).await?;
    uses::renew(tx, id).await?;
    append_change(tx, ChangeKind::Content, id.uuid(), now).await?;
    Ok(true)
}

/// Takes the revision that readers see away from them, and tells the feed of changes; whether they saw one. Its text
/// stays, and so does a plan to show another.
///
/// # Errors
/// [`CmsError::Stale`] when readers see another revision than the one that was meant.
pub async fn take_down(tx: &mut Tx, id: DocumentId, revision: i64, now: Timestamp) -> Result<bool, CmsError> {
    let taken = tx
        .execute(
            "UPDATE documents SET published_revision = NULL, published_at = NULL, \
             take_down_at = CASE WHEN publish_at IS NULL THEN NULL ELSE take_down_at END \
             WHERE id = $1 AND published_revision = $2",
            (id, revision),
        )
        .await?;
    if taken == 0 {
        let item = state(tx, id).await?;
        // Taking down what is down already is no conflict.
        return match item.published_revision {
            None => Ok(false),
            Some(_) => Err(CmsError::Stale { latest: item.latest_revision }),
        };
    }
    uses::renew(tx, id).await?;
    append_change(tx, ChangeKind::Content, id.uuid(), now).await?;
    Ok(true)
}

pub(crate) async fn state(tx: &mut Tx, id: DocumentId) -> Result<Item, CmsError> {
    let item: Option<Item> = tx
        .optional("SELECT id, latest_revision, published_revision FROM documents WHERE id = $1", (id,))
        .await?;
    item.ok_or(CmsError::NotFound)
}

#[derive(sqlx::FromRow)]
struct PublishedRow {
    id: DocumentId,
    kind: Kind,
    identifier: String,
    published_at: Timestamp,
    body: String,
}

/// Everything that readers see now.
pub async fn load_published(tx: &mut Tx) -> Result<Published, CmsError> {
    load(tx, None).await
}

/// As readers would see it with a revision of an item that they do not see; `None`: its newest.
pub async fn load_preview(tx: &mut Tx, id: DocumentId, revision: Option<i64>) -> Result<Published, CmsError> {
    let shown = match revision {
        Some(revision) => revision,
        None => state(tx, id).await?.latest_revision,
    };
    load(tx, Some((id, shown))).await
}

async fn load(tx: &mut Tx, shown: Option<(DocumentId, i64)>) -> Result<Published, CmsError> {
    let rows: Vec<PublishedRow> = tx
        .all(
            "SELECT i.id, i.kind, i.identifier, COALESCE(i.published_at, i.updated_at) AS published_at, \
             r.body FROM documents i JOIN document_revisions r ON r.document_id = i.id \
             AND r.revision = CASE WHEN i.id = $1 THEN $2 ELSE i.published_revision END \
             ORDER BY i.kind, i.position, i.identifier",
            (shown.map(|(id, _)| id), shown.map(|(_, revision)| revision)),
        )
        .await?;
    let items = rows
        .into_iter()
        .map(|row| {
            let body = Body::from_json(row.kind, &row.body)
                .map_err(|error| CmsError::Body(row.identifier.clone(), error))?;
            Ok(PublishedItem { id: row.id, identifier: row.identifier, updated_at: row.published_at, body })
        })
        .collect::<Result<_, CmsError>>()?;
    Ok(Published { items })
}
