//! The tree of categories: what a category's path becomes, and of all below it. A path is a chain of slugs from the
//! top, so a change near the top is one of the whole subtree.
//!
//! Whoever writes holds the tree first, so that two moves at once cannot make a circle or leave a path behind.

use std::collections::HashMap;

use heliriiul_db::{CategoryId, DbError, Tx};

use crate::{
    catalogue::{
        CategoryPath, Slug,
        store::{self, CategoryRow},
        write,
    },
    error::{ApiError, ApiResult, Code},
};

/// All categories as they are, held until the transaction ends.
pub async fn held(tx: &mut Tx) -> Result<Vec<CategoryRow>, DbError> {
    write::hold_categories(tx).await?;
    store::categories(tx).await
}

pub fn find(rows: &[CategoryRow], id: CategoryId) -> ApiResult<&CategoryRow> {
    let found = rows.iter().find(|row| row.id == id);
    found.ok_or_else(|| ApiError::not_found("There is no such category."))
}

/// The place after all that have this parent.
pub fn next_position(rows: &[CategoryRow], parent: Option<CategoryId>) -> i64 {
    let siblings = rows.iter().filter(|row| row.parent_id == parent);
    siblings.map(|row| row.position).max().map_or(0, |last| last.saturating_add(1))
}

/// Each category followed by those below it, by their places.
pub fn in_order(rows: &[CategoryRow]) -> Vec<&CategoryRow> {
    fn add<'a>(rows: &'a [CategoryRow], parent: Option<CategoryId>, out: &mut Vec<&'a CategoryRow>) {
        for row in rows.iter().filter(|row| row.parent_id == parent) {
            out.push(row);
            add(rows, Some(row.id), out);
        }
    }
    let mut out = Vec::with_capacity(rows.len());
    add(rows, None, &mut out);
    out
}

/// The path of a category of this slug under this parent.
pub fn path_under(rows: &[CategoryRow], parent: Option<CategoryId>, slug: &Slug) -> ApiResult<CategoryPath> {
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

/// The new paths of a category and of all below it, when it gets this one and this parent.
///
/// # Errors
/// `validation` of `parentId`: the parent is below the category, or something would lie too deep.
/// `conflict`: the path is another category's.
pub fn moved(
    rows: &[CategoryRow],
    category: &CategoryRow,
    parent: Option<CategoryId>,
    path: &CategoryPath,
) -> ApiResult<Vec<(CategoryId, CategoryPath)>> {
    let inside = format!("{}/", category.path);
    let (subtree, others): (Vec<_>, Vec<_>) =
        rows.iter().partition(|row| row.id == category.id || row.path.as_str().starts_with(&inside));
    if subtree.iter().any(|row| Some(row.id) == parent) {
        return Err(ApiError::field("parentId", "invalid"));
    }
    if others.iter().any(|row| row.path == *path) {
        return Err(path_taken());
    }
    let below = |row: &CategoryRow| {
        let rest = row.path.as_str().strip_prefix(category.path.as_str()).unwrap_or_default();
        CategoryPath::parse(&format!("{path}{rest}")).map(|path| (row.id, path)).map_err(|_| too_deep())
    };
    subtree.into_iter().map(below).collect()
}

pub fn path_taken() -> ApiError {
    ApiError::new(Code::Conflict, "Another category has this slug in this place.")
}

/// How many books each category holds, hidden ones too; those below it not counted.
pub async fn book_counts(tx: &mut Tx) -> Result<HashMap<CategoryId, i64>, DbError> {
    let rows: Vec<(CategoryId, i64)> =
        tx.all("SELECT category_id, COUNT(*) FROM book_categories GROUP BY category_id", ()).await?;
    Ok(rows.into_iter().collect())
}

pub async fn insert(tx: &mut Tx, row: &CategoryRow) -> Result<(), DbError> {
    tx.execute(
        "INSERT INTO categories (id, parent_id, slug, path, name, position, include_in_menu, ordered) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        (
            row.id,
            row.parent_id,
            row.path.slug(),
            &row.path,
            &row.name,
            row.position,
            row.include_in_menu,
            row.ordered,
        ),
    )
    .await?;
    Ok(())
}

