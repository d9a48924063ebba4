//! The editable fields of a book: their names in records, and their rules. The desk and all importers use these.

use serde::Deserialize;

use super::{
    checks::{Checks, InvalidField, Patch},
    rows::{BookRows, DEFAULT_LANGUAGE, PaymentType, PersonName},
};
use crate::{
    catalogue::names::{CategoryPath, Isbn, Slug},
    money::Cents,
};

pub const TITLE_LENGTH: usize = 300;
const NAME_LENGTH: usize = 120;
const DESCRIPTION_LENGTH: usize = 100_000;
const MAX_PEOPLE: usize = 30;
const MAX_CATEGORIES: usize = 30;
/// 10,000 euro.
const HIGHEST_PRICE: Cents = Cents::new(1_000_000);
/// 1,000 hours.
const MAX_SECONDS: f64 = 3_600_000.0;

/// A book as a line of JSON (`camelCase`) or `book.toml` (`snake_case`) describes it, unchecked.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct BookRecord {
    pub slug: Patch<String>,
    pub isbn: Patch<String>,
    pub title: Patch<String>,
    pub subtitle: Patch<String>,
    pub publisher: Patch<String>,
    pub description: Patch<String>,
    #[serde(alias = "publish_year")]
    pub publish_year: Patch<i64>,
    pub language: Patch<String>,
    /// Seconds. Only for a book without sound; the length of sound is measured.
    pub length: Patch<f64>,
    pub price: Patch<Cents>,
    #[serde(alias = "payment_type")]
    pub payment_type: Patch<PaymentType>,
    #[serde(alias = "visible", alias = "is_visible")]
    pub is_visible: Patch<bool>,
    pub authors: Patch<Vec<RecordPerson>>,
    pub readers: Patch<Vec<RecordPerson>>,
    pub author_first_name: Patch<String>,
    pub author_last_name: Patch<String>,
    pub reader_first_name: Patch<String>,
    pub reader_last_name: Patch<String>,
    /// The full name, for records that do not split it.
    pub author: Patch<String>,
    pub reader: Patch<String>,
    pub categories: Patch<Vec<String>>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RecordPerson {
    #[serde(alias = "first_name")]
    pub first_name: String,
    #[serde(alias = "last_name")]
    pub last_name: String,
}

impl From<PersonName> for RecordPerson {
    fn from(PersonName { first_name, last_name }: PersonName) -> Self {
        Self { first_name, last_name }
    }
}

/// A record whose fields all meet their rules.
#[derive(Debug, Default)]
pub struct BookFields {
    pub slug: Option<Slug>,
    pub isbn: Patch<Isbn>,
    pub title: Option<String>,
    pub subtitle: Patch<String>,
    pub publisher: Patch<String>,
    pub description: Patch<String>,
    pub publish_year: Patch<i64>,
    pub language: Patch<String>,
    pub length_ms: Patch<i64>,
    pub price: Patch<Cents>,
    pub payment_type: Patch<PaymentType>,
    pub is_visible: Patch<bool>,
    pub authors: Patch<Vec<PersonName>>,
    pub readers: Patch<Vec<PersonName>>,
    pub categories: Patch<Vec<CategoryPath>>,
}

impl BookFields {
    /// Checks a record. The error holds every invalid field.
    pub fn check(record: BookRecord) -> Result<Self, Vec<InvalidField>> {
        let mut checks = Checks::default();
        let author = (record.author_first_name, record.author_last_name);
        let reader = (record.reader_first_name, record.reader_last_name);
        let fields = Self {
            slug: checks.name("slug", record.slug, Slug::parse).value(),
            isbn: checks.name("isbn", record.isbn, Isbn::parse),
            title: checks.text("title", record.title, TITLE_LENGTH).value(),
            subtitle: checks.text("subtitle", record.subtitle, TITLE_LENGTH),
            publisher: checks.text("publisher", record.publisher, NAME_LENGTH),
            description: checks.html("description", record.description, DESCRIPTION_LENGTH),
            publish_year: checks.within("publishYear", "out-of-range", record.publish_year, |year| {
                (1..=9_999).contains(year)
            }),
            language: checks.within("language", "invalid", record.language, |code: &String| {
                (2..=3).contains(&code.len()) && code.bytes().all(|b| b.is_ascii_lowercase())
            }),
            length_ms: checks
                .within("length", "out-of-range", record.length, |seconds| {
                    (0.0..=MAX_SECONDS).contains(seconds)
                })
                .map(millis),
            price: checks.within("price", "out-of-range", record.price, |price| {
                (Cents::ZERO..=HIGHEST_PRICE).contains(price)
            }),
            payment_type: record.payment_type,
            is_visible: record.is_visible,
            authors: people(&mut checks, "authors", record.authors, author, record.author),
            readers: people(&mut checks, "readers", record.readers, reader, record.reader),
            categories: record.categories.map(|paths| categories(&mut checks, &paths)),
        };
        checks.finish(fields)
    }

