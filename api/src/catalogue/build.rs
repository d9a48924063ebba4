//! Makes the snapshot's parts out of rows.

use std::{collections::HashMap, sync::Arc};

use heliriiul_db::{BookId, CategoryId};

use super::{
    entry::{BookEntry, BookFile, Chapter, StoredSound},
    snapshot::StoredBook,
    sorting::{Sortable, Sorter},
    store::{BookRow, BookRows, CategoryRow, ContributorRow},
    view::{Book, BookCard, Category, CoverImage, Person, display_names},
};
use crate::encoded_body::EncodedBody;

/// A JSON array of texts that are JSON already.
pub fn array<'a>(items: impl Iterator<Item = &'a str>) -> String {
    let mut out = String::from("[");
    for item in items {
        if out.len() > 1 {
            out.push(',');
        }
        out.push_str(item);
    }
    out.push(']');
    out
}

pub(super) fn book(rows: BookRows, sorter: &Sorter) -> StoredBook {
    let people = |role: &str| -> Vec<Person> {
        let of_role = |row: &&ContributorRow| row.role == role;
        rows.contributors
            .iter()
            .filter(of_role)
            .map(|row| Person::new(row.first_name.clone(), row.last_name.clone()))
            .collect()
    };
    let (authors, readers) = (people("author"), people("reader"));
    let category_ids = rows.categories.iter().map(|(id, _)| *id).collect();
    let keys = sorter.keys(&Sortable {
        id: rows.book.id,
        title: &rows.book.title,
        authors: &authors,
        created_at: rows.book.created_at,
        popularity: rows.shelves,
    });
    let sample = sample(&rows.book);
    let row = rows.book;
    let cover = cover(&row);
    let first = |people: &[Person]| {
        people.first().map(|p| (p.first_name.clone(), p.last_name.clone())).unwrap_or_default()
    };
    let (author_first_name, author_last_name) = first(&authors);
    let (reader_first_name, reader_last_name) = first(&readers);
    let card = BookCard {
        id: row.id,
        slug: row.slug,
        isbn: row.isbn,
        title: row.title,
        subtitle: row.subtitle,
        author: display_names(&authors),
        reader: display_names(&readers),
        author_first_name,
        author_last_name,
        reader_first_name,
        reader_last_name,
        authors,
        readers,
        publisher: row.publisher,
        category_ids,
        publish_year: row.publish_year,
        length: row.duration_ms.map(|millis| (millis + 500) / 1_000),
        price: row.price_cents,
        payment_type: row.payment_type,
        is_visible: row.is_visible,
        sample: row.sample_name,
        image: cover.as_ref().map(|cover| format!("{}/{}.jpg", cover.base, image_width(&cover.widths))),
        cover,
        updated_at: row.updated_at,
    };
    let card_json = serde_json::to_string(&card).unwrap_or_default();
    let book = Book { card, description: row.description };
    let json = serde_json::to_string(&book).unwrap_or_default();
    let files = rows
        .files
        .into_iter()
        .map(|file| BookFile {
            name: file.name,
            object: StoredSound {
                key: file.object_key,
                content_type: file.content_type,
                bytes: file.bytes.try_into().unwrap_or_default(),
                duration_ms: file.duration_ms,
            },
        })
        .collect();
    let chapters = rows
        .chapters
        .into_iter()
        .map(|chapter| Chapter {
            title: chapter.title,
            file: chapter.file_position.try_into().unwrap_or_default(),
            start_ms: chapter.start_ms,
            end_ms: chapter.end_ms,
        })
        .collect();
    let entry = BookEntry {
        body: EncodedBody::json(json.clone()),
        book,
        duration_ms: row.duration_ms,
        created_at: row.created_at,
        files,
        chapters,
        sample,
        popularity: rows.shelves,
        json,
        card_json,
        keys,
    };
    StoredBook { entry: Arc::new(entry), places: rows.categories, old_slugs: rows.old_slugs }
}

fn sample(row: &BookRow) -> Option<StoredSound> {
    Some(StoredSound {
        key: row.sample_key.clone()?,
        content_type: row.sample_type.clone()?,
        bytes: row.sample_bytes?.try_into().ok()?,
        duration_ms: row.sample_duration_ms?,
    })
}

pub(super) fn cover(row: &BookRow) -> Option<CoverImage> {
    let widths: Vec<i64> =
        row.cover_widths.as_ref()?.split(',').filter_map(|width| width.parse().ok()).collect();
    let base = format!("/media/images/{}", row.cover_hash.as_ref()?);
    Some(CoverImage { base, widths, hue: row.cover_hue.unwrap_or_default() })
}

/// The widest that is at most 400 pixels, the size of the plain `image`.
fn image_width(widths: &[i64]) -> i64 {
    let fitting = widths.iter().filter(|&&width| width <= 400).max();
    fitting.or_else(|| widths.first()).copied().unwrap_or_default()
}

/// Categories with each followed by those below it; `bookIds` of ordered ones, visible books alone.
pub(super) fn categories(
    rows: &[CategoryRow],
    books: &HashMap<BookId, Arc<StoredBook>>,
    visible: &[Arc<BookEntry>],
) -> Vec<Category> {
    let mut placed: HashMap<CategoryId, Vec<(i64, BookId)>> = HashMap::new();
    for entry in visible {
        let Some(stored) = books.get(&entry.id()) else { continue };
        for (category, position) in &stored.places {
            placed.entry(*category).or_default().push((*position, entry.id()));
        }
    }
    let mut below: HashMap<Option<CategoryId>, Vec<&CategoryRow>> = HashMap::new();
    for row in rows {
        below.entry(row.parent_id).or_default().push(row);
    }
    let mut out = Vec::with_capacity(rows.len());
    add_below(None, &below, &mut placed, &mut out);
    out
}

fn add_below(
    parent: Option<CategoryId>,
    below: &HashMap<Option<CategoryId>, Vec<&CategoryRow>>,
    placed: &mut HashMap<CategoryId, Vec<(i64, BookId)>>,
    out: &mut Vec<Category>,
) {
    for row in below.get(&parent).into_iter().flatten() {
        let book_ids = row.ordered.then(|| {
            let mut books = placed.remove(&row.id).unwrap_or_default();
            // Stable: books of one place stay in the order of their titles.
            books.sort_by_key(|(position, _)| *position);
            books.into_iter().map(|(_, id)| id).collect()
        });
        out.push(Category {
            id: row.id,
            name: row.name.clone(),
            slug: row.path.slug().to_owned(),
            path: row.path.clone(),
            parent_id: row.parent_id,
            include_in_menu: row.include_in_menu,
            book_ids,
        });
        add_below(Some(row.id), below, placed, out);
    }
}
