//! Categories at the desk.

use std::collections::{HashMap, HashSet};

use axum::{extract::State, http::StatusCode};
use heliriiul_db::{CategoryId, ChangeKind, Tx, append_change};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    audit::{self, Actor, DeskAudit, differences},
    auth::Editor,
    catalogue::{
        book::{Checks, Patch},
        category::{self, CategoryRow, NAME_LENGTH, tree},
        names::{CategoryPath, Slug},
        next_version,
    },
    change_feed,
    error::{ApiError, ApiResult, Code},
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
    /// The position among the categories with the same parent.
    pub position: i64,
    /// Hidden books too, but not those of the categories below it.
    pub book_count: i64,
    /// Grows with each write. A save names the version that it is based on.
    pub version: i64,
}

/// The fields of a category that editors can change.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskCategoryFields {
    /// Null: at the top.
    pub parent_id: Option<CategoryId>,
    #[schema(min_length = 1, max_length = 100, example = "ajaloolised")]
    pub slug: String,
    #[schema(min_length = 1, max_length = 100)]
    pub name: String,
    pub include_in_menu: bool,
}

/// A save of a category.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskCategorySave {
    /// The version that the editor started from.
    pub based_on: i64,
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
            version: row.updated_at.millis(),
        }
    }
}

/// Checks the slug and the name by the rules of the importers.
fn check(slug: &str, name: &str) -> ApiResult<(Slug, String)> {
    let mut checks = Checks::default();
    let checked_slug = checks.name("slug", Patch::Value(slug.to_owned()), Slug::parse).value();
    let checked_name = checks.text("name", Patch::Value(name.to_owned()), NAME_LENGTH).value();
    for (field, text) in [("slug", slug), ("name", name)] {
        if text.trim().is_empty() {
            checks.add(field, "required", "is missing");
        }
    }
    match (checked_slug, checked_name) {
        (Some(slug), Some(name)) => Ok((slug, name)),
        _ => Err(checks.invalid.into()),
    }
}

/// All categories, each followed by those below it.
#[utoipa::path(get, path = "/desk/categories", responses((status = 200, body = [DeskCategory])))]
pub async fn list_desk_categories(
    State(app): State<AppState>,
    _: Editor,
) -> ApiResult<Json<Vec<DeskCategory>>> {
    Ok(Json(list(&mut app.db.read().await?).await?))
}

/// Creates a category after all others with the same parent.
#[utoipa::path(
    post, path = "/desk/categories",
    responses(
        (status = 201, body = DeskCategory),
        (status = 409, description = "Another category has this slug in this place"),
    ),
)]
pub async fn create_desk_category(
    State(app): State<AppState>,
    Editor(by): Editor,
    Json(sent): Json<DeskCategoryFields>,
) -> ApiResult<(StatusCode, Json<DeskCategory>)> {
    let (slug, name) = check(&sent.slug, &sent.name)?;
    let mut tx = app.db.write().await?;
    let rows = category::lock_tree(&mut tx).await?;
    let path = tree::child_path(&rows, sent.parent_id, &slug)?;
    if rows.iter().any(|row| row.path == path) {
        return Err(tree::path_in_use());
    }
    let row = CategoryRow {
        id: CategoryId::new(),
        parent_id: sent.parent_id,
        path,
        name,
        position: tree::next_position(&rows, sent.parent_id),
        include_in_menu: sent.include_in_menu,
        ordered: false,
        updated_at: by.now,
        old_paths: Vec::new(),
    };
    category::save(&mut tx, &row).await?;
    let detail = json!({ "path": row.path, "name": row.name });
    publish_change(&app, tx, row.id.uuid(), by, "create", detail).await?;
    Ok((StatusCode::CREATED, Json(DeskCategory::new(&row, &HashMap::new()))))
}

/// Changes a category. Another slug or parent changes the addresses of all categories below it. A save that changes
/// nothing is no conflict.
#[utoipa::path(
    put, path = "/desk/categories/{id}", params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 200, body = DeskCategory),
        (status = 409, description = "Another version has been written since: it is in `current`; or another category has this slug in this place"),
        (status = 422, description = "A field does not meet its rule; `parentId` is `invalid` below the category itself"),
    ),
)]
pub async fn change_desk_category(
    State(app): State<AppState>,
    Editor(by): Editor,
    Path(id): Path<CategoryId>,
    Json(sent): Json<DeskCategorySave>,
) -> ApiResult<Json<DeskCategory>> {
    let (slug, name) = check(&sent.slug, &sent.name)?;
    let mut tx = app.db.write().await?;
    let rows = category::lock_tree(&mut tx).await?;
    let counts = category::book_counts(&mut tx).await?;
    let old = tree::find(&rows, id)?;
    if (old.parent_id, old.path.slug(), &old.name, old.include_in_menu)
        == (sent.parent_id, slug.as_str(), &name, sent.include_in_menu)
    {
        return Ok(Json(DeskCategory::new(old, &counts)));
    }
    if old.updated_at.millis() != sent.based_on {
        let stale = ApiError::new(Code::StaleRevision, "Another version has been written since.");
        return Err(stale.with("current", DeskCategory::new(old, &counts)));
    }
    let path = tree::child_path(&rows, sent.parent_id, &slug)?;
    let mut changed = tree::with_path(&rows, old, sent.parent_id, &path)?;
    for row in &mut changed {
        row.updated_at = next_version(row.updated_at, by.now);
    }
    let (new, below) = changed.split_first_mut().ok_or_else(tree::no_such_category)?;
    if old.parent_id != sent.parent_id {
        new.parent_id = sent.parent_id;
        new.position = tree::next_position(&rows, sent.parent_id);
    }
    new.name = name;
    new.include_in_menu = sent.include_in_menu;
    category::save(&mut tx, new).await?;
    if old.path != new.path {
        for row in below.iter() {
            category::save(&mut tx, row).await?;
        }
        category::redirect_paths(&mut tx, &rows, &changed).await?;
    }
    let new = &changed[0];
    publish_change(&app, tx, id.uuid(), by, "change", differences(old, new).into()).await?;
    Ok(Json(DeskCategory::new(new, &counts)))
}

