//! What a record says of a book, checked.

use serde::{Deserialize, Deserializer};

use super::faults::{Fault, Faults};
use crate::{
    catalogue::{
        names::{CategoryPath, Isbn, Slug},
        view::PaymentType,
    },
    money::Cents,
};

const TITLE_LENGTH: usize = 300;
const NAME_LENGTH: usize = 120;
const PEOPLE: usize = 30;
/// 10,000 euro.
const DEAREST: Cents = Cents::new(1_000_000);
/// 1,000 hours.
const LONGEST_SECONDS: f64 = 3_600_000.0;

/// A field of a record.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Patch<T> {
    /// Not mentioned: what the book has stays.
    #[default]
    Nothing,
    /// `null`: the book has none.
    None,
    Value(T),
}

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Patch<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Option::deserialize(deserializer)?.map_or(Self::None, Self::Value))
    }
}

impl<T> Patch<T> {
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Patch<U> {
        match self {
            Self::Nothing => Patch::Nothing,
            Self::None => Patch::None,
            Self::Value(value) => Patch::Value(change(value)),
        }
    }

    /// What the book has from now on.
    pub fn or_keep(self, kept: Option<T>) -> Option<T> {
        match self {
            Self::Nothing => kept,
            Self::None => None,
            Self::Value(value) => Some(value),
        }
    }

    /// For what every book has: `null` is the default.
    pub fn or_keep_or(self, kept: T, default: T) -> T {
        match self {
            Self::Nothing => kept,
            Self::None => default,
            Self::Value(value) => value,
        }
    }

    const fn is_nothing(&self) -> bool {
        matches!(self, Self::Nothing)
    }
}

/// A record as it stands in a line of JSON (`camelCase`) or in `book.toml` (`snake_case`).
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RawFacts {
    pub slug: Patch<String>,
    pub isbn: Patch<String>,
    pub title: Patch<String>,
    pub subtitle: Patch<String>,
    pub publisher: Patch<String>,
    pub description: Patch<String>,
    #[serde(alias = "publish_year")]
    pub publish_year: Patch<i64>,
    pub language: Patch<String>,
    /// Seconds; counts only while the book has no sound, which is measured.
    pub length: Patch<f64>,
    pub price: Patch<Cents>,
    #[serde(alias = "payment_type")]
    pub payment_type: Patch<PaymentType>,
    #[serde(alias = "visible", alias = "is_visible")]
    pub is_visible: Patch<bool>,
    pub authors: Patch<Vec<RawPerson>>,
    pub readers: Patch<Vec<RawPerson>>,
    pub author_first_name: Patch<String>,
    pub author_last_name: Patch<String>,
    pub reader_first_name: Patch<String>,
    pub reader_last_name: Patch<String>,
    /// The full name, for records that do not part it.
    pub author: Patch<String>,
    pub reader: Patch<String>,
    pub categories: Patch<Vec<String>>,
}

#[derive(Clone, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RawPerson {
    #[serde(alias = "first_name")]
    pub first_name: String,
    #[serde(alias = "last_name")]
    pub last_name: String,
}

/// First and last name.
pub type PersonName = (String, String);

/// What a record says, each part within its limits.
#[derive(Debug, Default)]
pub struct Facts {
    pub slug: Option<Slug>,
    /// For a new book that the record gives no slug.
    pub fallback_slug: Option<Slug>,
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

impl Facts {
    /// Checks a record. The error says all that is wrong, in words.
    pub fn check(raw: RawFacts) -> Result<Self, Vec<String>> {
        Self::check_fields(raw).map_err(|faults| faults.iter().map(ToString::to_string).collect())
    }

    /// Checks a record. The error names each field at fault and its rule.
    pub fn check_fields(raw: RawFacts) -> Result<Self, Vec<Fault>> {
        let mut faults = Faults::default();
        let authors = people(
            &mut faults,
            "authors",
            raw.authors,
            (raw.author_first_name, raw.author_last_name),
            raw.author,
        );
        let readers = people(
            &mut faults,
            "readers",
            raw.readers,
            (raw.reader_first_name, raw.reader_last_name),
            raw.reader,
        );
        let facts = Self {
            slug: faults.named("slug", raw.slug, Slug::parse).or_keep(None),
            fallback_slug: None,
            isbn: faults.named("isbn", raw.isbn, Isbn::parse),
            title: faults.text("title", raw.title, TITLE_LENGTH).or_keep(None),
            subtitle: faults.text("subtitle", raw.subtitle, TITLE_LENGTH),
            publisher: faults.text("publisher", raw.publisher, NAME_LENGTH),
            description: faults.description(raw.description),
            publish_year: faults
                .within("publishYear", "out-of-range", raw.publish_year, |year| (1..=9_999).contains(year)),
            language: faults.within("language", "invalid", raw.language, |code: &String| {
                (2..=3).contains(&code.len()) && code.bytes().all(|b| b.is_ascii_lowercase())
            }),
            length_ms: faults
                .within("length", "out-of-range", raw.length, |seconds| {
                    (0.0..=LONGEST_SECONDS).contains(seconds)
                })
                .map(millis),
            price: faults
                .within("price", "out-of-range", raw.price, |price| (Cents::ZERO..=DEAREST).contains(price)),
            payment_type: raw.payment_type,
            is_visible: raw.is_visible,
            authors,
            readers,
            categories: faults.categories(raw.categories),
        };
        if faults.0.is_empty() { Ok(facts) } else { Err(faults.0) }
    }

