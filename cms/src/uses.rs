//! What a text shows of the rest of the store: pictures and categories of its newest, live or scheduled revision.

use heliriiul_db::{CategoryId, DbError, DocumentId, RecordId, Tx};

use crate::{
    body::{Body, Kind, SliderRuleKind},
    store::CmsError,
};

/// The labels of the sliders whose rule names a category.
pub async fn sliders_of_category(tx: &mut Tx, category: CategoryId) -> Result<Vec<String>, CmsError> {
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
        let body = Body::from_json(Kind::Slider, &json).map_err(|error| CmsError::Body(identifier, error))?;
        let Body::Slider(slider) = body else { continue };
        let names_it = slider
            .rule
            .is_some_and(|rule| rule.kind == SliderRuleKind::Category && rule.category_id == Some(category));
        if names_it && !labels.contains(&slider.label) {
            labels.push(slider.label);
        }
    }
    Ok(labels)
}

/// Finds the pictures of an item anew. A picture that is not there is refused.
pub async fn renew(tx: &mut Tx, id: DocumentId) -> Result<(), CmsError> {
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
    let mut shared = None;
    for (kind, identifier, json) in bodies {
        let body = Body::from_json(kind, &json).map_err(|error| CmsError::Body(identifier, error))?;
        images.extend(body.images());
        if let Body::Page(page) = &body {
            shared = shared.or(page.share_image);
        }
    }
    images.sort_unstable();
    images.dedup();
    tx.execute("DELETE FROM image_uses WHERE document_id = $1", (id,)).await?;
    for image in images {
        let noted = tx
            .execute(
                "INSERT INTO image_uses (image_id, document_id) SELECT id, $2 FROM images \
                 WHERE id = $1",
                (image, id),
            )
            .await;
        // Or it is thrown away in this moment.
        let noted = match noted {
            Err(DbError::Database(error)) if error.is_foreign_key_violation() => 0,
            noted => noted?,
        };
        if noted == 0 {
            let field = if shared == Some(image) { "body.shareImage" } else { "body.content" };
            return Err(CmsError::Unfit { field, rule: "image-not-found" });
        }
    }
    Ok(())
}
