//! The orders of lists. Each book has a unique key for each order, so the key of the last book of a page is a stable cursor.

use icu_collator::{
    Collator, CollatorBorrowed,
    options::{CollatorOptions, Strength},
    preferences::CollationNumericOrdering,
};
use icu_locale_core::locale;
use serde::Deserialize;
use utoipa::ToSchema;

use super::book::BookRows;

/// The order of a list of books.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Sort {
    /// By the Estonian alphabet: … r s š z ž t … õ ä ö ü.
    Title,
    /// The latest added first.
    Newest,
    /// By the first author's last name.
    Author,
    /// The book in most libraries first.
    Popular,
}

impl Sort {
    pub const ALL: [Self; 4] = [Self::Title, Self::Newest, Self::Author, Self::Popular];

    /// The first byte of a cursor, so that a cursor of another order is rejected.
    pub const fn letter(self) -> u8 {
        match self {
            Self::Title => b't',
            Self::Newest => b'n',
            Self::Author => b'a',
            Self::Popular => b'p',
        }
    }

    pub const fn key(self, keys: &SortKeys) -> &[u8] {
        match self {
            Self::Title => &keys.title,
            Self::Newest => &keys.newest,
            Self::Author => &keys.author,
            Self::Popular => &keys.popular,
        }
    }
}

/// The sort keys of a book: bytes that compare as the texts do in Estonian, each with the book's id at the end.
#[derive(Debug)]
pub struct SortKeys {
    pub title: Box<[u8]>,
    pub author: Box<[u8]>,
    pub newest: Box<[u8]>,
    pub popular: Box<[u8]>,
}

/// Makes the keys.
pub struct SortKeyMaker(CollatorBorrowed<'static>);

impl SortKeyMaker {
    pub fn new() -> Self {
        let mut preferences: icu_collator::CollatorPreferences = locale!("et").into();
        preferences.numeric_ordering = Some(CollationNumericOrdering::True);
        let mut options = CollatorOptions::default();
        options.strength = Some(Strength::Tertiary);
        Self(Collator::try_new(preferences, options).expect("the collation of Estonian is compiled in"))
    }

    pub fn keys(&self, rows: &BookRows) -> SortKeys {
        let title = self.text(&rows.book.title);
        let mut author = Vec::new();
        if let Some(name) = rows.authors.first() {
            author.extend(self.text(&name.last_name));
            author.push(0);
            author.extend(self.text(&name.first_name));
        }
        author.push(0);
        author.extend_from_slice(&title);
        let newest = (i64::MAX - rows.book.created_at.millis()).to_be_bytes().to_vec();
        let mut popular = (i64::MAX - rows.popularity).to_be_bytes().to_vec();
        popular.extend_from_slice(&title);
        let finish = |mut key: Vec<u8>| {
            key.extend_from_slice(rows.book.id.uuid().as_bytes());
            key.into_boxed_slice()
        };
        SortKeys {
            title: finish(title),
            author: finish(author),
            newest: finish(newest),
            popular: finish(popular),
        }
    }

    /// Quotes and other signs before the first letter are ignored.
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
        let key_maker = SortKeyMaker::new();
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
        shuffled.sort_by_key(|title| key_maker.text(title));
        assert_eq!(shuffled, ordered);
    }
}