    /// Changes the fields of a book. Categories are left to the caller, who knows their ids.
    pub fn apply(self, rows: &mut BookRows) {
        let book = &mut rows.book;
        if let Some(slug) = self.slug {
            book.slug = slug;
        }
        if let Some(title) = self.title {
            book.title = title;
        }
        self.isbn.apply(&mut book.isbn);
        self.subtitle.apply(&mut book.subtitle);
        self.publisher.apply(&mut book.publisher);
        self.description.apply_or(&mut book.description, String::new());
        self.publish_year.apply(&mut book.publish_year);
        self.language.apply_or(&mut book.language, DEFAULT_LANGUAGE.to_owned());
        self.price.apply(&mut book.price_cents);
        self.payment_type.apply_or(&mut book.payment_type, PaymentType::All);
        self.is_visible.apply_or(&mut book.is_visible, true);
        if rows.files.is_empty() {
            self.length_ms.apply(&mut book.duration_ms);
        }
        self.authors.apply_or(&mut rows.authors, Vec::new());
        self.readers.apply_or(&mut rows.readers, Vec::new());
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the limits were checked")]
#[expect(clippy::float_arithmetic, reason = "files give seconds with decimals")]
fn millis(seconds: f64) -> i64 {
    (seconds * 1_000.0).round() as i64
}

/// People from their list, else from the first and last name of one person, else from one full name.
fn people(
    checks: &mut Checks,
    field: &str,
    people: Patch<Vec<RecordPerson>>,
    (first, last): (Patch<String>, Patch<String>),
    full: Patch<String>,
) -> Patch<Vec<PersonName>> {
    let people = if !people.is_absent() {
        people
    } else if !first.is_absent() || !last.is_absent() {
        let first_name = first.value().unwrap_or_default();
        Patch::Value(vec![RecordPerson { first_name, last_name: last.value().unwrap_or_default() }])
    } else {
        full.map(|name| {
            let (first, last) = name.trim().rsplit_once(' ').unwrap_or(("", name.trim()));
            vec![RecordPerson { first_name: first.to_owned(), last_name: last.to_owned() }]
        })
    };
    people.map(|people| {
        if people.len() > MAX_PEOPLE {
            checks.add(field, "too-long", "more than 30 people");
        }
        let mut name = |text| checks.text(field, Patch::Value(text), NAME_LENGTH).value().unwrap_or_default();
        people
            .into_iter()
            .take(MAX_PEOPLE)
            .map(|person| PersonName {
                first_name: name(person.first_name),
                last_name: name(person.last_name),
            })
            .filter(|person| !person.first_name.is_empty() || !person.last_name.is_empty())
            .collect()
    })
}

/// Without repetitions.
fn categories(checks: &mut Checks, paths: &[String]) -> Vec<CategoryPath> {
    if paths.len() > MAX_CATEGORIES {
        checks.add("categories", "too-long", "more than 30");
    }
    let mut known = Vec::new();
    for path in paths.iter().take(MAX_CATEGORIES) {
        match CategoryPath::parse(path) {
            Ok(path) if known.contains(&path) => {}
            Ok(path) => known.push(path),
            Err(error) => checks.add("categories", "invalid", format_args!("`{path}`: {error}")),
        }
    }
    known
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(json: &str) -> Result<BookFields, Vec<InvalidField>> {
        BookFields::check(serde_json::from_str(json).unwrap())
    }

    #[test]
    fn a_check_reports_all_invalid_fields_at_once() {
        let invalid = check(
            r#"{"slug":"Kevade","isbn":"123","title":"a\u0000b","price":-1,"publishYear":99999,"categories":["Õ"]}"#,
        )
        .unwrap_err();
        for field in ["slug", "isbn", "title", "price", "publishYear", "categories"] {
            assert!(invalid.iter().any(|each| each.to_string().starts_with(field)), "{field}: {invalid:?}");
        }
    }

    #[test]
    fn people_come_in_three_forms() {
        let (first_name, last_name) = ("A. H.".to_owned(), "Tammsaare".to_owned());
        let expected = Patch::Value(vec![PersonName { first_name, last_name }]);
        for json in [
            r#"{"authors":[{"firstName":"A. H.","lastName":"Tammsaare"}]}"#,
            r#"{"authorFirstName":"A. H.","authorLastName":"Tammsaare"}"#,
            r#"{"author":"A. H. Tammsaare"}"#,
        ] {
            assert_eq!(check(json).unwrap().authors, expected, "{json}");
        }
        assert_eq!(check(r#"{"reader":null}"#).unwrap().readers, Patch::Null);
        assert_eq!(check("{}").unwrap().readers, Patch::Absent);
    }

    #[test]
    fn descriptions_are_cleaned_and_plain_ones_become_paragraphs() {
        let described = |text: &str| {
            let json = serde_json::json!({ "description": text }).to_string();
            check(&json).unwrap().description.value().unwrap()
        };
        assert_eq!(described("Üks & kaks\n\nkolm"), "<p>Üks &amp; kaks</p><p>kolm</p>");
        assert_eq!(described("<p onclick=x()>a<script>b</script></p>"), "<p>a</p>");
    }

    #[test]
    fn lengths_are_seconds() {
        assert_eq!(check(r#"{"length":61.5}"#).unwrap().length_ms, Patch::Value(61_500));
        assert!(check(r#"{"length":1e300}"#).is_err());
    }
}
