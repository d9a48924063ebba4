//! Writes one record in one transaction, if it says anything new.

use std::collections::HashMap;

use heliriiul_migrations::{BookId, CategoryId, ChangeKind, DbError, Timestamp, Tx, append_change, db};

use super::{
    ImportError,
    facts::{Facts, PersonName},
    report::Outcome,
    sound_set::SoundSet,
};
use crate::{
    app::AppState,
    catalogue::{
        names::{CategoryPath, Isbn, Slug},
        store::{self, BookRow, BookRows, ChapterRow, ContributorRow, FileRow, Stretch},
        view::PaymentType,
    },
};

/// What became of a record that was taken.
pub struct Saved {
    pub slug: Slug,
    pub outcome: Outcome,
}

/// Why a record is refused, or what failed.
enum Stop {
    Refused(String),
    Failed(DbError),
}

impl From<DbError> for Stop {
    fn from(error: DbError) -> Self {
        Self::Failed(error)
    }
}

/// Finds the book by slug or ISBN, or makes it, and brings it to what the record says. `sound` is all the sound and
/// the cover that the book has from now on; without it the book keeps its own. The inner error says why not.
pub async fn save(
    app: &AppState,
    facts: &Facts,
    sound: Option<&SoundSet>,
) -> Result<Result<Saved, String>, ImportError> {
    match write(app, facts, sound).await {
        Ok(saved) => Ok(Ok(saved)),
        Err(Stop::Refused(why)) => Ok(Err(why)),
        Err(Stop::Failed(DbError::Database(error))) if error.is_unique_violation() => {
            Ok(Err("the slug or the ISBN was given to another book at the same moment".to_owned()))
        }
        Err(Stop::Failed(error)) => Err(error.into()),
    }
}

async fn write(app: &AppState, facts: &Facts, sound: Option<&SoundSet>) -> Result<Saved, Stop> {
    let now = app.clock.now();
    let mut tx = app.db.write().await?;
    let old = match find(&mut tx, facts).await? {
        Some(id) => store::books(&mut tx, Stretch::one(id)).await?.pop(),
        None => None,
    };
    let categories = category_ids(&mut tx).await?;
    let new = desired(&mut tx, facts, sound, old.as_ref(), &categories, now).await?;
    let slug = new.book.slug.clone();
    let outcome = match &old {
        None => {
            insert(&mut tx, &new.book).await?;
            replace_parts(&mut tx, None, &new).await?;
            Outcome::Made
        }
        Some(old) => {
            let parts = differences(old, &new);
            if parts.is_empty() {
                return Ok(Saved { slug, outcome: Outcome::Unchanged });
            }
            if old.book.slug != new.book.slug {
                rename(&mut tx, &old.book, &slug).await?;
            }
            update(&mut tx, &new.book).await?;
            replace_parts(&mut tx, Some(old), &new).await?;
            Outcome::Changed(parts)
        }
    };
    append_change(&mut tx, ChangeKind::Book, new.book.id.uuid(), now).await?;
    tx.commit().await?;
    Ok(Saved { slug, outcome })
}

/// The book that the record is about.
async fn find(tx: &mut Tx, facts: &Facts) -> Result<Option<BookId>, Stop> {
    let isbn = match &facts.isbn {
        super::facts::Said::Value(isbn) => Some(isbn),
        _ => None,
    };
    if facts.slug.is_none() && isbn.is_none() {
        return Err(Stop::Refused("needs a slug or an ISBN".to_owned()));
    }
    let by_isbn = match isbn {
        Some(isbn) => id_by_isbn(tx, isbn).await?,
        None => None,
    };
    let Some(slug) = &facts.slug else { return Ok(by_isbn) };
    if let Some(by_slug) = id_by_slug(tx, slug).await? {
        return match by_isbn {
            Some(other) if other != by_slug => {
                Err(Stop::Refused(format!("slug: `{slug}` is one book, the ISBN is another's")))
            }
            _ => Ok(Some(by_slug)),
        };
    }
    match id_by_old_slug(tx, slug).await? {
        Some(former) if by_isbn != Some(former) => {
            Err(Stop::Refused(format!("slug: `{slug}` is the former address of another book")))
        }
        _ => Ok(by_isbn),
    }
}

async fn id_by_slug(tx: &mut Tx, slug: &Slug) -> Result<Option<BookId>, DbError> {
    db!(tx, fetch_optional, sqlx::query_scalar("SELECT id FROM books WHERE slug = $1").bind(slug))
}

