//! The order of sliders on the home page and of pages in the footer.

use axum::extract::State;
use heliriiul_cms::{Kind, list_documents, order};
use heliriiul_db::DocumentId;
use serde::Deserialize;
use utoipa::ToSchema;

use super::wire::DeskDocumentSummary;
use crate::{
    auth::{Editor, Now},
    change_feed,
    error::responses::{EditorOnly, JsonBody},
    error::{ApiResult, Problem},
    extract::{Json, Path},
    state::AppState,
};

/// The kinds whose order readers see.
#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DeskOrderedKind {
    Slider,
    Page,
}

impl From<DeskOrderedKind> for Kind {
    fn from(kind: DeskOrderedKind) -> Self {
        match kind {
            DeskOrderedKind::Slider => Self::Slider,
            DeskOrderedKind::Page => Self::Page,
        }
    }
}

/// Documents in their new order.
#[derive(Deserialize, ToSchema)]
pub struct DeskOrder {
    /// All of the kind, or some: the others follow in their previous order.
    pub ids: Vec<DocumentId>,
}

/// Orders the documents of a kind, which readers see at once. Returns all of the kind.
#[utoipa::path(
    put, path = "/desk/order/{kind}", tag = "desk", params(("kind" = inline(DeskOrderedKind), Path)),
    request_body = DeskOrder,
    responses(
        (status = 200, body = [DeskDocumentSummary]), JsonBody, EditorOnly,
        (status = 404, description = "A kind that has no order", body = Problem),
        (status = 422, description = "An id stands twice (`ids`: `invalid`) or is none of the kind (`ids[0]`: `not-found`)", body = Problem),
    ),
)]
pub async fn order_desk_items(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Path(kind): Path<DeskOrderedKind>,
    Json(sent): Json<DeskOrder>,
) -> ApiResult<Json<Vec<DeskDocumentSummary>>> {
    let kind = Kind::from(kind);
    let mut tx = app.db.write().await?;
    order(&mut tx, kind, &sent.ids, editor.id, now).await?;
    let documents = list_documents(&mut tx).await?;
    tx.commit().await?;
    change_feed::catch_up(&app).await?;
    let ordered = documents.into_iter().filter(|document| document.kind == kind);
    Ok(Json(ordered.map(DeskDocumentSummary::from).collect()))
}
