//! A book as the snapshot holds it: its wire forms ready, and what other features need of it.

use std::sync::Arc;

use heliriiul_db::{BookId, Timestamp};

use super::view::Book;
use crate::encoded_body::EncodedBody;

/// An audio file of a book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookFile {
    /// As it stands in the address.
    pub name: String,
    pub object: StoredSound,
}

/// Where a sound lies in the object store, and what it is.
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
    /// Which of the book's files, from 0.
    pub file: usize,
    pub start_ms: i64,
    pub end_ms: i64,
}

/// A book of the snapshot.
#[derive(Debug)]
pub struct BookEntry {
    pub book: Book,
    /// All sound together, `None` when the book has none and nobody has said.
    pub duration_ms: Option<i64>,
    pub created_at: Timestamp,
    pub files: Vec<BookFile>,
    pub chapters: Vec<Chapter>,
    pub sample: Option<StoredSound>,
    /// On how many shelves it stands.
    pub popularity: i64,
    /// JSON of the [`Book`].
    pub json: String,
    /// JSON of the [`super::view::BookCard`].
    pub card_json: String,
    /// The answer of `GET /books/slug/{slug}`.
    pub body: Arc<EncodedBody>,
    pub(super) keys: SortKeys,
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

/// What lists are ordered by: bytes that compare as the texts do in Estonian, each ending in the book's id.
#[derive(Debug)]
pub(super) struct SortKeys {
    pub title: Box<[u8]>,
    pub author: Box<[u8]>,
    pub newest: Box<[u8]>,
    pub popular: Box<[u8]>,
}
