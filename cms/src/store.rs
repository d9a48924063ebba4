//! Items and their revisions in the database.

use heliriiul_migrations::{ChangeKind, ContentId, DbError, Timestamp, Tx, UserId, append_change, db};
use thiserror::Error;

use crate::body::{Body, CleanBody, Kind};

/// First parts of the store's own addresses: a page with such an identifier would never be seen.
pub const RESERVED_IDENTIFIERS: &[&str] = &[
    "_sandbox",
    "api",
    "assets",
    "book-payment-complete",
    "booking",
    "card-change-complete",
    "fonts",
    "healthz",
    "kaardimakse",
    "kingitus",
    "konto",
    "kuula",
    "login",
    "makse-sooritatud",
    "maksmine",
    "media",
    "metrics",
    "opds",
    "ostukorv",
    "paketimakse-sooritatud",
    "paketiost",
    "paketivahetus",
    "problems",
    "raamatud",
    "readyz",
    "registreerumine",
    "reset-password",
    "sooduskood",
    "subscription-payment-complete",
    "toimetus",
    "unustasid-parooli",
    "verify-email",
];

/// The store has one announcement; readers get it among the sections, under this name.
pub const ANNOUNCEMENT: &str = "announcement";

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
}

/// A save. `based_on` is the revision that the writer started from, `None` for a new item.
pub struct Save {
    pub identifier: String,
    pub position: i64,
    pub body: CleanBody,
    pub author: Option<UserId>,
    pub based_on: Option<i64>,
}

/// The head of an item.
#[derive(Clone, Debug, sqlx::FromRow)]
pub struct Item {
    pub id: ContentId,
    pub latest_revision: i64,
    pub published_revision: Option<i64>,
}

