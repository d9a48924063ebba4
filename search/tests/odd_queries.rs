//! The search survives any text that is typed, pasted or imported.

use heliriiul_search::{BookDocument, SearchIndex};
use proptest::prelude::*;
use tempfile::TempDir;

/// An index and its folder, which must outlive it.
fn index(book: BookDocument) -> (SearchIndex, TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let index = SearchIndex::open(folder.path()).expect("a new index");
    index.rebuild([book], 1).expect("the book is indexed");
    (index, folder)
}

fn kevade() -> BookDocument {
    BookDocument {
        id: "kevade".to_owned(),
        title: "Kevade".to_owned(),
        authors: vec!["Oskar Luts".to_owned()],
        description: "Kui Arno isaga koolimajja jõudis, olid tunnid juba alanud.".to_owned(),
        ..BookDocument::default()
    }
}

#[test]
fn odd_queries_are_answered() {
    let (index, _folder) = index(kevade());
    let megabytes = "õunapuu ".repeat(1_000_000);
    let one_word = "õ".repeat(5_000_000);
    for query in [
        "",
        " ",
        "\0",
        "\0\0kevade",
        "…—!?",
        "''''",
        "🙂",
        "🙂🙃 👩‍👩‍👧",
        "\u{301}\u{301}",
        "-",
        "AND OR NOT",
        "title:*",
        "\"",
        "(",
        "9-9-9-9-9-9-9-9",
        "xxxxxxxxxx",
    ]
    .into_iter()
    .chain([megabytes.as_str(), one_word.as_str()])
    {
        index.search_books(query, 50).expect("an answer");
    }
    assert_eq!(index.search_books("\0kevade\0 🙂", 50).expect("an answer").len(), 1);
}

#[test]
fn odd_documents_are_indexed() {
    let endless = "sõna".repeat(500_000);
    let (index, _folder) = index(BookDocument {
        id: "odd".to_owned(),
        isbn: Some("no isbn".to_owned()),
        title: format!("\0 🙂 {endless} leitav"),
        description: "lause ".repeat(100_000),
        popularity: u64::MAX,
        ..BookDocument::default()
    });
    assert_eq!(index.search_books("leitav", 50).expect("an answer").len(), 1);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_is_a_query_and_a_title(query in any::<String>(), title in any::<String>()) {
        let (index, _folder) = index(BookDocument { id: "any".to_owned(), title, ..kevade() });
        index.search_books(&query, 50).expect("an answer");
    }

    #[test]
    fn any_letters_are_a_query(queries in prop::collection::vec("[a-zõäöüšž' -]{0,60}", 50)) {
        let (index, _folder) = index(kevade());
        for query in queries {
            index.search_books(&query, 50).expect("an answer");
        }
    }
}
