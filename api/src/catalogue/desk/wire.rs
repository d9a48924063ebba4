//! Books as the editors' desk speaks of them.

use heliriiul_db::{BookId, CategoryId, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    catalogue::{
        BookEntry, build,
        import::facts::{Patch, RawFacts, RawPerson},
        names::{Isbn, Slug},
        store::BookRows,
        view::{CoverImage, PaymentType},
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
    /// How many books all pages hold.
    pub total: i64,
    /// For the next page; null on the last.
    pub next_cursor: Option<String>,
}

/// A book with all that can be written of it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskBook {
    pub id: BookId,
    /// Grows with each write; a save names it.
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
    pub authors: Vec<DeskPerson>,
    pub readers: Vec<DeskPerson>,
    pub category_ids: Vec<CategoryId>,
    pub cover: Option<CoverImage>,
    pub sample: Option<DeskSample>,
    /// Of all sound together.
    pub duration_seconds: Option<i64>,
    pub chapter_count: i64,
    pub updated_at: Timestamp,
}

/// An author or a reader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskPerson {
    #[schema(max_length = 120)]
    pub first_name: String,
    #[schema(max_length = 120)]
    pub last_name: String,
}

/// The sample of a book.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskSample {
    #[schema(example = "sample.mp3")]
    pub name: String,
    pub duration_seconds: i64,
}

/// A save of a book: all that can be written of it. What is null or empty the book does not have.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeskBookSave {
    /// The version that the editor started from.
    pub based_on: i64,
    /// Another one leaves a redirect.
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
    /// HTML, cleaned when it is saved; a text without markup becomes paragraphs.
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
    pub authors: Vec<DeskPerson>,
    #[schema(max_items = 30)]
    pub readers: Vec<DeskPerson>,
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
        let people = |role: &str| {
            let of_role = rows.contributors.iter().filter(|row| row.role == role);
            of_role
                .map(|row| DeskPerson {
                    first_name: row.first_name.clone(),
                    last_name: row.last_name.clone(),
                })
                .collect()
        };
        let row = rows.book.clone();
        Self {
            id: row.id,
            version: row.updated_at.millis(),
            cover: build::cover(&row),
            authors: people("author"),
            readers: people("reader"),
            category_ids: rows.categories.iter().map(|(id, _)| *id).collect(),
            sample: row
                .sample_name
                .zip(row.sample_duration_ms)
                .map(|(name, duration)| DeskSample { name, duration_seconds: seconds(duration) }),
            duration_seconds: row.duration_ms.map(seconds),
            chapter_count: i64::try_from(rows.chapters.len()).unwrap_or(i64::MAX),
            slug: row.slug,
            isbn: row.isbn,
            title: row.title,
            subtitle: row.subtitle,
            publisher: row.publisher,
            description: row.description,
            publish_year: row.publish_year,
            language: row.language,
            price: row.price_cents,
            payment_type: row.payment_type,
            is_visible: row.is_visible,
            updated_at: row.updated_at,
        }
    }
}

const fn seconds(millis: i64) -> i64 {
    (millis + 500) / 1_000
}

/// A record that says everything, as the importers check it. Categories are named by their ids, apart.
impl From<DeskBookSave> for RawFacts {
    fn from(save: DeskBookSave) -> Self {
        fn said<T>(value: Option<T>) -> Patch<T> {
            value.map_or(Patch::None, Patch::Value)
        }
        let people = |people: Vec<DeskPerson>| {
            let raw =
                |person: DeskPerson| RawPerson { first_name: person.first_name, last_name: person.last_name };
            Patch::Value(people.into_iter().map(raw).collect())
        };
        Self {
            slug: Patch::Value(save.slug),
            isbn: said(save.isbn),
            title: Patch::Value(save.title),
            subtitle: said(save.subtitle),
            publisher: said(save.publisher),
            description: Patch::Value(save.description),
            publish_year: said(save.publish_year),
            language: Patch::Value(save.language),
            price: said(save.price),
            payment_type: Patch::Value(save.payment_type),
            is_visible: Patch::Value(save.is_visible),
            authors: people(save.authors),
            readers: people(save.readers),
            ..Self::default()
        }
    }
}
