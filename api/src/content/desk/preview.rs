//! Previews of documents: an address for sharing, and a preview of unsaved text.

use axum::extract::State;
use heliriiul_cms::{
    BodyFields, Kind, find_document, find_revision, load_published, lock_document, pin_revision,
};
use heliriiul_db::{DocumentId, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::finish::read_body;
use crate::{
    auth::Editor,
    content::{
        ContentSnapshot,
        build::build,
        preview::{PARAMETER, PREVIEW_LIFETIME, Preview},
    },
    error::ApiResult,
    extract::{Json, Path},
    state::AppState,
};

/// The revision that a preview shows.
#[derive(Deserialize, ToSchema)]
pub struct NewDeskPreview {
    /// Null: the latest at the time of the request.
    #[schema(minimum = 1)]
    pub revision: Option<i64>,
}

/// An address that shows the store with a draft to anybody who has it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskPreview {
    #[schema(example = "/kinkekaart?eelvaade=…")]
    pub url: String,
    pub expires_at: Timestamp,
}

/// Creates the address of a preview, valid for 24 hours.
#[utoipa::path(
    post, path = "/desk/items/{id}/preview", params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = DeskPreview)),
)]
pub async fn preview_desk_item(
    State(app): State<AppState>,
    Editor(by): Editor,
    Path(id): Path<DocumentId>,
    Json(NewDeskPreview { revision }): Json<NewDeskPreview>,
) -> ApiResult<Json<DeskPreview>> {
    let (document, _) = if let Some(revision) = revision {
        let mut tx = app.db.write().await?;
        // The lock keeps saves from pruning the revision before it is pinned.
        let document = lock_document(&mut tx, id).await?;
        find_revision(&mut tx, id, revision).await?;
        pin_revision(&mut tx, id, revision).await?;
        tx.commit().await?;
        document
    } else {
        find_document(&mut app.db.read().await?, id).await?
    };
    let expires_at = by.now.plus(PREVIEW_LIFETIME);
    let token = app.content.previews.sign(Preview { document: id, revision, expires: expires_at });
    // The other kinds are shown on the home page.
    let path = if document.kind == Kind::Page { document.identifier } else { String::new() };
    Ok(Json(DeskPreview { url: format!("/{path}?{PARAMETER}={token}"), expires_at }))
}

/// The body in the editor, saved or not.
#[derive(Deserialize)]
pub struct UnsavedBody {
    body: BodyFields,
}

/// Returns the content with this body in place of the document's body, without saving it. Fails with `validation`, as a
/// save does, and with `not-found` when the document does not exist.
pub async fn unsaved_preview(
    app: &AppState,
    preview: Preview,
    unsaved: UnsavedBody,
) -> ApiResult<ContentSnapshot> {
    let (document, _) = find_document(&mut app.db.read().await?, preview.document).await?;
    let body = read_body(&app.db, document.kind, unsaved.body).await?.into_body();
    let mut tx = app.db.read().await?;
    // An autosave may have replaced the revision while the body was cleaned.
    let (document, _) = find_document(&mut tx, preview.document).await?;
    let latest = (document.id, document.latest_revision);
    let mut documents = load_published(&mut tx, Some(latest)).await?;
    if let Some(shown) = documents.iter_mut().find(|shown| shown.id == document.id) {
        shown.body = body;
    }
    Ok(build(&mut tx, app.catalogue.snapshot(), documents).await?)
}
