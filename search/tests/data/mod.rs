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

pub struct GradedQuery {
    pub kind: &'static str,
    pub query: &'static str,
    pub grades: Vec<(&'static str, i32)>,
}

pub fn queries() -> Vec<GradedQuery> {
    include_str!("queries-dev.tsv")
        .lines()
        .skip(1)
        .map(|line| {
            let [kind, query, relevant] = line.split('\t').collect::<Vec<_>>()[..] else {
                panic!("three columns: {line}")
            };
            let grades = relevant.split(' ').map(|pair| {
                let (id, grade) = pair.split_once(':').expect("id:grade");
                (id, grade.parse().expect("a grade is a number"))
            });
            GradedQuery { kind, query, grades: grades.collect() }
        })
        .collect()
}
