//! Who else has a document open.

use axum::extract::State;
use heliriiul_cms::record_presence;
use heliriiul_db::{DocumentId, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    auth::{EditorsTab, Now},
    error::responses::{EditorOnly, JsonBody},
    error::{ApiResult, Problem},
    extract::{Json, Path},
    state::AppState,
};

/// The editing session in one tab.
#[derive(Deserialize, ToSchema)]
pub struct DeskEditing {
    pub editing: Uuid,
}

/// The other editors who have the document open.
#[derive(Serialize, ToSchema)]
pub struct DeskPresence {
    pub others: Vec<DeskPresentEditor>,
}

/// Another editor at the same document.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskPresentEditor {
    pub name: String,
    pub seen_at: Timestamp,
}

/// Records for 30 s that the caller has the document open, and returns who else has.
#[utoipa::path(
    post, path = "/desk/items/{id}/presence", tag = "desk", params(("id" = uuid::Uuid, Path)),
    request_body = DeskEditing,
    responses(
        (status = 200, body = DeskPresence), JsonBody, EditorOnly,
        (status = 404, description = "The address holds no id", body = Problem),
    ),
)]
pub async fn be_present_at_desk_item(
    State(app): State<AppState>,
    EditorsTab(editor): EditorsTab,
    Now(now): Now,
    Path(id): Path<DocumentId>,
    Json(sent): Json<DeskEditing>,
) -> ApiResult<Json<DeskPresence>> {
    let mut tx = app.db.write().await?;
    let others = record_presence(&mut tx, id, sent.editing, editor.id, now).await?;
    tx.commit().await?;
    let others = others
        .into_iter()
        .filter_map(|other| Some(DeskPresentEditor { name: other.author.name()?, seen_at: other.seen_at }));
    Ok(Json(DeskPresence { others: others.collect() }))
}
