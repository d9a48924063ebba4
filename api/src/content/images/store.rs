//! Images in the database.

use std::collections::{HashMap, HashSet};

use heliriiul_db::{Author, DbError, DbResult, DocumentId, RecordId, Timestamp, Tx, UserId};
use serde::Serialize;
use sqlx::FromRow;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{ApiError, ApiResult},
    media::TextImage,
};

pub const IMAGE_NOT_FOUND: &str = "There is no such picture.";

/// What a document needs to show a picture: `/media/images/{hash}/{width}.avif` and `.jpg`.
#[derive(Clone, Debug, PartialEq, Eq, FromRow)]
pub struct ImageView {
    pub id: RecordId,
    pub hash: String,
    #[sqlx(try_from = "String")]
    pub widths: Widths,
    /// Pixels of the uploaded image, upright.
    pub width: i64,
    pub height: i64,
    #[sqlx(flatten)]
    pub facts: ImageFacts,
}

/// The widths in pixels that an image is stored in, ascending. A comma-separated text in the database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Widths(pub Vec<u32>);

impl TryFrom<String> for Widths {
    type Error = std::num::ParseIntError;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.split(',').map(str::parse).collect::<Result<_, _>>().map(Self)
    }
}

/// An image as the desk lists it.
#[derive(Clone, Debug, FromRow)]
pub struct ImageRow {
    #[sqlx(flatten)]
    pub view: ImageView,
    pub bytes: i64,
    pub created_at: Timestamp,
    /// The version that a save names.
    pub updated_at: Timestamp,
    #[sqlx(flatten)]
    pub author: Author,
    pub uses: i64,
}

/// What editors write about an image.
#[derive(Clone, Debug, PartialEq, Eq, FromRow, Serialize)]
pub struct ImageFacts {
    pub name: String,
    pub alt: String,
    pub decorative: bool,
}

/// A document that shows an image: in its latest, its published or its scheduled revision.
#[derive(Clone, Debug, FromRow, Serialize, ToSchema)]
#[schema(as = DeskImageUse)]
pub struct ImageUse {
    pub id: DocumentId,
    #[schema(example = "page")]
    pub kind: String,
    pub title: String,
    /// Whether the document is published.
    pub live: bool,
}

/// Returns the images with these ids that exist.
pub async fn lookup(tx: &mut Tx, ids: &HashSet<RecordId>) -> DbResult<HashMap<RecordId, ImageView>> {
    // The range makes one SQL statement read one image or many, on both databases.
    let found: Vec<ImageView> = tx
        .all(
            "SELECT id, name, alt, decorative, hash, widths, width, height FROM images \
             WHERE id BETWEEN $1 AND $2",
            (ids.iter().min(), ids.iter().max()),
        )
        .await?;
    Ok(found.into_iter().filter(|image| ids.contains(&image.id)).map(|image| (image.id, image)).collect())
}

/// All pictures, newest first, at most `limit`.
pub async fn list(tx: &mut Tx, limit: i64) -> DbResult<Vec<ImageRow>> {
    rows(tx, Uuid::nil(), Uuid::max(), limit).await
}

/// One picture. Fails with `not-found` when there is no such picture.
pub async fn find(tx: &mut Tx, id: Uuid) -> ApiResult<ImageRow> {
    rows(tx, id, id, 1).await?.pop().ok_or_else(|| ApiError::not_found(IMAGE_NOT_FOUND))
}

async fn rows(tx: &mut Tx, from: Uuid, to: Uuid, limit: i64) -> DbResult<Vec<ImageRow>> {
    tx.all(
        "SELECT i.id, i.name, i.alt, i.decorative, i.hash, i.widths, i.width, i.height, i.bytes, \
         i.created_at, i.updated_at, u.first_name, u.last_name, \
         (SELECT COUNT(*) FROM image_uses x WHERE x.image_id = i.id) AS uses \
         FROM images i LEFT JOIN users u ON u.id = i.created_by WHERE i.id BETWEEN $1 AND $2 \
         ORDER BY i.created_at DESC, i.id DESC LIMIT $3",
        (from, to, limit),
    )
    .await
}

