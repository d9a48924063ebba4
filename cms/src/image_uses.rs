//! Which documents use an image or a category: in their latest, their published or their scheduled revision.

use heliriiul_db::{CategoryId, DbError, DocumentId, RecordId, Tx};

use crate::{
    CmsResult,
    body::{Body, Kind},
    error::CmsError,
};

/// The labels of the sliders whose rule names a category.
pub async fn sliders_of_category(tx: &mut Tx, category: CategoryId) -> CmsResult<Vec<String>> {
    let bodies: Vec<(String, String)> = tx
        .all(
            "SELECT i.identifier, r.body FROM documents i JOIN document_revisions r ON r.document_id = i.id \
             AND r.revision IN (i.latest_revision, i.published_revision, i.scheduled_revision) \
             WHERE i.kind = 'slider' ORDER BY i.position, i.identifier, r.revision DESC",
            (),
        )
        .await?;
    let mut labels = Vec::new();
    for (identifier, json) in bodies {
        let slider = Body::from_json(Kind::Slider, &identifier, &json)?;
        let label = slider.title().to_owned();
        if slider.category() == Some(category) && !labels.contains(&label) {
            labels.push(label);
        }
    }
    Ok(labels)
}

/// Rewrites the list of a document's pictures. Fails with [`CmsError::Invalid`] when the document names a picture that
/// does not exist.
pub async fn update(tx: &mut Tx, id: DocumentId) -> CmsResult<()> {
    let bodies: Vec<(Kind, String, String)> = tx
        .all(
            "SELECT i.kind, i.identifier, r.body FROM documents i JOIN document_revisions r \
             ON r.document_id = i.id \
             AND r.revision IN (i.latest_revision, i.published_revision, i.scheduled_revision) \
             WHERE i.id = $1",
            (id,),
        )
        .await?;
    let mut images: Vec<RecordId> = Vec::new();
    let mut share_image = None;
    for (kind, identifier, json) in bodies {
        let body = Body::from_json(kind, &identifier, &json)?;
        images.extend(body.images());
        share_image = share_image.or(body.share_image());
    }
    images.sort_unstable();
    images.dedup();
    tx.execute("DELETE FROM image_uses WHERE document_id = $1", (id,)).await?;
    for image in images {
        let inserted = tx
            .execute(
                "INSERT INTO image_uses (image_id, document_id) SELECT id, $2 FROM images \
                 WHERE id = $1",
                (image, id),
            )
            .await;
        let inserted = match inserted {
            // Another transaction is deleting the image.
            Err(DbError::Database(error)) if error.is_foreign_key_violation() => 0,
            inserted => inserted?,
        };
        if inserted == 0 {
            let field = if share_image == Some(image) { "body.shareImage" } else { "body.content" };
            return Err(CmsError::invalid(field, "image-not-found"));
        }
    }
    Ok(())
}
