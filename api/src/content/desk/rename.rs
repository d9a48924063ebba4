//! Changing the address of a page.

use axum::extract::State;
use heliriiul_cms::rename_page;
use heliriiul_db::DocumentId;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{finish::finish, wire::DeskDocument};
use crate::{
    auth::{Editor, Now},
    change_feed,
    error::responses::{EditorOnly, JsonBody, NoSuchId},
    error::{ApiResult, Problem},
    extract::{Json, Path},
    state::AppState,
};

/// The new address of a page.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskAddress {
    /// Lower-case letters, digits and hyphens.
    #[schema(min_length = 1, max_length = 80, example = "kinkekaart")]
    pub identifier: String,
}

/// Changes the address of a page at once; the old one redirects to it (301).
#[utoipa::path(
    put,
    path = "/desk/items/{id}/identifier",
    tag = "desk",
    params(("id" = uuid::Uuid, Path)),
    request_body = DeskAddress,
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = DeskDocument),
        JsonBody, EditorOnly, NoSuchId,
        (status = 409, description = "Another page has the address", body = Problem),
        (status = 422, description = "No page may have the address", body = Problem),
    )
)]
pub async fn rename_desk_page(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Path(id): Path<DocumentId>,
    Json(sent): Json<DeskAddress>,
) -> ApiResult<Json<DeskDocument>> {
    let mut tx = app.db.write().await?;
    rename_page(&mut tx, id, &sent.identifier, editor.id, now).await?;
    let document = finish(&app.catalogue, tx, id, Ok(())).await?;
    change_feed::catch_up(&app).await?;
    Ok(document)
}
