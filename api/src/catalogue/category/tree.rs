//! The tree of categories. The path of a category is the chain of slugs from the top, so a change of slug or parent
//! changes the paths of the whole subtree.

use std::collections::HashMap;

use heliriiul_db::CategoryId;

use super::CategoryRow;
use crate::{
    catalogue::names::{CategoryPath, Slug},
    error::{ApiError, ApiResult, Code},
};

pub fn find(rows: &[CategoryRow], id: CategoryId) -> ApiResult<&CategoryRow> {
    let found = rows.iter().find(|row| row.id == id);
    found.ok_or_else(no_such_category)
}

pub fn no_such_category() -> ApiError {
    ApiError::not_found("There is no such category.")
}

/// The position after all categories of this parent.
pub fn next_position(rows: &[CategoryRow], parent: Option<CategoryId>) -> i64 {
    let siblings = rows.iter().filter(|row| row.parent_id == parent);
    siblings.map(|row| row.position).max().map_or(0, |last| last.saturating_add(1))
}

/// Each category followed by those below it. Siblings stay in the order of `rows`.
pub fn in_order(rows: &[CategoryRow]) -> Vec<&CategoryRow> {
    let mut children: HashMap<Option<CategoryId>, Vec<&CategoryRow>> = HashMap::new();
    for row in rows.iter().rev() {
        children.entry(row.parent_id).or_default().push(row);
    }
    let mut ordered = Vec::with_capacity(rows.len());
    let mut next = children.remove(&None).unwrap_or_default();
    while let Some(row) = next.pop() {
        ordered.push(row);
        next.extend(children.remove(&Some(row.id)).unwrap_or_default());
    }
    ordered
}

/// The path of a category with this slug below this parent.
pub fn child_path(rows: &[CategoryRow], parent: Option<CategoryId>, slug: &Slug) -> ApiResult<CategoryPath> {
    let text = match parent {
        None => slug.to_string(),
        Some(id) => {
            let above = rows.iter().find(|row| row.id == id);
            let above = above.ok_or_else(|| ApiError::field("parentId", "not-found"))?;
            format!("{}/{slug}", above.path)
        }
    };
    CategoryPath::parse(&text).map_err(|_| too_deep())
}

fn too_deep() -> ApiError {
    ApiError::field("parentId", "out-of-range")
}

/// Returns the moved category first, then all categories below it, with their new paths. Fails with `validation` of
/// `parentId` when the parent is below the category or a path would be too deep, and with `conflict` when another
/// category has the path.
pub fn with_path(
    rows: &[CategoryRow],
    category: &CategoryRow,
    parent: Option<CategoryId>,
    path: &CategoryPath,
) -> ApiResult<Vec<CategoryRow>> {
    let prefix = format!("{}/", category.path);
    let (subtree, others): (Vec<_>, Vec<_>) =
        rows.iter().partition(|row| row.id == category.id || row.path.as_str().starts_with(&prefix));
    if subtree.iter().any(|row| Some(row.id) == parent) {
        return Err(ApiError::field("parentId", "invalid"));
    }
    if others.iter().any(|row| row.path == *path) {
        return Err(path_in_use());
    }
    let moved = |row: &CategoryRow| {
        let rest = &row.path.as_str()[category.path.as_str().len()..];
        let path = CategoryPath::parse(&format!("{path}{rest}")).map_err(|_| too_deep())?;
        Ok(CategoryRow { path, ..row.clone() })
    };
    std::iter::once(category)
        .chain(subtree.into_iter().filter(|row| row.id != category.id))
        .map(moved)
        .collect()
}

pub fn path_in_use() -> ApiError {
    ApiError::new(Code::Conflict, "Another category has this slug in this place.")
}

#[cfg(test)]
mod tests {
    use heliriiul_db::Timestamp;

    use super::*;

    fn row(path: &str, above: Option<&CategoryRow>, position: i64) -> CategoryRow {
        CategoryRow {
            id: CategoryId::new(),
            parent_id: above.map(|row| row.id),
            path: CategoryPath::parse(path).unwrap(),
            name: path.to_owned(),
            position,
            include_in_menu: true,
            ordered: false,
            updated_at: Timestamp::from_millis(0),
            old_paths: Vec::new(),
        }
    }

    fn tree() -> Vec<CategoryRow> {
        let a = row("a", None, 1);
        let b = row("a/b", Some(&a), 0);
        let c = row("a/b/c", Some(&b), 0);
        vec![row("ab", None, 0), a, b, c]
    }

    #[test]
    fn a_move_changes_the_subtree_and_nothing_else() {
        let rows = tree();
        let path = child_path(&rows, Some(rows[0].id), &Slug::parse("x").unwrap()).unwrap();
        let moves = with_path(&rows, &rows[1], Some(rows[0].id), &path).unwrap();
        let paths: Vec<_> = moves.iter().map(|row| row.path.as_str()).collect();
        assert_eq!(paths, ["ab/x", "ab/x/b", "ab/x/b/c"]);
    }

    #[test]
    fn circles_used_paths_and_deep_paths_are_rejected() {
        let rows = tree();
        let under = |at: usize, slug: &str| {
            child_path(&rows, Some(rows[at].id), &Slug::parse(slug).unwrap()).unwrap()
        };
        for at in [1, 2, 3] {
            let error = with_path(&rows, &rows[1], Some(rows[at].id), &under(at, "a")).unwrap_err();
            assert_eq!(error.first_field(), Some("parentId"));
        }
        let in_use = with_path(&rows, &rows[0], Some(rows[1].id), &under(1, "b")).unwrap_err();
        assert_eq!(in_use.code, Code::Conflict);
        let mut deep = rows.clone();
        deep.push(row("a/b/c/d/e", Some(&rows[3]), 0));
        let error = with_path(&deep, &deep[1], Some(deep[0].id), &under(0, "a")).unwrap_err();
        assert_eq!(error.first_field(), Some("parentId"));
    }

    #[test]
    fn each_category_is_followed_by_those_below_it() {
        let rows = tree();
        let paths: Vec<_> = in_order(&rows).iter().map(|row| row.path.as_str()).collect();
        assert_eq!(paths, ["ab", "a", "a/b", "a/b/c"]);
        assert_eq!(next_position(&rows, None), 2);
        assert_eq!(next_position(&rows, Some(rows[3].id)), 0);
    }
}
