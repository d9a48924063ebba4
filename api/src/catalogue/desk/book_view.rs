//! Books as the desk shows and saves them.

use heliriiul_db::{BookId, CategoryId, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    catalogue::{
        book::{
            BookEntry, BookRecord, BookRows, CoverImage, Patch, PaymentType, PersonName, RecordPerson,
            whole_seconds,
        },
        names::{Isbn, Slug},
    },
    money::Cents,
};

/// A book as the desk lists it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskBookItem {
    pub id: BookId,
    pub slug: Slug,
    pub title: String,
    /// All authors, for display.
    pub author: String,
    pub is_visible: bool,
    /// Euro; 0 is a free book, null one without a price.
    pub price: Option<Cents>,
    pub payment_type: PaymentType,
    pub cover: Option<CoverImage>,
    pub updated_at: Timestamp,
}

/// A page of the list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskBookPage {
    pub books: Vec<DeskBookItem>,
    /// The number of books on all pages.
    pub total: i64,
    /// For the next page; null on the last.
    pub next_cursor: Option<String>,
}

/// A book with all fields that editors can change.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskBook {
    pub id: BookId,
    /// Grows with each write. A save names the version that it is based on.
    pub version: i64,
    pub slug: Slug,
    pub isbn: Option<Isbn>,
    pub title: String,
    pub subtitle: Option<String>,
    pub publisher: Option<String>,
    /// Clean HTML.
    pub description: String,
    pub publish_year: Option<i64>,
    #[schema(example = "et")]
    pub language: String,
    /// Euro; 0 is a free book, null one without a price.
    pub price: Option<Cents>,
    pub payment_type: PaymentType,
    pub is_visible: bool,
    pub authors: Vec<PersonName>,
    pub readers: Vec<PersonName>,
    pub category_ids: Vec<CategoryId>,
    pub cover: Option<CoverImage>,
    pub sample: Option<DeskSample>,
    /// Of all sound together.
    pub duration_seconds: Option<i64>,
    pub chapter_count: i64,
    pub updated_at: Timestamp,
}

/// The sample of a book.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskSample {
    #[schema(example = "sample.mp3")]
    pub name: String,
    pub duration_seconds: i64,
}

/// A save of a book: all fields that editors can change. Null and empty texts delete a field.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskBookSave {
    /// The version that the editor started from.
    pub based_on: i64,
    /// A change leaves a redirect.
    #[schema(min_length = 1, max_length = 100, example = "kevade")]
    pub slug: String,
    /// Of 10 or 13 digits, with a right check digit.
    pub isbn: Option<String>,
    #[schema(min_length = 1, max_length = 300)]
    pub title: String,
    #[schema(max_length = 300)]
    pub subtitle: Option<String>,
    #[schema(max_length = 120)]
    pub publisher: Option<String>,
    /// HTML, cleaned by the save; a text without markup becomes paragraphs.
    #[schema(max_length = 100_000)]
    pub description: String,
    #[schema(minimum = 1, maximum = 9999)]
    pub publish_year: Option<i64>,
    /// Two or three small letters.
    #[schema(min_length = 2, max_length = 3, example = "et")]
    pub language: String,
    /// Euro; 0 is a free book, null one without a price.
    #[schema(value_type = Option<f64>, minimum = 0, maximum = 10_000, example = 9.90)]
    pub price: Option<Cents>,
    pub payment_type: PaymentType,
    pub is_visible: bool,
    #[schema(max_items = 30)]
    pub authors: Vec<PersonName>,
    #[schema(max_items = 30)]
    pub readers: Vec<PersonName>,
    #[schema(max_items = 30)]
    pub category_ids: Vec<CategoryId>,
}

impl From<&BookEntry> for DeskBookItem {
    fn from(entry: &BookEntry) -> Self {
        let card = &entry.book.card;
        Self {
            id: card.id,
            slug: card.slug.clone(),
            title: card.title.clone(),
            author: card.author.clone(),
            is_visible: card.is_visible,
            price: card.price,
            payment_type: card.payment_type,
            cover: card.cover.clone(),
            updated_at: card.updated_at,
        }
    }
}

impl From<&BookRows> for DeskBook {
    fn from(rows: &BookRows) -> Self {
        let book = rows.book.clone();
        Self {
            id: book.id,
            version: book.updated_at.millis(),
            slug: book.slug,
            isbn: book.isbn,
            title: book.title,
            subtitle: book.subtitle,
            publisher: book.publisher,
            description: book.description,
            publish_year: book.publish_year,
            language: book.language,
            price: book.price_cents,
            payment_type: book.payment_type,
            is_visible: book.is_visible,
            authors: rows.authors.clone(),
            readers: rows.readers.clone(),
            category_ids: rows.categories.iter().map(|(id, _)| *id).collect(),
            cover: book.cover.map(CoverImage::from),
            sample: book.sample.map(|sample| DeskSample {
                name: sample.name,
                duration_seconds: whole_seconds(sample.duration_ms),
            }),
            duration_seconds: book.duration_ms.map(whole_seconds),
            chapter_count: i64::try_from(rows.chapters.len()).unwrap_or(i64::MAX),
            updated_at: book.updated_at,
        }
    }
}

/// A record with all fields but the categories, which the desk names by their ids.
impl From<DeskBookSave> for BookRecord {
    fn from(save: DeskBookSave) -> Self {
        let people = |names: Vec<PersonName>| names.into_iter().map(RecordPerson::from).collect();
        Self {
            slug: Patch::Value(save.slug),
            isbn: save.isbn.into(),
            title: Patch::Value(save.title),
            subtitle: save.subtitle.into(),
            publisher: save.publisher.into(),
            description: Patch::Value(save.description),
            publish_year: save.publish_year.into(),
            language: Patch::Value(save.language),
            price: save.price.into(),
            payment_type: Patch::Value(save.payment_type),
            is_visible: Patch::Value(save.is_visible),
            authors: Patch::Value(people(save.authors)),
            readers: Patch::Value(people(save.readers)),
            ..Self::default()
        }
    }
}