async fn id_by_isbn(tx: &mut Tx, isbn: &Isbn) -> Result<Option<BookId>, DbError> {
    db!(tx, fetch_optional, sqlx::query_scalar("SELECT id FROM books WHERE isbn = $1").bind(isbn))
}

async fn id_by_old_slug(tx: &mut Tx, slug: &Slug) -> Result<Option<BookId>, DbError> {
    db!(
        tx,
        fetch_optional,
        sqlx::query_scalar("SELECT book_id FROM book_redirects WHERE old_slug = $1").bind(slug)
    )
}

async fn category_ids(tx: &mut Tx) -> Result<HashMap<CategoryPath, CategoryId>, DbError> {
    let rows: Vec<(CategoryPath, CategoryId)> =
        db!(tx, fetch_all, sqlx::query_as("SELECT path, id FROM categories"))?;
    Ok(rows.into_iter().collect())
}

/// The book as it is to be.
async fn desired(
    tx: &mut Tx,
    facts: &Facts,
    sound: Option<&SoundSet>,
    old: Option<&BookRows>,
    categories: &HashMap<CategoryPath, CategoryId>,
    now: Timestamp,
) -> Result<BookRows, Stop> {
    let mut new = match old {
        Some(old) => old.clone(),
        None => BookRows::new(blank(tx, facts, now).await?),
    };
    let book = &mut new.book;
    book.updated_at = now;
    if let Some(slug) = &facts.slug {
        book.slug = slug.clone();
    }
    if let Some(title) = &facts.title {
        book.title.clone_from(title);
    }
    book.isbn = facts.isbn.clone().or_keep(book.isbn.take());
    book.subtitle = facts.subtitle.clone().or_keep(book.subtitle.take());
    book.publisher = facts.publisher.clone().or_keep(book.publisher.take());
    book.description = facts.description.clone().or_keep_or(book.description.clone(), String::new());
    book.publish_year = facts.publish_year.clone().or_keep(book.publish_year);
    book.language = facts.language.clone().or_keep_or(book.language.clone(), "et".to_owned());
    book.price_cents = facts.price.clone().or_keep(book.price_cents);
    book.payment_type = facts.payment_type.clone().or_keep_or(book.payment_type, PaymentType::All);
    book.is_visible = facts.is_visible.clone().or_keep_or(book.is_visible, true);
    if new.files.is_empty() {
        book.duration_ms = facts.length_ms.clone().or_keep(book.duration_ms);
    }
    let id = book.id;
    if let Some(sound) = sound {
        sound.apply(&mut new);
    }
    set_people(&mut new, id, facts);
    if let Some(paths) = listed(&facts.categories) {
        let mut placed = Vec::with_capacity(paths.len());
        for path in paths {
            let Some(category) = categories.get(&path) else {
                return Err(Stop::Refused(format!("categories: there is no `{path}`")));
            };
            let place = new.categories.iter().find(|(id, _)| id == category).map(|(_, place)| *place);
            placed.push((*category, place.unwrap_or(store::LAST_PLACE)));
        }
        new.categories = placed;
    }
    Ok(new)
}

/// The list that the record gives, `None` when it says nothing of it.
fn listed<T: Clone>(said: &super::facts::Said<Vec<T>>) -> Option<Vec<T>> {
    match said {
        super::facts::Said::Nothing => None,
        super::facts::Said::None => Some(Vec::new()),
        super::facts::Said::Value(list) => Some(list.clone()),
    }
}

/// A new book of which nothing is known yet but its name.
async fn blank(tx: &mut Tx, facts: &Facts, now: Timestamp) -> Result<BookRow, Stop> {
    let title = facts.title.clone().ok_or_else(|| Stop::Refused("title: a new book needs one".to_owned()))?;
    let slug = match (&facts.slug, &facts.fallback_slug) {
        (Some(slug), _) => slug.clone(),
        (None, Some(fallback)) => free_slug(tx, fallback, facts).await?,
        (None, None) => return Err(Stop::Refused("slug: none can be made of the title".to_owned())),
    };
    Ok(BookRow {
        id: BookId::new(),
        slug,
        isbn: None,
        title,
        subtitle: None,
        publisher: None,
        description: String::new(),
        publish_year: None,
        language: "et".to_owned(),
        duration_ms: None,
        price_cents: None,
        payment_type: PaymentType::All,
        is_visible: true,
        cover_hash: None,
        cover_hue: None,
        cover_widths: None,
        sample_name: None,
        sample_key: None,
        sample_type: None,
        sample_bytes: None,
        sample_duration_ms: None,
        created_at: now,
        updated_at: now,
    })
}

