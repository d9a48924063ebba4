//! Pictures in the database.

use std::collections::HashMap;

use heliriiul_db::{DbError, DocumentId, Timestamp, Tx, UserId};
use sqlx::FromRow;
use uuid::Uuid;

use super::wire::DeskImageFacts;
use crate::media::TextImage;

/// What a text needs of a picture to show it: `/media/images/{hash}/{width}.avif` and `.jpg`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageView {
    pub hash: String,
    /// Pixels, growing.
    pub widths: Vec<u32>,
    /// Pixels of the picture that came in, upright.
    pub width: u32,
    pub height: u32,
    pub alt: String,
    pub decorative: bool,
    pub name: String,
}

/// A picture with what the desk says of it.
#[derive(Clone, Debug)]
pub struct ImageRow {
    pub id: Uuid,
    pub view: ImageView,
    pub bytes: i64,
    pub created_at: Timestamp,
    pub created_by: Option<String>,
    pub uses: i64,
}

#[derive(FromRow)]
struct RawView {
    id: Uuid,
    name: String,
    alt: String,
    decorative: bool,
    hash: String,
    widths: String,
    width: i64,
    height: i64,
}

#[derive(FromRow)]
struct RawRow {
    #[sqlx(flatten)]
    view: RawView,
    bytes: i64,
    created_at: Timestamp,
    first_name: Option<String>,
    last_name: Option<String>,
    uses: i64,
}

/// A text that shows a picture.
#[derive(Clone, Debug, FromRow)]
pub struct ImageUse {
    pub id: DocumentId,
    pub kind: String,
    pub title: String,
    pub live: bool,
}

impl From<RawView> for ImageView {
    fn from(row: RawView) -> Self {
        Self {
            hash: row.hash,
            widths: row.widths.split(',').filter_map(|width| width.parse().ok()).collect(),
            width: row.width.try_into().unwrap_or_default(),
            height: row.height.try_into().unwrap_or_default(),
            alt: row.alt,
            decorative: row.decorative,
            name: row.name,
        }
    }
}

impl From<RawRow> for ImageRow {
    fn from(row: RawRow) -> Self {
        let name = [row.first_name, row.last_name].into_iter().flatten().collect::<Vec<_>>().join(" ");
        Self {
            id: row.view.id,
            view: row.view.into(),
            bytes: row.bytes,
            created_at: row.created_at,
            created_by: Some(name.trim().to_owned()).filter(|name| !name.is_empty()),
            uses: row.uses,
        }
    }
}

/// The pictures of these ids, those that there are.
pub async fn lookup(tx: &mut Tx, ids: &[Uuid]) -> Result<HashMap<Uuid, ImageView>, DbError> {
    let (Some(first), Some(last)) = (ids.iter().min(), ids.iter().max()) else { return Ok(HashMap::new()) };
    // Asked for as a range, so that one picture and many are the same statement on both databases.
    let rows: Vec<RawView> = tx
        .all(
            "SELECT id, name, alt, decorative, hash, widths, width, height FROM images \
             WHERE id BETWEEN $1 AND $2",
            (first, last),
        )
        .await?;
    Ok(rows.into_iter().filter(|row| ids.contains(&row.id)).map(|row| (row.id, row.into())).collect())
}

/// All pictures, newest first, at most `limit`.
pub async fn list(tx: &mut Tx, limit: i64) -> Result<Vec<ImageRow>, DbError> {
    let rows: Vec<RawRow> = tx
        .all(
            "SELECT i.id, i.name, i.alt, i.decorative, i.hash, i.widths, i.width, i.height, i.bytes, \
             i.created_at, u.first_name, u.last_name, (SELECT COUNT(*) FROM image_uses x \
             WHERE x.image_id = i.id) AS uses \
             FROM images i LEFT JOIN users u ON u.id = i.created_by \
             ORDER BY i.created_at DESC, i.id DESC LIMIT $1",
            (limit,),
        )
        .await?;
    Ok(rows.into_iter().map(ImageRow::from).collect())
}

pub async fn find(tx: &mut Tx, id: Uuid) -> Result<Option<ImageRow>, DbError> {
    let row: Option<RawRow> = tx
        .optional(
            "SELECT i.id, i.name, i.alt, i.decorative, i.hash, i.widths, i.width, i.height, i.bytes, \
             i.created_at, u.first_name, u.last_name, (SELECT COUNT(*) FROM image_uses x \
             WHERE x.image_id = i.id) AS uses \
             FROM images i LEFT JOIN users u ON u.id = i.created_by WHERE i.id = $1",
            (id,),
        )
        .await?;
    Ok(row.map(ImageRow::from))
}

/// The texts that show a picture, those that readers see first.
pub async fn uses(tx: &mut Tx, id: Uuid) -> Result<Vec<ImageUse>, DbError> {
    tx.all(
        "SELECT i.id, i.kind, r.title, i.published_revision IS NOT NULL AS live \
         FROM image_uses x JOIN documents i ON i.id = x.document_id \
         JOIN document_revisions r ON r.document_id = i.id AND r.revision = i.latest_revision \
         WHERE x.image_id = $1 ORDER BY live DESC, r.title, i.id",
        (id,),
    )
    .await
}

/// A new picture. Nothing is said of it yet but its name.
pub async fn insert(
    tx: &mut Tx,
    id: Uuid,
    name: &str,
    stored: &TextImage,
    bytes: i64,
    (by, now): (UserId, Timestamp),
) -> Result<(), DbError> {
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

/// Holds the row until the transaction ends, so that what is read of it after this is what is written over.
pub async fn hold(tx: &mut Tx, id: Uuid) -> Result<(), DbError> {
    tx.execute("UPDATE images SET updated_at = updated_at WHERE id = $1", (id,)).await?;
    Ok(())
}

pub async fn describe(tx: &mut Tx, id: Uuid, facts: &DeskImageFacts, now: Timestamp) -> Result<(), DbError> {
    tx.execute(
        "UPDATE images SET name = $2, alt = $3, decorative = $4, updated_at = $5 WHERE id = $1",
        (id, &facts.name, &facts.alt, facts.decorative, now),
    )
    .await?;
    Ok(())
}

/// Puts another file behind the picture.
pub async fn replace(
    tx: &mut Tx,
    id: Uuid,
    stored: &TextImage,
    bytes: i64,
    now: Timestamp,
) -> Result<(), DbError> {
    tx.execute(
        "UPDATE images SET hash = $2, widths = $3, width = $4, height = $5, bytes = $6, \
         updated_at = $7 WHERE id = $1",
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

/// Throws a picture away that no text shows; whether it did. A text that is saved at the same moment wins: its row
/// points to the picture, and the database refuses.
pub async fn delete(tx: &mut Tx, id: Uuid) -> Result<bool, DbError> {
    let done = tx
        .execute(
            "DELETE FROM images WHERE id = $1 \
             AND NOT EXISTS (SELECT 1 FROM image_uses WHERE image_id = $1)",
            (id,),
        )
        .await;
    match done {
        Ok(gone) => Ok(gone > 0),
        Err(DbError::Database(error)) if error.is_foreign_key_violation() => Ok(false),
        Err(error) => Err(error),
    }
}

fn joined(widths: &[u32]) -> String {
    widths.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}
