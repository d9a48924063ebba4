//! A book of the snapshot, with ready JSON and the values that other features need.

use std::sync::Arc;

use heliriiul_db::{BookId, CategoryId, Timestamp};

use super::{
    rows::{BookRows, ChapterRow, FileRow, Sample},
    view::Book,
};
use crate::{
    catalogue::{
        names::Slug,
        sorting::{SortKeys, Sorter},
    },
    encoded_body::EncodedBody,
};

/// An audio file of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookFile {
    /// As in the address.
    pub name: String,
    pub object: StoredSound,
}

/// A sound in the object store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredSound {
    pub key: String,
    pub content_type: String,
    pub bytes: u64,
    pub duration_ms: i64,
}

/// A range of one of the book's files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chapter {
    pub title: String,
    /// The index of the book's file, from 0.
    pub file: usize,
    pub start_ms: i64,
    pub end_ms: i64,
}

/// A book of the snapshot.
#[derive(Debug)]
pub struct BookEntry {
    pub book: Book,
    /// The length of all sound; `None` when the book has no sound and no record gives a length.
    pub duration_ms: Option<i64>,
    pub created_at: Timestamp,
    pub files: Vec<BookFile>,
    pub chapters: Vec<Chapter>,
    pub sample: Option<StoredSound>,
    /// How many libraries have the book.
    pub popularity: i64,
    /// JSON of the [`Book`].
    pub json: String,
    /// JSON of the [`super::BookCard`].
    pub card_json: String,
    /// The response body of `GET /books/slug/{slug}`.
    pub body: Arc<EncodedBody>,
    pub keys: SortKeys,
}

/// A book with the values that only the snapshot needs.
#[derive(Debug)]
pub struct StoredBook {
    pub entry: Arc<BookEntry>,
    /// Its categories and its position in each.
    pub positions: Vec<(CategoryId, i64)>,
    pub old_slugs: Vec<Slug>,
}

impl StoredBook {
    pub fn new(rows: BookRows, sorter: &Sorter) -> Self {
        let book = Book::from(&rows);
        let to_json = "a book has text keys and no failing serializer";
        let json = serde_json::to_string(&book).expect(to_json);
        let entry = BookEntry {
            keys: sorter.keys(&rows),
            card_json: serde_json::to_string(&book.card).expect(to_json),
            body: EncodedBody::json(json.clone()),
            json,
            book,
            duration_ms: rows.book.duration_ms,
            created_at: rows.book.created_at,
            files: rows.files.into_iter().map(BookFile::from).collect(),
            chapters: rows.chapters.into_iter().map(Chapter::from).collect(),
            sample: rows.book.sample.map(StoredSound::from),
            popularity: rows.popularity,
        };
        Self { entry: Arc::new(entry), positions: rows.categories, old_slugs: rows.old_slugs }
    }
}

impl From<FileRow> for BookFile {
    fn from(row: FileRow) -> Self {
        let object = StoredSound {
            key: row.object_key,
            content_type: row.content_type,
            bytes: row.bytes.try_into().unwrap_or_default(),
            duration_ms: row.duration_ms,
        };
        Self { name: row.name, object }
    }
}

impl From<Sample> for StoredSound {
    fn from(sample: Sample) -> Self {
        Self {
            key: sample.object_key,
            content_type: sample.content_type,
            bytes: sample.bytes.try_into().unwrap_or_default(),
            duration_ms: sample.duration_ms,
        }
    }
}

impl From<ChapterRow> for Chapter {
    fn from(row: ChapterRow) -> Self {
        let file = row.file_position.try_into().unwrap_or_default();
        Self { title: row.title, file, start_ms: row.start_ms, end_ms: row.end_ms }
    }
}

impl BookEntry {
    pub const fn id(&self) -> BookId {
        self.book.card.id
    }

    pub fn slug(&self) -> &str {
        self.book.card.slug.as_str()
    }

    pub const fn is_visible(&self) -> bool {
        self.book.card.is_visible
    }

    /// The file with this name.
    pub fn file(&self, name: &str) -> Option<&BookFile> {
        self.files.iter().find(|file| file.name == name)
    }
}

/// A JSON array of elements that are JSON already.
pub fn json_array<'a>(elements: impl Iterator<Item = &'a str>) -> String {
    let mut array = String::from("[");
    for element in elements {
        if array.len() > 1 {
            array.push(',');
        }
        array.push_str(element);
    }
    array.push(']');
    array
}
