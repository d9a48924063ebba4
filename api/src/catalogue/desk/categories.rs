//! Categories as editors see and change them.

use std::collections::{HashMap, HashSet};

use axum::{extract::State, http::StatusCode};
use heliriiul_db::{CategoryId, ChangeKind, Timestamp, Tx, append_change};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use uuid::Uuid;

use super::tree;
use crate::{
    auth::{Editor, Now},
    catalogue::{
        CategoryPath, Slug,
        import::{CATEGORY_NAME_LENGTH, facts::Patch, faults::Faults},
        store::{self, CategoryRow},
    },
    change_feed,
    content::audit::{self, By, DeskAudit, differences},
    error::responses::{EditorOnly, JsonBody, NoSuchId, Unreadable},
    error::{ApiError, ApiResult, Code, FieldError, Problem},
    extract::{Json, Path},
    state::AppState,
};

/// A category. In lists each is followed by those below it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskCategory {
    pub id: CategoryId,
    pub parent_id: Option<CategoryId>,
    pub slug: String,
    /// The slugs from the top ancestor down, joined by `/`.
    pub path: CategoryPath,
    pub name: String,
    pub include_in_menu: bool,
    /// Its place among those with the same parent.
    pub position: i64,
    /// The books in it, hidden ones too; those of the categories below it not counted.
    pub book_count: i64,
}

/// What an editor says of a category.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskCategorySave {
    /// Null: at the top.
    pub parent_id: Option<CategoryId>,
    #[schema(min_length = 1, max_length = 100, example = "ajaloolised")]
    pub slug: String,
    #[schema(min_length = 1, max_length = 100)]
    pub name: String,
    pub include_in_menu: bool,
}

/// The order of the categories that have one parent.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskCategoryOrder {
    /// Null: those at the top.
    pub parent_id: Option<CategoryId>,
    /// All of them.
    pub ids: Vec<CategoryId>,
}

impl DeskCategory {
    fn new(row: &CategoryRow, counts: &HashMap<CategoryId, i64>) -> Self {
        Self {
            id: row.id,
            parent_id: row.parent_id,
            slug: row.path.slug().to_owned(),
            path: row.path.clone(),
            name: row.name.clone(),
            include_in_menu: row.include_in_menu,
            position: row.position,
            book_count: counts.get(&row.id).copied().unwrap_or_default(),
        }
    }
}

impl DeskCategorySave {
    /// The slug and the name, within the rules of the importers.
    fn checked(&self) -> ApiResult<(Slug, String)> {
        let mut faults = Faults::default();
        let slug = faults.named("slug", Patch::Value(self.slug.clone()), Slug::parse).or_keep(None);
        let name = faults.text("name", Patch::Value(self.name.clone()), CATEGORY_NAME_LENGTH).or_keep(None);
        for (field, text) in [("slug", &self.slug), ("name", &self.name)] {
            if text.trim().is_empty() {
                faults.add(field, "required", "is missing");
            }
        }
        if let (Some(slug), Some(name)) = (slug, name) {
            return Ok((slug, name));
        }
        Err(ApiError::fields(faults.0.into_iter().map(FieldError::from).collect()))
    }
}

/// All categories, each followed by those below it.
#[utoipa::path(
    get,
    path = "/desk/categories",
    tag = "desk",
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = [DeskCategory]),
        EditorOnly,
    )
)]
pub async fn list_desk_categories(
    State(app): State<AppState>,
    _: Editor,
) -> ApiResult<Json<Vec<DeskCategory>>> {
    let mut tx = app.db.read().await?;
    Ok(Json(listed(&mut tx).await?))
}