/// The slug of the title or, when that is taken, with the author's name.
async fn free_slug(tx: &mut Tx, fallback: &Slug, facts: &Facts) -> Result<Slug, Stop> {
    let author = listed(&facts.authors).and_then(|people| people.into_iter().next()).unwrap_or_default();
    let longer = Slug::from_title(&format!("{fallback} {}", author.1)).ok();
    for slug in [Some(fallback.clone()), longer].into_iter().flatten() {
        if id_by_slug(tx, &slug).await?.is_none() && id_by_old_slug(tx, &slug).await?.is_none() {
            return Ok(slug);
        }
    }
    Err(Stop::Refused(format!("slug: `{fallback}` is taken; give the record one of its own")))
}

fn set_people(book: &mut BookRows, id: BookId, facts: &Facts) {
    for (role, said) in [("author", &facts.authors), ("reader", &facts.readers)] {
        let Some(people) = listed(said) else { continue };
        book.contributors.retain(|row| row.role != role);
        book.contributors.extend(people.into_iter().map(|(first_name, last_name): PersonName| {
            ContributorRow { book_id: id, role: role.to_owned(), first_name, last_name }
        }));
    }
    // As they are read: by role.
    book.contributors.sort_by(|a, b| a.role.cmp(&b.role));
}

/// Which parts differ, in the words of the report.
fn differences(old: &BookRows, new: &BookRows) -> Vec<&'static str> {
    let (a, b) = (&old.book, &new.book);
    let of_role = |rows: &BookRows, role: &str| -> Vec<ContributorRow> {
        rows.contributors.iter().filter(|row| row.role == role).cloned().collect()
    };
    let category_list =
        |rows: &BookRows| -> Vec<CategoryId> { rows.categories.iter().map(|(id, _)| *id).collect() };
    let checks = [
        ("slug", a.slug != b.slug),
        ("isbn", a.isbn != b.isbn),
        ("title", a.title != b.title),
        ("subtitle", a.subtitle != b.subtitle),
        ("authors", of_role(old, "author") != of_role(new, "author")),
        ("readers", of_role(old, "reader") != of_role(new, "reader")),
        ("publisher", a.publisher != b.publisher),
        ("description", a.description != b.description),
        ("categories", category_list(old) != category_list(new)),
        ("year", a.publish_year != b.publish_year),
        ("language", a.language != b.language),
        ("price", a.price_cents != b.price_cents),
        ("payment type", a.payment_type != b.payment_type),
        ("visibility", a.is_visible != b.is_visible),
        ("length", a.duration_ms != b.duration_ms),
        ("files", old.files != new.files),
        ("chapters", old.chapters != new.chapters),
        ("sample", (&a.sample_name, &a.sample_key) != (&b.sample_name, &b.sample_key)),
        (
            "cover",
            (&a.cover_hash, &a.cover_widths, a.cover_hue) != (&b.cover_hash, &b.cover_widths, b.cover_hue),
        ),
    ];
    checks.into_iter().filter(|(_, differs)| *differs).map(|(part, _)| part).collect()
}

/// The old address goes on as a redirect; an address that the book once had is its own again.
async fn rename(tx: &mut Tx, old: &BookRow, new: &Slug) -> Result<(), DbError> {
    db!(tx, execute, sqlx::query("DELETE FROM book_redirects WHERE old_slug = $1").bind(new))?;
    db!(
        tx,
        execute,
        sqlx::query("INSERT INTO book_redirects (old_slug, book_id) VALUES ($1, $2)")
            .bind(&old.slug)
            .bind(old.id)
    )?;
    Ok(())
}

async fn insert(tx: &mut Tx, book: &BookRow) -> Result<(), DbError> {
    db!(
        tx,
        execute,
        sqlx::query(
            "INSERT INTO books (id, slug, title, description, language, payment_type, is_visible, created_at, \
             updated_at) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8)"
        )
        .bind(book.id)
        .bind(&book.slug)
        .bind(&book.title)
        .bind(&book.description)
        .bind(&book.language)
        .bind(book.payment_type)
        .bind(book.is_visible)
        .bind(book.created_at)
    )?;
    update(tx, book).await
}

