//! Books as the public API shows them, and in the snapshot with ready JSON.

use std::sync::Arc;

use heliriiul_db::{BookId, CategoryId, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use super::rows::{BookRows, Chapter, PaymentType, PersonName, StoredSound};
use crate::{
    catalogue::{
        names::{Isbn, Slug},
        sorting::{SortKeyMaker, SortKeys},
    },
    encoded_body::EncodedBody,
    media::Cover,
    money::Cents,
};

/// An author or a reader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Person {
    pub first_name: String,
    pub last_name: String,
    pub name: String,
}

impl From<&PersonName> for Person {
    fn from(PersonName { first_name, last_name }: &PersonName) -> Self {
        let name = format!("{first_name} {last_name}").trim().to_owned();
        Self { first_name: first_name.clone(), last_name: last_name.clone(), name }
    }
}

/// A cover in several widths: `{base}/{width}.avif` and `{base}/{width}.jpg`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CoverImage {
    #[schema(example = "/media/images/5f0c…")]
    pub base: String,
    /// Pixels, growing.
    pub widths: Vec<i64>,
    /// Colour of the cover, degrees 0–359, for the surface that is shown while it loads.
    pub hue: i64,
}

impl From<Cover> for CoverImage {
    fn from(cover: Cover) -> Self {
        let base = format!("/media/images/{}", cover.hash);
        Self { base, widths: cover.widths.into_iter().map(i64::from).collect(), hue: cover.hue }
    }
}

impl CoverImage {
    /// The widest JPEG of at most 400 pixels.
    fn jpeg(&self) -> Option<String> {
        let fitting = self.widths.iter().filter(|&&width| width <= 400).max();
        let width = fitting.or_else(|| self.widths.first())?;
        Some(format!("{}/{width}.jpg", self.base))
    }
}

/// A book as lists show it. Names with `First` or `Last` are of the first author and reader.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BookCard {
    pub id: BookId,
    pub slug: Slug,
    pub isbn: Option<Isbn>,
    pub title: String,
    pub subtitle: Option<String>,
    /// All authors, for display.
    pub author: String,
    /// All readers, for display.
    pub reader: String,
    pub author_first_name: String,
    pub author_last_name: String,
    pub reader_first_name: String,
    pub reader_last_name: String,
    pub authors: Vec<Person>,
    pub readers: Vec<Person>,
    pub publisher: Option<String>,
    pub category_ids: Vec<CategoryId>,
    pub publish_year: Option<i64>,
    /// Seconds.
    pub length: Option<i64>,
    /// Euro; 0 is a free book, null one without a price.
    pub price: Option<Cents>,
    pub payment_type: PaymentType,
    pub is_visible: bool,
    /// File name of the sample.
    pub sample: Option<String>,
    #[schema(example = "/media/images/5f0c…/400.jpg")]
    pub image: Option<String>,
    pub cover: Option<CoverImage>,
    pub updated_at: Timestamp,
}

/// A book with its description.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Book {
    #[serde(flatten)]
    pub card: BookCard,
    /// Clean HTML.
    pub description: String,
    /// After a reduction of the price: the lowest price of the 30 days before it, in euro. Null 30 days later.
    #[serde(rename = "lowestPrice30Days")]
    pub lowest_price: Option<Cents>,
}

impl Book {
    fn new(rows: &BookRows, lowest_price: Option<Cents>) -> Self {
        let book = rows.book.clone();
        let cover = book.cover.map(CoverImage::from);
        let first_author = rows.authors.first().cloned().unwrap_or_default();
        let first_reader = rows.readers.first().cloned().unwrap_or_default();
        let authors: Vec<Person> = rows.authors.iter().map(Person::from).collect();
        let readers: Vec<Person> = rows.readers.iter().map(Person::from).collect();
        let card = BookCard {
            id: book.id,
            slug: book.slug,
            isbn: book.isbn,
            title: book.title,
            subtitle: book.subtitle,
            author: display_names(&authors),
            reader: display_names(&readers),
            author_first_name: first_author.first_name,
            author_last_name: first_author.last_name,
            reader_first_name: first_reader.first_name,
            reader_last_name: first_reader.last_name,
            authors,
            readers,
            publisher: book.publisher,
            category_ids: rows.categories.iter().map(|(id, _)| *id).collect(),
            publish_year: book.publish_year,
            length: book.duration_ms.map(whole_seconds),
            price: book.price_cents,
            payment_type: book.payment_type,
            is_visible: book.is_visible,
            sample: book.sample.map(|sample| sample.name),
            image: cover.as_ref().and_then(CoverImage::jpeg),
            cover,
            updated_at: book.updated_at,
        };
        Self { card, description: book.description, lowest_price }
    }
}

fn display_names(people: &[Person]) -> String {
    people.iter().map(|person| person.name.as_str()).collect::<Vec<_>>().join(", ")
}

pub const fn whole_seconds(millis: i64) -> i64 {
    (millis + 500) / 1_000
}

#[derive(Debug)]
pub struct BookEntry {
    pub book: Book,
    /// The length of all sound; `None` when the book has no sound and no record gives a length.
    pub duration_ms: Option<i64>,
    pub created_at: Timestamp,
    pub files: Vec<StoredSound>,
    pub chapters: Vec<Chapter>,
    pub sample: Option<StoredSound>,
    /// How many libraries have the book.
    pub popularity: i64,
    /// JSON of the [`Book`].
    pub json: String,
    /// JSON of the [`BookCard`].
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
    pub fn new(rows: BookRows, lowest_price: Option<Cents>, key_maker: &SortKeyMaker) -> Self {
        let book = Book::new(&rows, lowest_price);
        let to_json = "a book has text keys and no failing serializer";
        let json = serde_json::to_string(&book).expect(to_json);
        let entry = BookEntry {
            keys: key_maker.keys(&rows),
            card_json: serde_json::to_string(&book.card).expect(to_json),
            body: EncodedBody::json(json.clone()),
            json,
            book,
            duration_ms: rows.book.duration_ms,
            created_at: rows.book.created_at,
            files: rows.files.into_iter().map(|file| file.sound).collect(),
            chapters: rows.chapters,
            sample: rows.book.sample,
            popularity: rows.popularity,
        };
        Self { entry: Arc::new(entry), positions: rows.categories, old_slugs: rows.old_slugs }
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

    pub fn file(&self, name: &str) -> Option<&StoredSound> {
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