/// Makes a category, after all others with the same parent.
#[utoipa::path(
    post,
    path = "/desk/categories",
    tag = "desk",
    request_body = DeskCategorySave,
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 201, body = DeskCategory),
        JsonBody, EditorOnly,
        (status = 409, description = "Another category has this slug in this place", body = Problem),
    )
)]
pub async fn create_desk_category(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Json(sent): Json<DeskCategorySave>,
) -> ApiResult<(StatusCode, Json<DeskCategory>)> {
    let (slug, name) = sent.checked()?;
    let mut tx = app.db.write().await?;
    let rows = tree::held(&mut tx).await?;
    let path = tree::path_under(&rows, sent.parent_id, &slug)?;
    if rows.iter().any(|row| row.path == path) {
        return Err(tree::path_taken());
    }
    let row = CategoryRow {
        id: CategoryId::new(),
        parent_id: sent.parent_id,
        path,
        name,
        position: tree::next_position(&rows, sent.parent_id),
        include_in_menu: sent.include_in_menu,
        ordered: false,
        old_paths: Vec::new(),
    };
    tree::insert(&mut tx, &row).await?;
    let made = DeskCategory::new(&row, &HashMap::new());
    let by = By { editor: editor.id, now };
    by.note(&mut tx, "category", row.id.uuid(), "create", json!({ "path": row.path, "name": row.name }))
        .await?;
    told(&app, tx, row.id.uuid(), now).await?;
    Ok((StatusCode::CREATED, Json(made)))
}

/// Changes a category. Another slug or parent changes the addresses of all below it.
#[utoipa::path(
    put,
    path = "/desk/categories/{id}",
    tag = "desk",
    params(("id" = uuid::Uuid, Path)),
    request_body = DeskCategorySave,
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = DeskCategory),
        JsonBody, EditorOnly, NoSuchId,
        (status = 409, description = "Another category has this slug in this place", body = Problem),
        (status = 422, description = "A field does not meet its rule; `parentId` is `invalid` below the category itself", body = Problem),
    )
)]
pub async fn change_desk_category(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Path(id): Path<CategoryId>,
    Json(sent): Json<DeskCategorySave>,
) -> ApiResult<Json<DeskCategory>> {
    let (slug, name) = sent.checked()?;
    let mut tx = app.db.write().await?;
    let rows = tree::held(&mut tx).await?;
    let counts = tree::book_counts(&mut tx).await?;
    let old = tree::find(&rows, id)?;
    let path = tree::path_under(&rows, sent.parent_id, &slug)?;
    let moves = tree::moved(&rows, old, sent.parent_id, &path)?;
    let position = if old.parent_id == sent.parent_id {
        old.position
    } else {
        tree::next_position(&rows, sent.parent_id)
    };
    let new = CategoryRow {
        parent_id: sent.parent_id,
        path,
        name,
        position,
        include_in_menu: sent.include_in_menu,
        ..old.clone()
    };
    let (before, after) = (DeskCategory::new(old, &counts), DeskCategory::new(&new, &counts));
    let detail = differences(&before, &after);
    if detail.as_object().is_some_and(serde_json::Map::is_empty) {
        return Ok(Json(before));
    }
    tree::update(&mut tx, &new).await?;
    if old.path != new.path {
        tree::set_paths(&mut tx, &rows, &moves).await?;
    }
    By { editor: editor.id, now }.note(&mut tx, "category", id.uuid(), "change", detail).await?;
    told(&app, tx, id.uuid(), now).await?;
    Ok(Json(after))
}

