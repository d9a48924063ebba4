//! Writes one record in one transaction, if it says anything new.

use std::collections::HashMap;

use heliriiul_db::{BookId, CategoryId, ChangeKind, DbError, Timestamp, Tx, append_change};

use super::{
    ImportError,
    facts::{Facts, PersonName},
    report::Outcome,
    sound_set::SoundSet,
};
use crate::{
    catalogue::{
        names::{CategoryPath, Slug},
        store::{self, BookRow, BookRows, ContributorRow, IdRange},
        view::PaymentType,
        write::{
            differences, hold, id_by_isbn, id_by_old_slug, id_by_slug, insert, next_moment, rename,
            replace_parts, update,
        },
    },
    state::AppState,
};

/// What became of a record that was taken.
pub struct Saved {
    pub slug: Slug,
    pub outcome: Outcome,
}

/// Why a record is refused, or what failed.
pub enum Stop {
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
        Some(id) => {
            hold(&mut tx, id).await?;
            store::books(&mut tx, IdRange::one(id)).await?.pop()
        }
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
        super::facts::Patch::Value(isbn) => Some(isbn),
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

pub async fn category_ids(tx: &mut Tx) -> Result<HashMap<CategoryPath, CategoryId>, DbError> {
    let rows: Vec<(CategoryPath, CategoryId)> = tx.all("SELECT path, id FROM categories", ()).await?;
    Ok(rows.into_iter().collect())
}

/// The book as it is to be.
pub async fn desired(
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
    book.updated_at = old.map_or(now, |old| next_moment(old.book.updated_at, now));
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
fn listed<T: Clone>(said: &super::facts::Patch<Vec<T>>) -> Option<Vec<T>> {
    match said {
        super::facts::Patch::Nothing => None,
        super::facts::Patch::None => Some(Vec::new()),
        super::facts::Patch::Value(list) => Some(list.clone()),
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