    /// For a record that is all there is to say of its book: what it leaves out, the book does not have.
    #[must_use]
    pub fn complete(mut self) -> Self {
        fn settle<T>(field: &mut Patch<T>) {
            if field.is_nothing() {
                *field = Patch::None;
            }
        }
        settle(&mut self.isbn);
        settle(&mut self.subtitle);
        settle(&mut self.publisher);
        settle(&mut self.description);
        settle(&mut self.publish_year);
        settle(&mut self.language);
        settle(&mut self.price);
        settle(&mut self.payment_type);
        settle(&mut self.is_visible);
        settle(&mut self.authors);
        settle(&mut self.readers);
        settle(&mut self.categories);
        self
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the limits were checked")]
#[expect(clippy::float_arithmetic, reason = "files give seconds with decimals")]
fn millis(seconds: f64) -> i64 {
    (seconds * 1_000.0).round() as i64
}

/// The list of people, or the names of the first alone, or one full name.
fn people(
    faults: &mut Faults,
    field: &str,
    all: Patch<Vec<RawPerson>>,
    (first, last): (Patch<String>, Patch<String>),
    full: Patch<String>,
) -> Patch<Vec<PersonName>> {
    let all = if !all.is_nothing() {
        all
    } else if !first.is_nothing() || !last.is_nothing() {
        let person = RawPerson {
            first_name: first.or_keep(None).unwrap_or_default(),
            last_name: last.or_keep(None).unwrap_or_default(),
        };
        Patch::Value(vec![person])
    } else {
        full.map(|name| {
            let (first, last) = name.trim().rsplit_once(' ').unwrap_or(("", name.trim()));
            vec![RawPerson { first_name: first.to_owned(), last_name: last.to_owned() }]
        })
    };
    all.map(|listed| {
        if listed.len() > PEOPLE {
            faults.add(field, "too-long", "more than 30 people");
        }
        let mut name = |text: String| {
            let checked = faults.text(field, Patch::Value(text), NAME_LENGTH);
            checked.or_keep(None).unwrap_or_default()
        };
        listed
            .into_iter()
            .take(PEOPLE)
            .map(|one| (name(one.first_name), name(one.last_name)))
            .filter(|(first, last)| !first.is_empty() || !last.is_empty())
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(json: &str) -> Result<Facts, Vec<String>> {
        Facts::check(serde_json::from_str(json).unwrap())
    }

    #[test]
    fn a_record_says_all_that_is_wrong_at_once() {
        let faults = check(
            r#"{"slug":"Kevade","isbn":"123","title":"a\u0000b","price":-1,"publishYear":99999,"categories":["Õ"]}"#,
        )
        .unwrap_err();
        for field in ["slug", "isbn", "title", "price", "publishYear", "categories"] {
            assert!(faults.iter().any(|fault| fault.starts_with(field)), "{field}: {faults:?}");
        }
    }

    #[test]
    fn people_come_in_three_forms() {
        let expected = Patch::Value(vec![("A. H.".to_owned(), "Tammsaare".to_owned())]);
        for json in [
            r#"{"authors":[{"firstName":"A. H.","lastName":"Tammsaare"}]}"#,
            r#"{"authorFirstName":"A. H.","authorLastName":"Tammsaare"}"#,
            r#"{"author":"A. H. Tammsaare"}"#,
        ] {
            assert_eq!(check(json).unwrap().authors, expected, "{json}");
        }
        assert_eq!(check(r#"{"reader":null}"#).unwrap().readers, Patch::None);
        assert_eq!(check("{}").unwrap().readers, Patch::Nothing);
    }

    #[test]
    fn descriptions_are_cleaned_and_plain_ones_become_paragraphs() {
        let described = |text: &str| {
            let json = serde_json::json!({ "description": text }).to_string();
            check(&json).unwrap().description.or_keep(None).unwrap()
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
