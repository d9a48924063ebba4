//! Bringing an old text back, or what is left of it.

use axum::extract::State;
use heliriiul_cms::{AuditEntry, Body, Gone, Save};
use heliriiul_db::{DocumentId, Tx};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    acts::{cleaned, outcome},
    wire::DeskDocument,
};
use crate::{
    auth::{Editor, Now},
    catalogue,
    content::images,
    error::responses::{EditorOnly, JsonBody, NoSuchId},
    error::{ApiResult, Problem},
    extract::{Json, Path},
    state::AppState,
};

/// Which old text comes back.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskRestore {
    /// The newest one that the editor has seen.
    #[schema(minimum = 1)]
    pub revision: i64,
    /// The one that comes back.
    #[schema(minimum = 1)]
    pub from: i64,
}

/// The item with the text that came back.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskRestored {
    #[serde(flatten)]
    pub document: DeskDocument,
    /// What the old text showed and the store has no longer, and so is not in the text that came back: `image/ID`,
    /// `book/ID` or `category/ID`.
    #[schema(example = json!(["image/01920000-0000-7000-8000-000000000001"]))]
    pub left_out: Vec<String>,
}

/// Makes an old text the newest draft. Readers see it only once it is published.
///
/// Pictures that are gone are left out of it with what frames them, gone books leave their row, and a row by a category
/// that is gone becomes one by its books. The words stay.
#[utoipa::path(
    post,
    path = "/desk/items/{id}/restore",
    tag = "desk",
    params(("id" = uuid::Uuid, Path)),
    request_body = DeskRestore,
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = DeskRestored),
        JsonBody, EditorOnly, NoSuchId,
        (status = 409, description = "Another revision has been saved since; it is in `current`", body = Problem),
    )
)]
pub async fn restore_desk_item(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Path(id): Path<DocumentId>,
    Json(sent): Json<DeskRestore>,
) -> ApiResult<Json<DeskRestored>> {
    let mut tx = app.db.read().await?;
    let old = heliriiul_cms::find_revision(&mut tx, id, sent.from).await?.body;
    drop(tx);
    let old = cleaned(old).await?;
    let mut tx = app.db.write().await?;
    let (item, _) = heliriiul_cms::hold_item(&mut tx, id).await?;
    let gone = gone(&app, &mut tx, old.body()).await?;
    let left_out = gone.names();
    let save = Save {
        identifier: item.identifier,
        position: 0,
        body: old.without(&gone),
        author: Some(editor.id),
        based_on: Some(sent.revision),
        editing: None,
        step: None,
        autosaved: false,
    };
    let saved = heliriiul_cms::save(&mut tx, save, now).await;
    if let Ok(saved) = &saved {
        let entry = AuditEntry {
            actor: Some(editor.id),
            subject: "document",
            subject_id: id.uuid(),
            act: "restore",
            from_revision: Some(sent.from),
            to_revision: Some(saved.latest_revision),
            detail: if left_out.is_empty() { json!({}) } else { json!({ "leftOut": left_out }) },
        };
        heliriiul_cms::audit(&mut tx, entry, now).await?;
    }
    let document = outcome(&app, &mut tx, id, saved.map(|_| ())).await?;
    tx.commit().await?;
    Ok(Json(DeskRestored { document, left_out }))
}

/// What the body shows and the store has no longer.
async fn gone(app: &AppState, tx: &mut Tx, body: &Body) -> ApiResult<Gone> {
    let mut gone = Gone { images: body.images(), ..Gone::default() };
    let wanted: Vec<Uuid> = gone.images.iter().map(|id| id.uuid()).collect();
    let there = images::lookup(tx, &wanted).await?;
    gone.images.retain(|id| !there.contains_key(&id.uuid()));
    if let Body::Slider(slider) = body {
        if let Some(category) = slider.rule.as_ref().and_then(|rule| rule.category_id)
            && !catalogue::lock_category(tx, category).await?
        {
            gone.category = Some(category);
        }
        let catalogue = app.catalogue.snapshot();
        gone.books = slider.books.iter().copied().filter(|&id| catalogue.book(id).is_none()).collect();
    }
    Ok(gone)
}