/// Returns a picture and locks its row until the transaction ends. Fails with `not-found` when there is no such
/// image.
pub async fn lock_and_find(tx: &mut Tx, id: Uuid) -> ApiResult<ImageRow> {
    tx.execute("UPDATE images SET updated_at = updated_at WHERE id = $1", (id,)).await?;
    find(tx, id).await
}

/// The documents that show an image, published ones first.
pub async fn uses(tx: &mut Tx, id: Uuid) -> DbResult<Vec<ImageUse>> {
    tx.all(
        "SELECT i.id, i.kind, r.title, i.published_revision IS NOT NULL AS live \
         FROM image_uses x JOIN documents i ON i.id = x.document_id \
         JOIN document_revisions r ON r.document_id = i.id AND r.revision = i.latest_revision \
         WHERE x.image_id = $1 ORDER BY live DESC, r.title, i.id",
        (id,),
    )
    .await
}

/// Inserts a new image, which has a name and no description yet.
pub async fn insert(
    tx: &mut Tx,
    id: Uuid,
    name: &str,
    stored: &TextImage,
    bytes: i64,
    (by, now): (UserId, Timestamp),
) -> DbResult<()> {
    tx.execute(
        "INSERT INTO images (id, name, alt, decorative, hash, widths, width, height, bytes, \
         created_by, created_at, updated_at) VALUES ($1, $2, '', FALSE, $3, $4, $5, $6, $7, $8, $9, $9)",
        (
            id,
            name,
            &stored.hash,
            joined(&stored.widths),
            i64::from(stored.width),
            i64::from(stored.height),
            bytes,
            by,
            now,
        ),
    )
    .await?;
    Ok(())
}

/// Writes the facts. The new version is greater than the old one, also within one millisecond.
pub async fn describe(tx: &mut Tx, id: Uuid, facts: &ImageFacts, now: Timestamp) -> DbResult<()> {
    tx.execute(
        "UPDATE images SET name = $2, alt = $3, decorative = $4, \
         updated_at = CASE WHEN updated_at < $5 THEN $5 ELSE updated_at + 1 END WHERE id = $1",
        (id, &facts.name, &facts.alt, facts.decorative, now),
    )
    .await?;
    Ok(())
}

/// Replaces the file. The new version is greater than the old one, as in [`describe`].
pub async fn replace(tx: &mut Tx, id: Uuid, stored: &TextImage, bytes: i64, now: Timestamp) -> DbResult<()> {
    tx.execute(
        "UPDATE images SET hash = $2, widths = $3, width = $4, height = $5, bytes = $6, \
         updated_at = CASE WHEN updated_at < $7 THEN $7 ELSE updated_at + 1 END WHERE id = $1",
        (
            id,
            &stored.hash,
            joined(&stored.widths),
            i64::from(stored.width),
            i64::from(stored.height),
            bytes,
            now,
        ),
    )
    .await?;
    Ok(())
}

/// Deletes an image that no document shows. Returns whether it did. When a document with the image is saved at the
/// same moment, the database rejects the deletion, because the document's row refers to the image.
pub async fn delete(tx: &mut Tx, id: Uuid) -> DbResult<bool> {
    let deleted = tx
        .execute(
            "DELETE FROM images WHERE id = $1 \
             AND NOT EXISTS (SELECT 1 FROM image_uses WHERE image_id = $1)",
            (id,),
        )
        .await;
    match deleted {
        Ok(rows) => Ok(rows > 0),
        Err(DbError::Database(error)) if error.is_foreign_key_violation() => Ok(false),
        Err(error) => Err(error),
    }
}

fn joined(widths: &[u32]) -> String {
    widths.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}