/// An item as readers see it.
#[derive(Clone, Debug)]
pub struct PublishedItem<B> {
    pub id: ContentId,
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
/// [`CmsError::Stale`] when `based_on` is not the newest revision; then nothing is written.
pub async fn save(tx: &mut Tx, save: Save, now: Timestamp) -> Result<Item, CmsError> {
    let body = save.body.body();
    let kind = body.kind();
    check_identifier(kind, &save.identifier)?;
    let json = body.to_json().map_err(|error| CmsError::Body(save.identifier.clone(), error))?;
    let item = match save.based_on {
        None => create(tx, kind, &save.identifier, save.position, now).await?,
        Some(based_on) => next_revision(tx, kind, &save.identifier, based_on, now).await?,
    };
    db!(
        tx,
        execute,
        sqlx::query(
            "INSERT INTO content_revisions (item_id, revision, title, body, author_id, created_at) \
             VALUES ($1, $2, $3, $4, $5, $6)"
        )
        .bind(item.id)
        .bind(item.latest_revision)
        .bind(body.title())
        .bind(&json)
        .bind(save.author)
        .bind(now)
    )?;
    Ok(item)
}

async fn create(
    tx: &mut Tx,
    kind: Kind,
    identifier: &str,
    position: i64,
    now: Timestamp,
) -> Result<Item, CmsError> {
    let made: Option<Item> = db!(
        tx,
        fetch_optional,
        sqlx::query_as(
            "INSERT INTO content_items (id, kind, identifier, position, latest_revision, created_at, updated_at) \
             VALUES ($1, $2, $3, $4, 1, $5, $5) ON CONFLICT (kind, identifier) DO NOTHING \
             RETURNING id, latest_revision, published_revision"
        )
        .bind(ContentId::new())
        .bind(kind)
        .bind(identifier)
        .bind(position)
        .bind(now)
    )?;
    match made {
        Some(item) => Ok(item),
        None => Err(CmsError::Stale { latest: latest(tx, kind, identifier).await? }),
    }
}

async fn next_revision(
    tx: &mut Tx,
    kind: Kind,
    identifier: &str,
    based_on: i64,
    now: Timestamp,
) -> Result<Item, CmsError> {
    let saved: Option<Item> = db!(
        tx,
        fetch_optional,
        sqlx::query_as(
            "UPDATE content_items SET latest_revision = latest_revision + 1, updated_at = $4 \
             WHERE kind = $1 AND identifier = $2 AND latest_revision = $3 \
             RETURNING id, latest_revision, published_revision"
        )
        .bind(kind)
        .bind(identifier)
        .bind(based_on)
        .bind(now)
    )?;
    match saved {
        Some(item) => Ok(item),
        None => Err(CmsError::Stale { latest: latest(tx, kind, identifier).await? }),
    }
}

async fn latest(tx: &mut Tx, kind: Kind, identifier: &str) -> Result<i64, CmsError> {
    let revision: Option<i64> = db!(
        tx,
        fetch_optional,
        sqlx::query_scalar("SELECT latest_revision FROM content_items WHERE kind = $1 AND identifier = $2")
            .bind(kind)
            .bind(identifier)
    )?;
    revision.ok_or(CmsError::NotFound)
}

/// The place after all items of the kind.
pub async fn next_position(tx: &mut Tx, kind: Kind) -> Result<i64, CmsError> {
    Ok(db!(
        tx,
        fetch_one,
        sqlx::query_scalar(
            "SELECT CAST(COALESCE(MAX(position), 0) AS BIGINT) + 1 FROM content_items WHERE kind = $1"
        )
        .bind(kind)
    )?)
}

/// Shows the newest revision to readers, and tells the feed of changes.
///
/// # Errors
/// [`CmsError::Stale`] when `revision` is not the newest: a late publish never puts an older text over a newer one.
pub async fn publish(tx: &mut Tx, id: ContentId, revision: i64, now: Timestamp) -> Result<(), CmsError> {
    let published = db!(
        tx,
        execute,
        sqlx::query(
            "UPDATE content_items SET published_revision = $2, published_at = $3 \
             WHERE id = $1 AND latest_revision = $2"
        )
        .bind(id)
        .bind(revision)
        .bind(now)
    )?;
    if published == 0 {
        return Err(CmsError::Stale { latest: state(tx, id).await?.latest_revision });
    }
    append_change(tx, ChangeKind::Content, id.uuid(), now).await?;
    Ok(())
}

/// Takes the revision that readers see away from them, and tells the feed of changes. Its text stays.
///
/// # Errors
/// [`CmsError::Stale`] when readers see another revision than the one that was meant.
pub async fn take_down(tx: &mut Tx, id: ContentId, revision: i64, now: Timestamp) -> Result<(), CmsError> {
    let taken = db!(
        tx,
        execute,
        sqlx::query(
            "UPDATE content_items SET published_revision = NULL, published_at = NULL \
             WHERE id = $1 AND published_revision = $2"
        )
        .bind(id)
        .bind(revision)
    )?;
    if taken == 0 {
        let item = state(tx, id).await?;
        // Taking down what is down already is no conflict.
        return match item.published_revision {
            None => Ok(()),
            Some(_) => Err(CmsError::Stale { latest: item.latest_revision }),
        };
    }
    append_change(tx, ChangeKind::Content, id.uuid(), now).await?;
    Ok(())
}

async fn state(tx: &mut Tx, id: ContentId) -> Result<Item, CmsError> {
    let item: Option<Item> = db!(
        tx,
        fetch_optional,
        sqlx::query_as("SELECT id, latest_revision, published_revision FROM content_items WHERE id = $1")
            .bind(id)
    )?;
    item.ok_or(CmsError::NotFound)
}

#[derive(sqlx::FromRow)]
struct PublishedRow {
    id: ContentId,
    kind: Kind,
    identifier: String,
    published_at: Timestamp,
    body: String,
}

/// Everything that readers see now.
pub async fn load_published(tx: &mut Tx) -> Result<Published, CmsError> {
    let rows: Vec<PublishedRow> = db!(
        tx,
        fetch_all,
        sqlx::query_as(
            "SELECT i.id, i.kind, i.identifier, i.published_at, r.body FROM content_items i \
             JOIN content_revisions r ON r.item_id = i.id AND r.revision = i.published_revision \
             ORDER BY i.kind, i.position, i.identifier"
        )
    )?;
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

/// Whether there is a page of this identifier, published or not.
pub async fn page_exists(tx: &mut Tx, identifier: &str) -> Result<bool, CmsError> {
    Ok(db!(
        tx,
        fetch_one,
        sqlx::query_scalar(
            "SELECT EXISTS (SELECT 1 FROM content_items WHERE kind = 'page' AND identifier = $1)"
        )
        .bind(identifier)
    )?)
}

/// Old identifiers of pages with the page each leads to.
pub async fn redirects(tx: &mut Tx) -> Result<Vec<(String, ContentId)>, CmsError> {
    Ok(db!(
        tx,
        fetch_all,
        sqlx::query_as("SELECT old_identifier, item_id FROM content_redirects WHERE kind = 'page'")
    )?)
}

fn check_identifier(kind: Kind, identifier: &str) -> Result<(), CmsError> {
    let fits = (1..=80).contains(&identifier.len())
        && identifier.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-');
    if !fits {
        return Err(CmsError::Identifier(identifier.to_owned()));
    }
    let taken = match kind {
        Kind::Page => RESERVED_IDENTIFIERS.contains(&identifier),
        Kind::Announcement => identifier != ANNOUNCEMENT,
        Kind::Section => identifier == ANNOUNCEMENT,
        Kind::Slider => false,
    };
    if taken { Err(CmsError::Reserved(identifier.to_owned())) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn identifiers_are_addresses_and_never_shadow_what_the_store_has() {
        for (kind, identifier) in
            [(Kind::Page, "konto"), (Kind::Section, ANNOUNCEMENT), (Kind::Announcement, "second")]
        {
            assert!(matches!(check_identifier(kind, identifier), Err(CmsError::Reserved(_))), "{identifier}");
        }
        for (kind, identifier) in
            [(Kind::Section, "footer"), (Kind::Announcement, ANNOUNCEMENT), (Kind::Slider, "konto")]
        {
            assert!(check_identifier(kind, identifier).is_ok(), "{identifier}");
        }
        for identifier in ["", "Õ", "a/b", "a b", &"a".repeat(81)] {
            assert!(matches!(check_identifier(Kind::Page, identifier), Err(CmsError::Identifier(_))));
        }
    }
}