pub async fn update(tx: &mut Tx, row: &CategoryRow) -> Result<(), DbError> {
    tx.execute(
        "UPDATE categories SET parent_id = $2, name = $3, position = $4, include_in_menu = $5 WHERE id = $1",
        (row.id, row.parent_id, &row.name, row.position, row.include_in_menu),
    )
    .await?;
    Ok(())
}

/// Gives categories their new paths; the old ones lead to them from now on. A path that one gets leads nowhere else.
pub async fn set_paths(
    tx: &mut Tx,
    rows: &[CategoryRow],
    moves: &[(CategoryId, CategoryPath)],
) -> Result<(), DbError> {
    for (id, path) in moves {
        let old = rows.iter().find(|row| row.id == *id).map(|row| &row.path);
        tx.execute(
            "INSERT INTO category_redirects (old_path, category_id) VALUES ($1, $2) \
             ON CONFLICT (old_path) DO UPDATE SET category_id = excluded.category_id",
            (old, id),
        )
        .await?;
        tx.execute("UPDATE categories SET slug = $2, path = $3 WHERE id = $1", (id, path.slug(), path))
            .await?;
    }
    for (_, path) in moves {
        tx.execute("DELETE FROM category_redirects WHERE old_path = $1", (path,)).await?;
    }
    Ok(())
}

/// Deletes a category that holds neither books nor categories; whether it did. A book that comes in at the same moment
/// wins: its row points to the category, and the database refuses.
pub async fn delete(tx: &mut Tx, id: CategoryId) -> Result<bool, DbError> {
    let done = tx
        .execute(
            "DELETE FROM categories WHERE id = $1 \
             AND NOT EXISTS (SELECT 1 FROM book_categories WHERE category_id = $1) \
             AND NOT EXISTS (SELECT 1 FROM categories below WHERE below.parent_id = $1)",
            (id,),
        )
        .await;
    match done {
        Ok(gone) => Ok(gone > 0),
        Err(DbError::Database(error)) if error.is_foreign_key_violation() => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
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
    fn a_move_takes_all_below_with_it_and_nothing_beside() {
        let rows = tree();
        let path = path_under(&rows, Some(rows[0].id), &Slug::parse("x").unwrap()).unwrap();
        let moves = moved(&rows, &rows[1], Some(rows[0].id), &path).unwrap();
        let paths: Vec<_> = moves.iter().map(|(_, path)| path.as_str()).collect();
        assert_eq!(paths, ["ab/x", "ab/x/b", "ab/x/b/c"]);
    }

    #[test]
    fn circles_other_paths_and_depths_are_refused() {
        let rows = tree();
        let under = |at: usize, slug: &str| {
            path_under(&rows, Some(rows[at].id), &Slug::parse(slug).unwrap()).unwrap()
        };
        for at in [1, 2, 3] {
            let error = moved(&rows, &rows[1], Some(rows[at].id), &under(at, "a")).unwrap_err();
            assert_eq!(error.first_field(), Some("parentId"));
        }
        let taken = moved(&rows, &rows[0], Some(rows[1].id), &under(1, "b")).unwrap_err();
        assert_eq!(taken.code, Code::Conflict);
        let mut deep = rows.clone();
        deep.push(row("a/b/c/d/e", Some(&rows[3]), 0));
        let error = moved(&deep, &deep[1], Some(deep[0].id), &under(0, "a")).unwrap_err();
        assert_eq!(error.first_field(), Some("parentId"));
    }

    #[test]
    fn each_is_followed_by_those_below_it() {
        let rows = tree();
        let paths: Vec<_> = in_order(&rows).iter().map(|row| row.path.as_str()).collect();
        assert_eq!(paths, ["ab", "a", "a/b", "a/b/c"]);
        assert_eq!(next_position(&rows, None), 2);
        assert_eq!(next_position(&rows, Some(rows[3].id)), 0);
    }
}
