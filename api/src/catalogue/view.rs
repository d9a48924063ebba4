//! Books and categories as the API shows them.

use heliriiul_db::{BookId, CategoryId, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use super::names::{CategoryPath, Isbn, Slug};
use crate::money::Cents;

/// How a book may be had.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, serde::Deserialize, sqlx::Type, ToSchema)]
#[serde(rename_all = "UPPERCASE")]
#[sqlx(rename_all = "UPPERCASE", type_name = "text")]
pub enum PaymentType {
    All,
    Subscription,
    Purchase,
}

impl PaymentType {
    /// Whether a package lets its holder listen.
    pub const fn allows_subscription(self) -> bool {
        matches!(self, Self::All | Self::Subscription)
    }

    /// Whether the book is sold singly.
    pub const fn allows_purchase(self) -> bool {
        matches!(self, Self::All | Self::Purchase)
    }
}

/// An author or a reader.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Person {
    pub first_name: String,
    pub last_name: String,
    pub name: String,
}

impl Person {
    pub fn new(first_name: String, last_name: String) -> Self {
        let name = format!("{first_name} {last_name}").trim().to_owned();
        Self { first_name, last_name, name }
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
    /// Colour of the cover, degrees 0–359, for the surface that waits for it.
    pub hue: i64,
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
}

/// A category, in display order among its list.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Category {
    pub id: CategoryId,
    pub name: String,
    pub slug: String,
    /// The slugs from the top ancestor down, joined by `/`.
    pub path: CategoryPath,
    pub parent_id: Option<CategoryId>,
    pub include_in_menu: bool,
    /// The books in an order of the editors' own; null: by title.
    pub book_ids: Option<Vec<BookId>>,
}

/// Names joined for display.
pub fn display_names(people: &[Person]) -> String {
    people.iter().map(|person| person.name.as_str()).collect::<Vec<_>>().join(", ")
}
