//! The rows of books. `queries` reads and writes them.

use heliriiul_db::{BookId, CategoryId, Timestamp};
use serde::{Deserialize, Serialize, Serializer};
use sqlx::FromRow;
use utoipa::ToSchema;

use crate::{
    catalogue::{
        category::LAST_POSITION,
        names::{Isbn, Slug},
    },
    media::Cover,
    money::Cents,
};

pub const DEFAULT_LANGUAGE: &str = "et";

/// How a book may be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
#[sqlx(rename_all = "UPPERCASE", type_name = "text")]
pub enum PaymentType {
    All,
    Subscription,
    Purchase,
}

impl PaymentType {
    /// Whether subscribers may listen to it.
    pub const fn allows_subscription(self) -> bool {
        matches!(self, Self::All | Self::Subscription)
    }

    /// Whether it is sold singly.
    pub const fn allows_purchase(self) -> bool {
        matches!(self, Self::All | Self::Purchase)
    }
}

/// A row of `books`. Its serialised form has the fields that the audit log and the import reports compare.
#[derive(Clone, Debug, Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
pub struct BookRow {
    #[serde(skip)]
    pub id: BookId,
    pub slug: Slug,
    pub isbn: Option<Isbn>,
    pub title: String,
    pub subtitle: Option<String>,
    pub publisher: Option<String>,
    pub description: String,
    pub publish_year: Option<i64>,
    pub language: String,
    #[serde(rename = "length")]
    pub duration_ms: Option<i64>,
    #[serde(rename = "price")]
    pub price_cents: Option<Cents>,
    pub payment_type: PaymentType,
    pub is_visible: bool,
    #[sqlx(flatten, try_from = "SampleColumns")]
    pub sample: Option<StoredSound>,
    #[sqlx(flatten, try_from = "CoverColumns")]
    pub cover: Option<Cover>,
    #[serde(skip)]
    pub created_at: Timestamp,
    /// The version of the book.
    #[serde(skip)]
    pub updated_at: Timestamp,
}

/// A sound in the object store: a file of a book, or its sample.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
pub struct StoredSound {
    /// As in the address.
    pub name: String,
    pub object_key: String,
    pub content_type: String,
    pub bytes: i64,
    pub duration_ms: i64,
}

#[derive(FromRow)]
#[expect(clippy::struct_field_names, reason = "names of columns")]
struct CoverColumns {
    cover_hash: Option<String>,
    cover_hue: Option<i64>,
    cover_widths: Option<String>,
}

#[derive(FromRow)]
#[expect(clippy::struct_field_names, reason = "names of columns")]
struct SampleColumns {
    sample_name: Option<String>,
    sample_key: Option<String>,
    sample_type: Option<String>,
    sample_bytes: Option<i64>,
    sample_duration_ms: Option<i64>,
}

impl From<CoverColumns> for Option<Cover> {
    fn from(row: CoverColumns) -> Self {
        let widths = row.cover_widths?.split(',').filter_map(|width| width.parse().ok()).collect();
        Some(Cover { hash: row.cover_hash?, hue: row.cover_hue?, widths })
    }
}

impl From<SampleColumns> for Option<StoredSound> {
    fn from(row: SampleColumns) -> Self {
        Some(StoredSound {
            name: row.sample_name?,
            object_key: row.sample_key?,
            content_type: row.sample_type?,
            bytes: row.sample_bytes?,
            duration_ms: row.sample_duration_ms?,
        })
    }
}

/// The name of an author or a reader.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, FromRow, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = DeskPerson)]
pub struct PersonName {
    #[schema(max_length = 120)]
    pub first_name: String,
    #[schema(max_length = 120)]
    pub last_name: String,
}

/// A sound file of a book.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
pub struct FileRow {
    #[serde(flatten)]
    #[sqlx(flatten)]
    pub sound: StoredSound,
    pub sha256: String,
}

/// A range of one of the book's files.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Chapter {
    pub title: String,
    /// The index of the book's file, from 0.
    pub file_position: i64,
    pub start_ms: i64,
    pub end_ms: i64,
}

/// All rows of a book.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct BookRows {
    #[serde(flatten)]
    pub book: BookRow,
    pub authors: Vec<PersonName>,
    pub readers: Vec<PersonName>,
    /// In the book's own order, each with the position of the book in that category.
    #[serde(rename = "categoryIds", serialize_with = "serialize_ids")]
    pub categories: Vec<(CategoryId, i64)>,
    pub files: Vec<FileRow>,
    pub chapters: Vec<Chapter>,
    #[serde(skip)]
    pub old_slugs: Vec<Slug>,
    /// How many libraries have the book.
    #[serde(skip)]
    pub popularity: i64,
}

fn serialize_ids<S: Serializer>(categories: &[(CategoryId, i64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(categories.iter().map(|(id, _)| id))
}

impl From<BookRow> for BookRows {
    fn from(book: BookRow) -> Self {
        Self {
            book,
            authors: Vec::new(),
            readers: Vec::new(),
            categories: Vec::new(),
            files: Vec::new(),
            chapters: Vec::new(),
            old_slugs: Vec::new(),
            popularity: 0,
        }
    }
}

impl BookRows {
    /// A book with only an id, a slug and a title.
    pub fn new(id: BookId, slug: Slug, title: String, now: Timestamp) -> Self {
        Self::from(BookRow {
            id,
            slug,
            isbn: None,
            title,
            subtitle: None,
            publisher: None,
            description: String::new(),
            publish_year: None,
            language: DEFAULT_LANGUAGE.to_owned(),
            duration_ms: None,
            price_cents: None,
            payment_type: PaymentType::All,
            is_visible: true,
            sample: None,
            cover: None,
            created_at: now,
            updated_at: now,
        })
    }

    /// Replaces the categories of the book. Its position in a category of `old` does not change.
    pub fn set_categories(&mut self, ids: impl IntoIterator<Item = CategoryId>, old: &[(CategoryId, i64)]) {
        let position = |id| old.iter().find(|(known, _)| *known == id).map_or(LAST_POSITION, |(_, at)| *at);
        self.categories = ids.into_iter().map(|id| (id, position(id))).collect();
    }
}
