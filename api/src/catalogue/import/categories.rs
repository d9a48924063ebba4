//! `import categories FILE.toml`: categories in display order, identified by their paths.

use std::path::Path;

use heliriiul_db::{CategoryId, ChangeKind, Db, DbResult, Timestamp, Tx, append_change};
use serde::Deserialize;

use super::report::{ImportError, Line, Outcome, Report};
use crate::{
    audit::differences,
    catalogue::{
        category::{self, CategoryRow, LAST_POSITION, NAME_LENGTH},
        names::{CategoryPath, Slug},
        next_version,
    },
    clock::Clock,
};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CategoryFile {
    #[serde(rename = "category", default)]
    categories: Vec<CategoryRecord>,
}

/// A category at the top has a slug, one below another its whole path.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CategoryRecord {
    #[serde(alias = "slug")]
    path: String,
    name: String,
    #[serde(default)]
    in_menu: bool,
    /// Slugs of books in the order that editors chose; left out: by title.
    books: Option<Vec<String>>,
}

/// A record whose fields all meet their rules.
struct Checked {
    path: CategoryPath,
    name: String,
    in_menu: bool,
    books: Option<Vec<Slug>>,
}

/// Imports all categories of the file or, when one is refused, none.
pub async fn import_categories(db: &Db, clock: &Clock, file: &Path) -> Result<Report, ImportError> {
    let text = std::fs::read_to_string(file).map_err(|error| ImportError::Source(file.to_owned(), error))?;
    let parsed: CategoryFile = toml::from_str(&text)
        .map_err(|error| ImportError::Categories(format!("{}: {error}", file.display())))?;
    let mut report = Report::default();
    let mut tx = db.write().await?;
    let now = clock.now();
    let mut rows = category::lock_tree(&mut tx).await?;
    let mut changed = Vec::new();
    for (position, record) in (0_i64..).zip(parsed.categories) {
        let name = record.path.clone();
        let outcome = match check(record) {
            Ok(record) => save(&mut tx, &mut rows, record, position, now, &mut changed).await?,
            Err(reason) => Outcome::Refused(vec![reason]),
        };
        report.lines.push(Line { record: name, outcome, warnings: Vec::new() });
    }
    if report.refused() == 0 {
        // Last, because all writers wait for the one row of the change feed.
        for id in changed {
            append_change(&mut tx, ChangeKind::Category, id.uuid(), now).await?;
        }
        tx.commit().await?;
    }
    Ok(report)
}

fn check(record: CategoryRecord) -> Result<Checked, String> {
    let path = CategoryPath::parse(&record.path).map_err(|error| error.to_string())?;
    let name = record.name.trim().to_owned();
    if name.is_empty() || name.chars().count() > NAME_LENGTH || name.chars().any(char::is_control) {
        return Err("name: must be 1 to 100 characters long".to_owned());
    }
    let slug = |text: &String| Slug::parse(text).map_err(|error| format!("books: `{text}`: {error}"));
    let books = record.books.map(|books| books.iter().map(slug).collect::<Result<_, _>>()).transpose()?;
    Ok(Checked { path, name, in_menu: record.in_menu, books })
}

async fn save(
    tx: &mut Tx,
    rows: &mut Vec<CategoryRow>,
    record: Checked,
    position: i64,
    now: Timestamp,
    changed: &mut Vec<CategoryId>,
) -> DbResult<Outcome> {
    let parent_path = record.path.parent();
    let parent = rows.iter().find(|row| Some(&row.path) == parent_path.as_ref());
    if let (Some(path), None) = (&parent_path, parent) {
        return Ok(Outcome::Refused(vec![format!("path: there is no `{path}` above it")]));
    }
    let old = rows.iter().position(|row| row.path == record.path);
    let new = CategoryRow {
        id: old.map_or_else(CategoryId::new, |at| rows[at].id),
        parent_id: parent.map(|row| row.id),
        path: record.path,
        name: record.name,
        position,
        include_in_menu: record.in_menu,
        ordered: record.books.is_some(),
        updated_at: old.map_or(now, |at| next_version(rows[at].updated_at, now)),
        old_paths: Vec::new(),
    };
    let id = new.id;
    let outcome = match old {
        None => Outcome::Made,
        Some(at) => {
            let mut fields: Vec<String> = differences(&rows[at], &new).keys().cloned().collect();
            if let Some(books) = &record.books
                && book_order(tx, id).await? != *books
            {
                fields.push("order of books".to_owned());
            }
            if fields.is_empty() {
                return Ok(Outcome::Unchanged);
            }
            Outcome::Changed(fields)
        }
    };
    category::save(tx, &new).await?;
    rows.retain(|row| row.id != id);
    rows.push(new);
    if let Some(books) = &record.books
        && let Some(unknown) = set_book_order(tx, id, books).await?
    {
        return Ok(Outcome::Refused(vec![format!("books: `{unknown}` is not in this category")]));
    }
    changed.push(id);
    Ok(outcome)
}

/// The books that have a position.
async fn book_order(tx: &mut Tx, category: CategoryId) -> DbResult<Vec<Slug>> {
    tx.scalars(
        "SELECT b.slug FROM book_categories c JOIN books b ON b.id = c.book_id \
         WHERE c.category_id = $1 AND c.position < $2 ORDER BY c.position",
        (category, LAST_POSITION),
    )
    .await
}

/// Sets the positions of the books. Returns the first that is not in the category.
async fn set_book_order(tx: &mut Tx, category: CategoryId, books: &[Slug]) -> DbResult<Option<Slug>> {
    tx.execute("UPDATE book_categories SET position = $2 WHERE category_id = $1", (category, LAST_POSITION))
        .await?;
    for (position, slug) in (0_i64..).zip(books) {
        let updated = tx
            .execute(
                "UPDATE book_categories SET position = $3 \
                 WHERE category_id = $1 AND book_id = (SELECT id FROM books WHERE slug = $2)",
                (category, slug, position),
            )
            .await?;
        if updated == 0 {
            return Ok(Some(slug.clone()));
        }
    }
    Ok(None)
}
