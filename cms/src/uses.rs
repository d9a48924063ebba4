//! Which pictures a text shows: in its newest, its live or its scheduled revision.

use heliriiul_migrations::{ContentId, RecordId, Tx, db};

use crate::{
    body::{Body, Kind},
    store::CmsError,
};

/// Finds the pictures of an item anew. A picture that is not there is refused.
pub async fn renew(tx: &mut Tx, id: ContentId) -> Result<(), CmsError> {
    let bodies: Vec<(Kind, String, String)> = db!(
        tx,
        fetch_all,
        sqlx::query_as(
            "SELECT i.kind, i.identifier, r.body FROM content_items i JOIN content_revisions r ON r.item_id = i.id \
             AND r.revision IN (i.latest_revision, i.published_revision, i.scheduled_revision) WHERE i.id = $1"
        )
        .bind(id)
    )?;
    let mut images: Vec<RecordId> = Vec::new();
    for (kind, identifier, json) in bodies {
        let body = Body::from_json(kind, &json).map_err(|error| CmsError::Body(identifier, error))?;
        images.extend(body.images());
    }
    images.sort_unstable();
    images.dedup();
    db!(tx, execute, sqlx::query("DELETE FROM content_image_uses WHERE item_id = $1").bind(id))?;
    for image in images {
        let noted = db!(
            tx,
            execute,
            sqlx::query(
                "INSERT INTO content_image_uses (image_id, item_id) SELECT id, $2 FROM content_images WHERE id = $1"
            )
            .bind(image)
            .bind(id)
        )?;
        if noted == 0 {
            return Err(CmsError::Unfit { field: "body.content", rule: "image-not-found" });
        }
    }
    Ok(())
}
