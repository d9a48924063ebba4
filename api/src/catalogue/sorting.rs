//! The orders of lists. Each book has one key an order; keys are unique, so a page's end is a place that stays.

use heliriiul_db::{BookId, Timestamp};
use icu_collator::{
    Collator, CollatorBorrowed,
    options::{CollatorOptions, Strength},
    preferences::CollationNumericOrdering,
};
use icu_locale_core::locale;
use serde::Deserialize;
use utoipa::ToSchema;

use super::entry::SortKeys;
use super::view::Person;

/// What a list of books is ordered by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Sort {
    /// By the Estonian alphabet: … r s š z ž t … õ ä ö ü.
    Title,
    /// The latest added first.
    Newest,
    /// By the first author's last name.
    Author,
    /// The book on most shelves first.
    Popular,
}

impl Sort {
    /// Stands in a cursor, so that one of another order is refused.
    pub(super) const fn letter(self) -> u8 {
        match self {
            Self::Title => b't',
            Self::Newest => b'n',
            Self::Author => b'a',
            Self::Popular => b'p',
        }
    }

    pub(super) const fn key(self, keys: &SortKeys) -> &[u8] {
        match self {
            Self::Title => &keys.title,
            Self::Newest => &keys.newest,
            Self::Author => &keys.author,
            Self::Popular => &keys.popular,
        }
    }
}

/// Makes the keys.
pub(super) struct Sorter(CollatorBorrowed<'static>);

/// What a key is made of.
pub(super) struct Sortable<'a> {
    pub id: BookId,
    pub title: &'a str,
    pub authors: &'a [Person],
    pub created_at: Timestamp,
    pub popularity: i64,
}

impl Sorter {
    pub fn new() -> Self {
        let mut preferences: icu_collator::CollatorPreferences = locale!("et").into();
        preferences.numeric_ordering = Some(CollationNumericOrdering::True);
        let mut options = CollatorOptions::default();
        options.strength = Some(Strength::Tertiary);
        Self(Collator::try_new(preferences, options).expect("the collation of Estonian is compiled in"))
    }

    pub fn keys(&self, book: &Sortable<'_>) -> SortKeys {
        let title = self.text(book.title);
        let mut author = Vec::new();
        for person in book.authors.iter().take(1) {
            author.extend(self.text(&person.last_name));
            author.push(0);
            author.extend(self.text(&person.first_name));
        }
        author.push(0);
        author.extend_from_slice(&title);
        let newest = (i64::MAX - book.created_at.millis()).to_be_bytes().to_vec();
        let mut popular = (i64::MAX - book.popularity).to_be_bytes().to_vec();
        popular.extend_from_slice(&title);
        let finish = |mut key: Vec<u8>| {
            key.extend_from_slice(book.id.uuid().as_bytes());
            key.into_boxed_slice()
        };
        SortKeys {
            title: finish(title),
            author: finish(author),
            newest: finish(newest),
            popular: finish(popular),
        }
    }

    /// Quotes and the like before the first letter do not count.
    fn text(&self, text: &str) -> Vec<u8> {
        let text = text.trim_start_matches(|letter: char| !letter.is_alphanumeric());
        let mut key = Vec::with_capacity(text.len() * 3);
        let Ok(()) = self.0.write_sort_key_to(text, &mut key);
        key
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_stand_in_the_order_of_the_estonian_alphabet() {
        let sorter = Sorter::new();
        let ordered = [
            "Aabits",
            "„Kevade“",
            "Rehepapp",
            "Suvi",
            "Šokk",
            "Zoo",
            "Žürii",
            "Talv",
            "Tõde ja õigus 2",
            "Tõde ja õigus 10",
            "Udu",
            "Vari",
            "Õigus",
            "Äike",
            "Öö",
            "Ümera jõel",
        ];
        let mut shuffled: Vec<&str> = ordered.iter().rev().copied().collect();
        shuffled.sort_by_key(|title| sorter.text(title));
        assert_eq!(shuffled, ordered);
    }
}