async fn update(tx: &mut Tx, book: &BookRow) -> Result<(), DbError> {
    db!(
        tx,
        execute,
        sqlx::query(
            "UPDATE books SET slug = $2, isbn = $3, title = $4, subtitle = $5, publisher = $6, description = $7, \
             publish_year = $8, language = $9, duration_ms = $10, price_cents = $11, payment_type = $12, \
             is_visible = $13, cover_hash = $14, cover_hue = $15, cover_widths = $16, sample_name = $17, \
             sample_key = $18, sample_type = $19, sample_bytes = $20, sample_duration_ms = $21, updated_at = $22 \
             WHERE id = $1"
        )
        .bind(book.id)
        .bind(&book.slug)
        .bind(&book.isbn)
        .bind(&book.title)
        .bind(&book.subtitle)
        .bind(&book.publisher)
        .bind(&book.description)
        .bind(book.publish_year)
        .bind(&book.language)
        .bind(book.duration_ms)
        .bind(book.price_cents)
        .bind(book.payment_type)
        .bind(book.is_visible)
        .bind(&book.cover_hash)
        .bind(book.cover_hue)
        .bind(&book.cover_widths)
        .bind(&book.sample_name)
        .bind(&book.sample_key)
        .bind(&book.sample_type)
        .bind(book.sample_bytes)
        .bind(book.sample_duration_ms)
        .bind(book.updated_at)
    )?;
    Ok(())
}

/// People, categories, files and chapters, those of them that differ.
async fn replace_parts(tx: &mut Tx, old: Option<&BookRows>, new: &BookRows) -> Result<(), DbError> {
    if old.is_none_or(|old| old.contributors != new.contributors) {
        replace_people(tx, new).await?;
    }
    if old.is_none_or(|old| old.categories != new.categories) {
        replace_categories(tx, new).await?;
    }
    if old.is_none_or(|old| old.files != new.files) {
        replace_files(tx, new.book.id, &new.files).await?;
    }
    if old.is_none_or(|old| old.chapters != new.chapters) {
        replace_chapters(tx, new.book.id, &new.chapters).await?;
    }
    Ok(())
}

async fn replace_people(tx: &mut Tx, book: &BookRows) -> Result<(), DbError> {
    db!(tx, execute, sqlx::query("DELETE FROM contributors WHERE book_id = $1").bind(book.book.id))?;
    for (position, row) in (0_i64..).zip(&book.contributors) {
        db!(
            tx,
            execute,
            sqlx::query(
                "INSERT INTO contributors (book_id, role, position, first_name, last_name) \
                 VALUES ($1, $2, $3, $4, $5)"
            )
            .bind(row.book_id)
            .bind(&row.role)
            .bind(position)
            .bind(&row.first_name)
            .bind(&row.last_name)
        )?;
    }
    Ok(())
}

async fn replace_categories(tx: &mut Tx, book: &BookRows) -> Result<(), DbError> {
    db!(tx, execute, sqlx::query("DELETE FROM book_categories WHERE book_id = $1").bind(book.book.id))?;
    for (rank, (category, place)) in (0_i64..).zip(&book.categories) {
        db!(
            tx,
            execute,
            sqlx::query(
                "INSERT INTO book_categories (book_id, category_id, rank, position) VALUES ($1, $2, $3, $4)"
            )
            .bind(book.book.id)
            .bind(category)
            .bind(rank)
            .bind(place)
        )?;
    }
    Ok(())
}

async fn replace_files(tx: &mut Tx, id: BookId, files: &[FileRow]) -> Result<(), DbError> {
    db!(tx, execute, sqlx::query("DELETE FROM book_files WHERE book_id = $1").bind(id))?;
    for (position, file) in (0_i64..).zip(files) {
        db!(
            tx,
            execute,
            sqlx::query(
                "INSERT INTO book_files (book_id, position, name, object_key, content_type, bytes, duration_ms, \
                 sha256) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)"
            )
            .bind(id)
            .bind(position)
            .bind(&file.name)
            .bind(&file.object_key)
            .bind(&file.content_type)
            .bind(file.bytes)
            .bind(file.duration_ms)
            .bind(&file.sha256)
        )?;
    }
    Ok(())
}

async fn replace_chapters(tx: &mut Tx, id: BookId, chapters: &[ChapterRow]) -> Result<(), DbError> {
    db!(tx, execute, sqlx::query("DELETE FROM chapters WHERE book_id = $1").bind(id))?;
    for (position, chapter) in (0_i64..).zip(chapters) {
        db!(
            tx,
            execute,
            sqlx::query(
                "INSERT INTO chapters (book_id, position, title, file_position, start_ms, end_ms) \
                 VALUES ($1, $2, $3, $4, $5, $6)"
            )
            .bind(id)
            .bind(position)
            .bind(&chapter.title)
            .bind(chapter.file_position)
            .bind(chapter.start_ms)
            .bind(chapter.end_ms)
        )?;
    }
    Ok(())
}
