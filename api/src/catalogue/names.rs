//! The names in addresses: [`Slug`], [`CategoryPath`] and [`Isbn`]. Only `parse` makes them, so all of them are valid.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, de::Error as _};
use thiserror::Error;
use unicode_normalization::UnicodeNormalization;
use utoipa::ToSchema;

/// Why a text is not a valid name.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum NameError {
    #[error(
        "a slug is small letters a–z and digits, in parts joined by single hyphens, at most 100 characters"
    )]
    Slug,
    #[error("this slug is an address of the store itself")]
    Reserved,
    #[error("a category path is slugs joined by '/', at most 5 of them")]
    Path,
    #[error("not an ISBN of 10 or 13 digits with a right check digit")]
    Isbn,
}

/// Slugs under `/raamatud/` that are not books.
const RESERVED: [&str; 2] = ["kategooria", "isbn"];

const SLUG_LENGTH: usize = 100;
const PATH_DEPTH: usize = 5;

/// One part of an address: `tode-ja-oigus-1`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, sqlx::Type, ToSchema)]
#[serde(transparent)]
#[sqlx(transparent)]
#[schema(example = "kevade")]
pub struct Slug(String);

impl Slug {
    pub fn parse(text: &str) -> Result<Self, NameError> {
        let is_part = |part: &str| {
            !part.is_empty() && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        };
        if text.len() > SLUG_LENGTH || !text.split('-').all(is_part) {
            return Err(NameError::Slug);
        }
        if RESERVED.contains(&text) {
            return Err(NameError::Reserved);
        }
        Ok(Self(text.to_owned()))
    }

    /// Makes a slug of a title: letters without accents, everything else as hyphens. Fails if no letter or digit is left.
    pub fn from_title(title: &str) -> Result<Self, NameError> {
        let mut slug = String::new();
        for letter in title.nfd().flat_map(char::to_lowercase) {
            match letter {
                'a'..='z' | '0'..='9' => slug.push(letter),
                // Accents, which the decomposition has split from their letters.
                '\u{300}'..='\u{36f}' | '\'' | '’' => {}
                'ß' => slug.push_str("ss"),
                'æ' => slug.push_str("ae"),
                'ø' => slug.push('o'),
                'ł' => slug.push('l'),
                _ if !slug.is_empty() && !slug.ends_with('-') => slug.push('-'),
                _ => {}
            }
        }
        slug.truncate(SLUG_LENGTH);
        Self::parse(slug.trim_end_matches('-'))
    }
}

/// The chain of slugs from the top ancestor down to a category: `romaanid/ajaloolised`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, sqlx::Type, ToSchema)]
#[serde(transparent)]
#[sqlx(transparent)]
#[schema(example = "romaanid/ajaloolised")]
pub struct CategoryPath(String);

impl CategoryPath {
    pub fn parse(text: &str) -> Result<Self, NameError> {
        let text = text.trim_matches('/');
        if text.split('/').count() > PATH_DEPTH || text.split('/').any(|part| Slug::parse(part).is_err()) {
            return Err(NameError::Path);
        }
        Ok(Self(text.to_owned()))
    }

    /// The last slug of the chain.
    pub fn slug(&self) -> &str {
        self.0.rsplit('/').next().unwrap_or(&self.0)
    }

    /// The path of the category above, `None` at the top.
    pub fn parent(&self) -> Option<Self> {
        self.0.rsplit_once('/').map(|(parent, _)| Self(parent.to_owned()))
    }
}

/// An ISBN of 13 digits with a valid check digit. One of 10 digits is converted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, sqlx::Type, ToSchema)]
#[serde(transparent)]
#[sqlx(transparent)]
#[schema(example = "9789916001011")]
pub struct Isbn(String);

impl Isbn {
    /// Hyphens and spaces are ignored.
    pub fn parse(text: &str) -> Result<Self, NameError> {
        let digits: Vec<u8> = text.bytes().filter(|b| !matches!(b, b'-' | b' ')).take(14).collect();
        match digits.len() {
            13 => Self::from_13(&digits),
            10 => Self::from_10(&digits),
            _ => Err(NameError::Isbn),
        }
    }

