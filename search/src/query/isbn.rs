//! Queries that can only be an ISBN, or its beginning.

use tantivy::query::BooleanQuery;
use tantivy::schema::Field;

use super::dictionary::Dictionary;
use super::terms::{at_least, term};
use crate::schema::isbn_characters;

/// A text with fewer digits may be a title, a year or a number in a series.
const FEWEST_DIGITS: usize = 7;
/// The largest number of books that one beginning finds.
const MAX_BOOKS: usize = 50;

/// `None` if the text is not an ISBN, or no book has it.
pub(super) fn query(
    dictionary: &Dictionary,
    field: Field,
    text: &str,
) -> tantivy::Result<Option<BooleanQuery>> {
    let mut terms = Vec::new();
    for beginning in beginnings(text) {
        terms.extend(dictionary.beginning_with(field, &beginning, MAX_BOOKS)?);
    }
    let queries: Vec<_> = terms.iter().map(|isbn| term(field, isbn, 1.0)).collect();
    Ok((!queries.is_empty()).then(|| at_least(queries, 1)))
}

/// Returns the possible beginnings of the ISBN. Ten digits may be an ISBN-10: the ISBN-13 without its first three
/// digits and with another check digit.
fn beginnings(text: &str) -> Vec<String> {
    let isbn = isbn_characters(text);
    let is_separator =
        |character: char| character.is_whitespace() || matches!(character, '-' | '‐' | '‑' | '–');
    let is_isbn = text
        .chars()
        .all(|character| character.is_ascii_digit() || "xX".contains(character) || is_separator(character));
    if !is_isbn || isbn.len() < FEWEST_DIGITS {
        return Vec::new();
    }
    let new = (isbn.len() == 10).then(|| format!("978{}", &isbn[..9]));
    std::iter::once(isbn).chain(new).collect()
}

#[cfg(test)]
mod tests {
    use super::beginnings;

    #[test]
    fn beginnings_of_isbns() {
        let cases: [(&str, &[&str]); 7] = [
            ("978-9900-42-555-7", &["9789900425557"]),
            ("978 9900 22 486 0", &["9789900224860"]),
            ("9789900143", &["9789900143", "978978990014"]),
            ("9985-9-2345-x", &["998592345X", "978998592345"]),
            ("1984", &[]),
            ("9789900 kevade", &[]),
            ("", &[]),
        ];
        for (text, expected) in cases {
            assert_eq!(beginnings(text), expected, "{text:?}");
        }
    }
}
