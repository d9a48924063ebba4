//! Writes one record in one transaction, if it changes anything.

use heliriiul_db::{BookId, ChangeKind, Db, DbError, Timestamp, Tx, append_change};

use super::report::{Outcome, RecordError, Saved};
use crate::{
    audit::differences,
    catalogue::{
        book::{self, BookFields, BookRows, Chapter, FileRow, StoredSound},
        category,
        names::Slug,
        next_version,
    },
    media::Cover,
};

/// All the stored sound of a book, and its cover.
#[derive(Debug, Default)]
pub struct Media {
    pub files: Vec<FileRow>,
    pub chapters: Vec<Chapter>,
    pub sample: Option<StoredSound>,
    pub cover: Option<Cover>,
}

/// Finds the book by slug or ISBN, or creates it, and writes the record. `fallback_slug` is for a new book without a
/// slug. With `media`, the record describes the whole book, so fields that it leaves out are emptied. Without `media`,
/// the book keeps its sound, its cover and the fields that the record leaves out.
pub async fn save(
    db: &Db,
    now: Timestamp,
    fields: BookFields,
    fallback_slug: Option<Slug>,
    media: Option<Media>,
) -> Result<Saved, RecordError> {
    let mut tx = db.write().await?;
    let old = match find(&mut tx, &fields).await? {
        Some(id) => book::lock(&mut tx, id).await?,
        None => None,
    };
    let new = changed(&mut tx, now, fields, fallback_slug, media, old.as_ref()).await?;
    let slug = new.book.slug.clone();
    let outcome = match &old {
        None => Outcome::Made,
        Some(old) => {
            let changes = differences(old, &new);
            if changes.is_empty() {
                return Ok(Saved { slug, outcome: Outcome::Unchanged });
            }
            Outcome::Changed(changes.into_iter().map(|(field, _)| field).collect())
        }
    };
    book::save(&mut tx, old.as_ref(), &new).await.map_err(|error| match error {
        DbError::Database(error) if error.is_unique_violation() => {
            RecordError::refused("the slug or the ISBN was given to another book at the same moment")
        }
        other => other.into(),
    })?;
    append_change(&mut tx, ChangeKind::Book, new.book.id.uuid(), now).await?;
    tx.commit().await?;
    Ok(Saved { slug, outcome })
}

/// Finds the book that the record describes.
async fn find(tx: &mut Tx, fields: &BookFields) -> Result<Option<BookId>, RecordError> {
    let isbn = fields.isbn.as_ref().value();
    if fields.slug.is_none() && isbn.is_none() {
        return Err(RecordError::refused("needs a slug or an ISBN"));
    }
    let by_isbn = match isbn {
        Some(isbn) => book::id_by_isbn(tx, isbn).await?,
        None => None,
    };
    let Some(slug) = &fields.slug else { return Ok(by_isbn) };
    if let Some(by_slug) = book::id_by_slug(tx, slug).await? {
        return match by_isbn {
            Some(other) if other != by_slug => {
                Err(RecordError::refused(format!("slug: `{slug}` is one book, the ISBN is another's")))
            }
            _ => Ok(Some(by_slug)),
        };
    }
    match book::id_by_old_slug(tx, slug).await? {
        Some(former) if by_isbn != Some(former) => {
            Err(RecordError::refused(format!("slug: `{slug}` is the former address of another book")))
        }
        _ => Ok(by_isbn),
    }
}

/// The book with the changes of the record.
async fn changed(
    tx: &mut Tx,
    now: Timestamp,
    mut fields: BookFields,
    fallback_slug: Option<Slug>,
    media: Option<Media>,
    old: Option<&BookRows>,
) -> Result<BookRows, RecordError> {
    let mut new = match (old, &media) {
        (None, _) => new_book(tx, now, &fields, fallback_slug).await?,
        (Some(old), None) => old.clone(),
        (Some(old), Some(_)) => {
            let book = old.book.clone();
            BookRows::new(book.id, book.slug, book.title, book.created_at)
        }
    };
    new.book.updated_at = old.map_or(now, |old| next_version(old.book.updated_at, now));
    let categories = std::mem::take(&mut fields.categories);
    if !categories.is_absent() {
        let mut ids = Vec::new();
        for path in categories.value().unwrap_or_default() {
            let id = category::id_by_path(tx, &path).await?;
            ids.push(id.ok_or_else(|| RecordError::refused(format!("categories: there is no `{path}`")))?);
        }
        new.set_categories(ids, old.map_or(&[], |old| &old.categories));
    }
    fields.apply(&mut new);
    if let Some(media) = media {
        new.book.duration_ms = Some(media.files.iter().map(|file| file.sound.duration_ms).sum());
        new.book.sample = media.sample;
        new.book.cover = media.cover;
        new.files = media.files;
        new.chapters = media.chapters;
    }
    Ok(new)
}

async fn new_book(
    tx: &mut Tx,
    now: Timestamp,
    fields: &BookFields,
    fallback_slug: Option<Slug>,
) -> Result<BookRows, RecordError> {
    let title = fields.title.clone().ok_or_else(|| RecordError::refused("title: a new book needs one"))?;
    let slug = match (&fields.slug, fallback_slug) {
        (Some(slug), _) => slug.clone(),
        (None, Some(fallback)) => unused_slug(tx, &fallback, fields).await?,
        (None, None) => return Err(RecordError::refused("slug: none can be made of the title")),
    };
    Ok(BookRows::new(BookId::new(), slug, title, now))
}

/// Makes a slug of the title. If another book has that slug, adds the author's last name.
async fn unused_slug(tx: &mut Tx, fallback: &Slug, fields: &BookFields) -> Result<Slug, RecordError> {
    let authors = fields.authors.as_ref().value();
    let author = authors.and_then(|names| names.first()).map_or("", |name| &name.last_name);
    let longer = Slug::from_title(&format!("{fallback} {author}")).ok();
    for slug in [Some(fallback.clone()), longer].into_iter().flatten() {
        if book::id_by_slug(tx, &slug).await?.is_none() && book::id_by_old_slug(tx, &slug).await?.is_none() {
            return Ok(slug);
        }
    }
    Err(RecordError::refused(format!("slug: `{fallback}` is taken; give the record one of its own")))
}
