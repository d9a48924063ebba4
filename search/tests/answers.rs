//! Searches an index of a few books, and checks the hits and their order.

use heliriiul_search::{BookDocument, SearchIndex};
use tempfile::TempDir;

fn book(id: &str, title: &str, author: &str) -> BookDocument {
    BookDocument {
        id: id.to_owned(),
        title: title.to_owned(),
        authors: vec![author.to_owned()],
        ..BookDocument::default()
    }
}

fn shelf() -> Vec<BookDocument> {
    vec![
        BookDocument {
            isbn: Some("978-9985-3-2345-7".to_owned()),
            readers: vec!["Tõnu Kark".to_owned()],
            publisher: Some("Varrak".to_owned()),
            categories: vec!["Ilukirjandus".to_owned(), "Ulme".to_owned()],
            ..book("ussisonad", "Mees, kes teadis ussisõnu", "Andrus Kivirähk")
        },
        BookDocument {
            subtitle: Some("ehk November".to_owned()),
            description: "Mõisaküla rahvas teeb kratte.".to_owned(),
            ..book("rehepapp", "Rehepapp", "Andrus Kivirähk")
        },
        BookDocument {
            categories: vec!["Lasteraamatud".to_owned()],
            ..book("lotte", "Leiutajateküla Lotte", "Andrus Kivirähk")
        },
        book("sugisball", "Sügisball", "Mati Unt"),
        book("libahunt", "Libahunt", "August Kitzberg"),
        book("kevade", "Kevade", "Oskar Luts"),
        book("suvi", "Suvi", "Oskar Luts"),
        book("laul", "Kevade laul", "Juhan Liiv"),
        book("tammsaare", "Tõde ja õigus", "A. H. Tammsaare"),
    ]
}

/// An index and its folder, which must outlive it.
fn index(books: Vec<BookDocument>) -> (SearchIndex, TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let index = SearchIndex::open(folder.path()).expect("a new index");
    index.rebuild(books, 1).expect("the books are indexed");
    (index, folder)
}

fn ids(index: &SearchIndex, query: &str) -> Vec<String> {
    index.search_books(query, 50).expect("an answer").into_iter().map(|hit| hit.id).collect()
}

#[test]
fn a_book_is_found_by_whatever_is_known_of_it() {
    let (index, _folder) = index(shelf());
    for (query, first) in [
        ("Tõde ja õigus", "tammsaare"),
        ("tõe ja õigused tammsaare", "tammsaare"),
        ("november", "rehepapp"),
        ("kratid", "rehepapp"),
        ("ussisõnad", "ussisonad"),
        ("USSISONU", "ussisonad"),
        ("tõnu kargi loetud", "ussisonad"),
        ("varrak", "ussisonad"),
        ("ulmeraamatud kivirähk", "ussisonad"),
        ("978 9985 3 2345 7", "ussisonad"),
        ("978998532", "ussisonad"),
        ("9985-3-2345-X", "ussisonad"),
        ("sügis ball", "sugisball"),
        ("hundid", "libahunt"),
        ("reheppap", "rehepapp"),
        ("kitsberg", "libahunt"),
        ("tam", "tammsaare"),
        ("kivirähki lasteraamat", "lotte"),
    ] {
        assert_eq!(ids(&index, query).first().map(String::as_str), Some(first), "{query}");
    }
}

#[test]
fn a_title_that_is_the_query_comes_first() {
    let (index, _folder) = index(shelf());
    assert_eq!(ids(&index, "kevade"), ["kevade", "laul"]);
}

#[test]
fn a_popular_book_comes_before_its_like() {
    let mut books = vec![book("first", "Suvi", "Oskar Luts"), book("second", "Suvi", "Oskar Luts")];
    for popular in [0, 1] {
        books[popular].popularity = 1_000;
        books[1 - popular].popularity = 0;
        let (index, _folder) = index(books.clone());
        assert_eq!(ids(&index, "suvi")[0], books[popular].id);
    }
}

#[test]
fn all_words_come_before_some_words() {
    let (index, _folder) = index(shelf());
    let found = index.search_books("lutsu kevade", 50).expect("an answer");
    let ids: Vec<&str> = found.iter().map(|hit| hit.id.as_str()).collect();
    assert_eq!(ids[0], "kevade");
    assert!(ids.contains(&"suvi") && ids.contains(&"laul"), "{ids:?}");
    assert!(found.is_sorted_by(|one, other| one.score >= other.score), "{found:?}");
}

#[test]
fn no_more_than_asked_for() {
    let (index, _folder) = index(shelf());
    assert_eq!(index.search_books("kivirähk", 2).expect("an answer").len(), 2);
    assert!(index.search_books("kivirähk", 0).expect("an answer").is_empty());
}
