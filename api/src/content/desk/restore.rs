//! Restoring an old revision, without its missing references.

use axum::extract::State;
use heliriiul_cms::{Save, find_revision, lock_document, record_action, save};
use heliriiul_db::DocumentId;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use super::{
    finish::{clean, finish},
    references,
    wire::DeskDocument,
};
use crate::{
    auth::{Editor, Now},
    error::responses::{EditorOnly, JsonBody, NoSuchId},
    error::{ApiResult, Problem},
    extract::{Json, Path},
    state::AppState,
};

/// The revision to restore.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskRestore {
    /// The latest that the editor has seen.
    #[schema(minimum = 1)]
    pub revision: i64,
    /// The one to restore.
    #[schema(minimum = 1)]
    pub from: i64,
}

/// The document with the restored text.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskRestored {
    #[serde(flatten)]
    pub document: DeskDocument,
    /// Missing references, which are not in the restored text: `image/ID`, `book/ID` or `category/ID`.
    #[schema(example = json!(["image/01920000-0000-7000-8000-000000000001"]))]
    pub left_out: Vec<String>,
}

/// Makes an old revision the latest draft. Readers see it only once it is published.
///
/// Missing pictures are left out with their frames, missing books leave their slider, and a slider by a missing category
/// becomes one by its books. The words stay.
#[utoipa::path(
    post, path = "/desk/items/{id}/restore", tag = "desk", params(("id" = uuid::Uuid, Path)),
    request_body = DeskRestore,
    responses(
        (status = 200, body = DeskRestored), JsonBody, EditorOnly, NoSuchId,
        (status = 409, description = "Another revision has been saved since; it is in `current`", body = Problem),
    ),
)]
pub async fn restore_desk_item(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Path(id): Path<DocumentId>,
    Json(sent): Json<DeskRestore>,
) -> ApiResult<Json<DeskRestored>> {
    let (_, old) = find_revision(&mut app.db.read().await?, id, sent.from).await?;
    let old = clean(old).await?;
    let mut tx = app.db.write().await?;
    let (document, _) = lock_document(&mut tx, id).await?;
    let missing = references::missing(&app.catalogue.snapshot(), &mut tx, old.body()).await?;
    let left_out = missing.names();
    let restored = Save {
        based_on: Some(sent.revision),
        ..Save::new(document.identifier, 0, old.without(&missing), Some(editor.id))
    };
    let saved = save(&mut tx, restored, now).await;
    if let Ok(saved) = &saved {
        let detail = if left_out.is_empty() { json!({}) } else { json!({ "leftOut": left_out }) };
        let revisions = (Some(sent.from), Some(saved.latest_revision));
        record_action(&mut tx, Some(editor.id), id.uuid(), "restore", revisions, detail, now).await?;
    }
    let Json(document) = finish(&app.catalogue, tx, id, saved).await?;
    Ok(Json(DeskRestored { document, left_out }))
}