/// Puts the categories of one parent in order; answers all categories.
#[utoipa::path(
    put,
    path = "/desk/categories/order",
    tag = "desk",
    request_body = DeskCategoryOrder,
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = [DeskCategory]),
        JsonBody, EditorOnly,
        (status = 409, description = "Others have been added or taken away since", body = Problem),
        (status = 422, description = "An id stands twice", body = Problem),
    )
)]
pub async fn order_desk_categories(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Json(sent): Json<DeskCategoryOrder>,
) -> ApiResult<Json<Vec<DeskCategory>>> {
    let wanted: HashSet<CategoryId> = sent.ids.iter().copied().collect();
    if wanted.len() < sent.ids.len() {
        return Err(ApiError::field("ids", "invalid"));
    }
    let mut tx = app.db.write().await?;
    let rows = tree::held(&mut tx).await?;
    let siblings: Vec<&CategoryRow> = rows.iter().filter(|row| row.parent_id == sent.parent_id).collect();
    if siblings.iter().map(|row| row.id).collect::<HashSet<_>>() != wanted {
        return Err(ApiError::new(Code::Conflict, "These are not the categories of this parent any more."));
    }
    let before: Vec<CategoryId> = siblings.iter().map(|row| row.id).collect();
    if before == sent.ids {
        return Ok(Json(listed(&mut tx).await?));
    }
    for (position, id) in (0_i64..).zip(&sent.ids) {
        let row = CategoryRow { position, ..tree::find(&rows, *id)?.clone() };
        tree::update(&mut tx, &row).await?;
    }
    let list = listed(&mut tx).await?;
    // Those at the top have no parent to be noted at.
    let subject = sent.parent_id.map_or_else(Uuid::nil, CategoryId::uuid);
    let detail = json!({ "ids": { "from": before, "to": sent.ids } });
    By { editor: editor.id, now }.note(&mut tx, "category", subject, "order", detail).await?;
    told(&app, tx, subject, now).await?;
    Ok(Json(list))
}

/// Deletes a category that holds neither books nor categories and is in no slider's rule.
#[utoipa::path(
    delete,
    path = "/desk/categories/{id}",
    tag = "desk",
    params(("id" = uuid::Uuid, Path)),
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 204),
        Unreadable, EditorOnly, NoSuchId,
        (status = 409, description = "It holds books or categories, or sliders show it: their labels are in `usedBy`", body = Problem),
    )
)]
pub async fn delete_desk_category(
    State(app): State<AppState>,
    Editor(editor): Editor,
    Now(now): Now,
    Path(id): Path<CategoryId>,
) -> ApiResult<StatusCode> {
    let mut tx = app.db.write().await?;
    let rows = tree::held(&mut tx).await?;
    let old = tree::find(&rows, id)?;
    let shown_by = heliriiul_cms::sliders_of_category(&mut tx, id).await?;
    if !shown_by.is_empty() {
        return Err(ApiError::new(Code::Conflict, "A slider shows the books of the category.")
            .with("usedBy", shown_by));
    }
    if !tree::delete(&mut tx, id).await? {
        return Err(ApiError::new(Code::Conflict, "The category holds books or categories."));
    }
    let by = By { editor: editor.id, now };
    by.note(&mut tx, "category", id.uuid(), "delete", json!({ "path": old.path, "name": old.name })).await?;
    told(&app, tx, id.uuid(), now).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The newest 200 acts on a category, newest first.
#[utoipa::path(
    get,
    path = "/desk/categories/{id}/audit",
    tag = "desk",
    params(("id" = uuid::Uuid, Path)),
    security(("api_token" = []), ("bearer" = [])),
    responses(
        (status = 200, body = [DeskAudit]),
        Unreadable, EditorOnly, NoSuchId,
    )
)]
pub async fn list_desk_category_audit(
    State(app): State<AppState>,
    _: Editor,
    Path(id): Path<CategoryId>,
) -> ApiResult<Json<Vec<DeskAudit>>> {
    let mut tx = app.db.read().await?;
    let acts = audit::list(&mut tx, id.uuid()).await?;
    // Of one that has been deleted the acts are still told.
    if acts.is_empty() {
        tree::find(&store::categories(&mut tx).await?, id)?;
    }
    Ok(Json(acts))
}

async fn listed(tx: &mut Tx) -> ApiResult<Vec<DeskCategory>> {
    let rows = store::categories(tx).await?;
    let counts = tree::book_counts(tx).await?;
    Ok(tree::in_order(&rows).into_iter().map(|row| DeskCategory::new(row, &counts)).collect())
}

/// Tells the feed of changes, and reads the own write.
async fn told(app: &AppState, mut tx: Tx, id: Uuid, now: Timestamp) -> ApiResult<()> {
    append_change(&mut tx, ChangeKind::Category, id, now).await?;
    tx.commit().await?;
    change_feed::catch_up(app).await?;
    Ok(())
}
