//! The test catalogue: 413 real titles with descriptions of our own and made-up ISBNs, and 116 graded queries.
//!
//! `queries-dev.tsv` has the columns kind, query, and the books that fit with their grade (3 the book asked for, 2 a
//! good answer, 1 acceptable). The kinds: EXA as written, INF inflected, GEN author in another case, DIA without
//! õ ä ö ü š ž, TYP typing errors, PRE unfinished last word, CMP compounds, ISB ISBN, MIX several fields.

use heliriiul_search::BookDocument;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Record {
    id: String,
    title: String,
    author_first_name: Option<String>,
    author_last_name: String,
    categories: Vec<String>,
    test_isbn: String,
    description: String,
}

pub fn books() -> Vec<BookDocument> {
    include_str!("books.jsonl")
        .lines()
        .map(|line| {
            let record: Record = serde_json::from_str(line).expect("a line is a book");
            let first = record.author_first_name.map(|name| name + " ").unwrap_or_default();
            BookDocument {
                id: record.id,
                isbn: Some(record.test_isbn),
                title: record.title,
                authors: vec![first + &record.author_last_name],
                categories: record.categories,
                description: record.description,
                ..BookDocument::default()
            }
        })
        .collect()
}

/// The columns of each graded query: kind, query, `id:grade` with spaces between.
pub fn queries() -> Vec<[&'static str; 3]> {
    include_str!("queries-dev.tsv")
        .lines()
        .skip(1)
        .map(|line| line.split('\t').collect::<Vec<_>>().try_into().expect("three columns"))
        .collect()
}
