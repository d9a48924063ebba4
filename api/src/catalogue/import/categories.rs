//! `import categories FILE.toml`: categories in display order, found again by their path.

use std::path::Path;

use heliriiul_db::{CategoryId, ChangeKind, DbError, Tx, append_change};
use serde::Deserialize;

use super::{
    ImportError,
    report::{Line, Outcome, Report},
};
use crate::{
    catalogue::{
        names::{CategoryPath, Slug},
        store::{self, CategoryRow, LAST_PLACE},
        write,
    },
    change_feed,
    state::AppState,
};

pub const NAME_LENGTH: usize = 100;

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
    /// Slugs of books in the editors' own order; left out: by title.
    books: Option<Vec<String>>,
}

/// A record that can be taken.
struct Checked {
    path: CategoryPath,
    name: String,
    in_menu: bool,
    books: Option<Vec<Slug>>,
}

/// Takes the categories of the file, all of them or, when one is refused, none.
pub async fn import_categories(app: &AppState, file: &Path) -> Result<Report, ImportError> {
    let text = std::fs::read_to_string(file).map_err(|error| ImportError::Source(file.to_owned(), error))?;
    let parsed: CategoryFile = toml::from_str(&text)
        .map_err(|error| ImportError::Categories(format!("{}: {error}", file.display())))?;
    let mut report = Report::default();
    let mut tx = app.db.write().await?;
    write::hold_categories(&mut tx).await?;
    let mut changed = Vec::new();
    for (place, record) in (0_i64..).zip(parsed.categories) {
        let name = record.path.clone();
        let outcome = match check(record) {
            Ok(record) => save(&mut tx, &record, place, &mut changed).await?,
            Err(why) => Outcome::Refused(vec![why]),
        };
        report.lines.push(Line { record: name, outcome, warnings: Vec::new() });
    }
    if report.refused() == 0 {
        // At the end: the feed is one row that all writers wait for, and whoever holds it waits for nothing else.
        for id in changed {
            append_change(&mut tx, ChangeKind::Category, id.uuid(), app.clock.now()).await?;
        }
        tx.commit().await?;
        change_feed::catch_up(app).await?;
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
    record: &Checked,
    place: i64,
    changed: &mut Vec<CategoryId>,
) -> Result<Outcome, DbError> {
    let parent = match record.path.parent() {
        None => None,
        Some(above) => match find(tx, &above).await? {
            Some(above) => Some(above.id),
            None => return Ok(Outcome::Refused(vec![format!("path: there is no `{above}` above it")])),
        },
    };
    let old = find(tx, &record.path).await?;
    let (id, outcome) = match old {
        None => (insert(tx, record, parent, place).await?, Outcome::Made),
        Some(old) => {
            let checks = [
                ("name", old.name != record.name),
                ("menu", old.include_in_menu != record.in_menu),
                ("place", old.position != place),
                ("order of books", old.ordered != record.books.is_some()),
            ];
            let mut parts: Vec<_> =
                checks.iter().filter(|(_, differs)| *differs).map(|(part, _)| *part).collect();
            if !parts.is_empty() {
                update(tx, old.id, record, place).await?;
            }
            if let Some(books) = &record.books
                && order_of(tx, old.id).await? != *books
                && !parts.contains(&"order of books")
            {
                parts.push("order of books");
            }
            let outcome = if parts.is_empty() { Outcome::Unchanged } else { Outcome::Changed(parts) };
            (old.id, outcome)
        }
    };
    if outcome == Outcome::Unchanged {
        return Ok(outcome);
    }
    if let Some(books) = &record.books
        && let Some(unknown) = set_order(tx, id, books).await?
    {
        return Ok(Outcome::Refused(vec![format!("books: `{unknown}` is not in this category")]));
    }
    changed.push(id);
    Ok(outcome)
}

async fn find(tx: &mut Tx, path: &CategoryPath) -> Result<Option<CategoryRow>, DbError> {
    Ok(store::categories(tx).await?.into_iter().find(|row| row.path == *path))
}

async fn insert(
    tx: &mut Tx,
    record: &Checked,
    parent: Option<CategoryId>,
    place: i64,
) -> Result<CategoryId, DbError> {
    let id = CategoryId::new();
    tx.execute(
        "INSERT INTO categories (id, parent_id, slug, path, name, position, include_in_menu, ordered) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)",
        (
            id,
            parent,
            record.path.slug(),
            &record.path,
            &record.name,
            place,
            record.in_menu,
            record.books.is_some(),
        ),
    )
    .await?;
    Ok(id)
}

async fn update(tx: &mut Tx, id: CategoryId, record: &Checked, place: i64) -> Result<(), DbError> {
    tx.execute(
        "UPDATE categories SET name = $2, position = $3, include_in_menu = $4, ordered = $5 WHERE id = $1",
        (id, &record.name, place, record.in_menu, record.books.is_some()),
    )
    .await?;
    Ok(())
}

/// The books that have been given a place.
async fn order_of(tx: &mut Tx, category: CategoryId) -> Result<Vec<Slug>, DbError> {
    tx.scalars(
        "SELECT b.slug FROM book_categories c JOIN books b ON b.id = c.book_id \
         WHERE c.category_id = $1 AND c.position < $2 ORDER BY c.position",
        (category, LAST_PLACE),
    )
    .await
}

/// Gives the books their places; answers one that is not in the category, if there is one.
async fn set_order(tx: &mut Tx, category: CategoryId, books: &[Slug]) -> Result<Option<Slug>, DbError> {
    tx.execute("UPDATE book_categories SET position = $2 WHERE category_id = $1", (category, LAST_PLACE))
        .await?;
    for (place, slug) in (0_i64..).zip(books) {
        let placed = tx
            .execute(
                "UPDATE book_categories SET position = $3 \
                 WHERE category_id = $1 AND book_id = (SELECT id FROM books WHERE slug = $2)",
                (category, slug, place),
            )
            .await?;
        if placed == 0 {
            return Ok(Some(slug.clone()));
        }
    }
    Ok(None)
}