    fn from_13(digits: &[u8]) -> Result<Self, NameError> {
        let has_known_prefix = digits.starts_with(b"978") || digits.starts_with(b"979");
        let is_number = has_known_prefix && digits.iter().all(u8::is_ascii_digit);
        if !is_number || digits[12] != check_digit_13(&digits[..12]) {
            return Err(NameError::Isbn);
        }
        Ok(Self(digits.iter().map(|&b| char::from(b)).collect()))
    }

    fn from_10(digits: &[u8]) -> Result<Self, NameError> {
        let mut sum = 0;
        for (index, &digit) in digits.iter().enumerate() {
            let value = match digit {
                b'0'..=b'9' => usize::from(digit - b'0'),
                b'X' | b'x' if index == 9 => 10,
                _ => return Err(NameError::Isbn),
            };
            sum += value * (10 - index);
        }
        if sum % 11 != 0 {
            return Err(NameError::Isbn);
        }
        let mut longer = b"978".to_vec();
        longer.extend_from_slice(&digits[..9]);
        longer.push(check_digit_13(&longer));
        Self::from_13(&longer)
    }
}

/// Of twelve digits in ASCII, as ASCII.
fn check_digit_13(digits: &[u8]) -> u8 {
    let sum: u32 = digits
        .iter()
        .enumerate()
        .map(|(index, &digit)| u32::from(digit - b'0') * if index % 2 == 0 { 1 } else { 3 })
        .sum();
    b'0' + u8::try_from((10 - sum % 10) % 10).unwrap_or_default()
}

macro_rules! text_name {
    ($($name:ident),+) => {$(
        impl $name {
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::parse(&String::deserialize(deserializer)?).map_err(D::Error::custom)
            }
        }
    )+};
}

text_name!(Slug, CategoryPath, Isbn);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn isbns_are_checked_and_made_13_digits_long() {
        for (text, isbn) in [
            ("978-9916-00-101-1", Some("9789916001011")),
            ("9789916001012", None),
            ("0-306-40615-2", Some("9780306406157")),
            ("0-8044-2957-X", Some("9780804429573")),
            ("0-8044-2957-1", None),
            ("123", None),
            ("97899160010119789916001011", None),
            ("978991600101õ", None),
            ("", None),
        ] {
            let parsed = Isbn::parse(text).ok();
            assert_eq!(parsed.as_ref().map(Isbn::as_str), isbn, "{text}");
        }
    }

    #[test]
    fn slugs_are_plain() {
        for good in ["kevade", "tode-ja-oigus-1", "1984"] {
            assert!(Slug::parse(good).is_ok(), "{good}");
        }
        for bad in ["", "-a", "a-", "a--b", "Kevade", "a/b", "õ", "a b", &"a".repeat(101)] {
            assert_eq!(Slug::parse(bad), Err(NameError::Slug), "{bad}");
        }
        assert_eq!(Slug::parse("isbn"), Err(NameError::Reserved));
    }

    #[test]
    fn titles_become_slugs() {
        for (title, slug) in [
            ("Tõde ja õigus I", "tode-ja-oigus-i"),
            ("„Žürii“ – šokk!", "zurii-sokk"),
            ("Verne’i reis", "vernei-reis"),
        ] {
            assert_eq!(Slug::from_title(title).unwrap().as_str(), slug);
        }
        assert!(Slug::from_title("…").is_err());
    }

    #[test]
    fn paths_are_chains_of_slugs() {
        let path = CategoryPath::parse("/romaanid/ajaloolised/").unwrap();
        assert_eq!(path.slug(), "ajaloolised");
        assert_eq!(path.parent().unwrap().as_str(), "romaanid");
        assert_eq!(path.parent().unwrap().parent(), None);
        for bad in ["", "a//b", "a/Õ", "a/b/c/d/e/f"] {
            assert_eq!(CategoryPath::parse(bad), Err(NameError::Path), "{bad}");
        }
    }
}