/// Sets the order of the categories of one parent and returns all categories.
#[utoipa::path(
    put, path = "/desk/categories/order",
    responses(
        (status = 200, body = [DeskCategory]),
        (status = 409, description = "Categories of this parent have been added or deleted since"),
        (status = 422, description = "An id is given twice"),
    ),
)]
pub async fn order_desk_categories(
    State(app): State<AppState>,
    Editor(by): Editor,
    Json(sent): Json<DeskCategoryOrder>,
) -> ApiResult<Json<Vec<DeskCategory>>> {
    let wanted: HashSet<CategoryId> = sent.ids.iter().copied().collect();
    if wanted.len() < sent.ids.len() {
        return Err(ApiError::field("ids", "invalid"));
    }
    let mut tx = app.db.write().await?;
    let rows = category::lock_tree(&mut tx).await?;
    let siblings: Vec<&CategoryRow> = rows.iter().filter(|row| row.parent_id == sent.parent_id).collect();
    if siblings.iter().map(|row| row.id).collect::<HashSet<_>>() != wanted {
        return Err(ApiError::new(Code::Conflict, "These are not the categories of this parent any more."));
    }
    let before: Vec<CategoryId> = siblings.iter().map(|row| row.id).collect();
    if before == sent.ids {
        return Ok(Json(list(&mut tx).await?));
    }
    for (position, id) in (0_i64..).zip(&sent.ids) {
        let old = tree::find(&rows, *id)?;
        if old.position != position {
            let updated_at = next_version(old.updated_at, by.now);
            category::save(&mut tx, &CategoryRow { position, updated_at, ..old.clone() }).await?;
        }
    }
    let all = list(&mut tx).await?;
    // The top has no id.
    let subject = sent.parent_id.map_or_else(Uuid::nil, CategoryId::uuid);
    let detail = json!({ "ids": { "from": before, "to": sent.ids } });
    publish_change(&app, tx, subject, by, "order", detail).await?;
    Ok(Json(all))
}

/// Deletes a category that has neither books nor categories and is in no slider's rule.
#[utoipa::path(
    delete, path = "/desk/categories/{id}", params(("id" = uuid::Uuid, Path)),
    responses(
        (status = 204),
        (status = 409, description = "It has books or categories, or sliders show it: their labels are in `usedBy`"),
    ),
)]
pub async fn delete_desk_category(
    State(app): State<AppState>,
    Editor(by): Editor,
    Path(id): Path<CategoryId>,
) -> ApiResult<StatusCode> {
    let mut tx = app.db.write().await?;
    let rows = category::lock_tree(&mut tx).await?;
    let old = tree::find(&rows, id)?;
    let used_by = heliriiul_cms::sliders_of_category(&mut tx, id).await?;
    if !used_by.is_empty() {
        return Err(ApiError::new(Code::Conflict, "A slider shows the books of the category.")
            .with("usedBy", used_by));
    }
    if !category::delete(&mut tx, id).await? {
        return Err(ApiError::new(Code::Conflict, "The category has books or categories."));
    }
    let detail = json!({ "path": old.path, "name": old.name });
    publish_change(&app, tx, id.uuid(), by, "delete", detail).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The last 200 changes of a category, newest first.
#[utoipa::path(
    get, path = "/desk/categories/{id}/audit", params(("id" = uuid::Uuid, Path)),
    responses((status = 200, body = [DeskAudit])),
)]
pub async fn list_desk_category_audit(
    State(app): State<AppState>,
    _: Editor,
    Path(id): Path<CategoryId>,
) -> ApiResult<Json<Vec<DeskAudit>>> {
    let mut tx = app.db.read().await?;
    let changes = audit::list(&mut tx, id.uuid()).await?;
    // The changes of a deleted category can still be read.
    if changes.is_empty() {
        tree::find(&category::find_all(&mut tx).await?, id)?;
    }
    Ok(Json(changes))
}

async fn list(tx: &mut Tx) -> ApiResult<Vec<DeskCategory>> {
    let rows = category::find_all(tx).await?;
    let counts = category::book_counts(tx).await?;
    Ok(tree::in_order(&rows).into_iter().map(|row| DeskCategory::new(row, &counts)).collect())
}

/// Records the change, adds it to the change feed, commits, and waits until this node has applied it.
async fn publish_change(
    app: &AppState,
    mut tx: Tx,
    id: Uuid,
    by: Actor,
    act: &str,
    detail: Value,
) -> ApiResult<()> {
    by.note(&mut tx, "category", id, act, detail).await?;
    append_change(&mut tx, ChangeKind::Category, id, by.now).await?;
    tx.commit().await?;
    Ok(change_feed::apply_pending(app).await?)
}
