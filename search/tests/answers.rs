//! Searches an index of a few books and pages, and checks the hits and their order.

use heliriiul_search::{BookDocument, PageDocument, SearchIndex};

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

fn index(books: Vec<BookDocument>) -> SearchIndex {
    let index = SearchIndex::in_memory().expect("an index in memory");
    index.rebuild(books, [], 1).expect("the books are indexed");
    index
}

fn ids(index: &SearchIndex, query: &str) -> Vec<String> {
    index.search_books(query, 50).expect("an answer").into_iter().map(|hit| hit.id).collect()
}

#[test]
fn a_book_is_found_by_whatever_is_known_of_it() {
    let index = index(shelf());
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
    assert_eq!(ids(&index(shelf()), "kevade"), ["kevade", "laul"]);
}

#[test]
fn a_popular_book_comes_before_its_like() {
    let mut books = vec![book("first", "Suvi", "Oskar Luts"), book("second", "Suvi", "Oskar Luts")];
    for popular in [0, 1] {
        books[popular].popularity = 1_000;
        books[1 - popular].popularity = 0;
        assert_eq!(ids(&index(books.clone()), "suvi")[0], books[popular].id);
    }
}

#[test]
fn all_words_come_before_some_words() {
    let index = index(shelf());
    let found = index.search_books("lutsu kevade", 50).expect("an answer");
    let ids: Vec<&str> = found.iter().map(|hit| hit.id.as_str()).collect();
    assert_eq!(ids[0], "kevade");
    assert!(ids.contains(&"suvi") && ids.contains(&"laul"), "{ids:?}");
    assert!(found.is_sorted_by(|one, other| one.score >= other.score), "{found:?}");
}

#[test]
fn no_more_than_asked_for() {
    let index = index(shelf());
    assert_eq!(index.search_books("kivirähk", 2).expect("an answer").len(), 2);
    assert!(index.search_books("kivirähk", 0).expect("an answer").is_empty());
}

#[test]
fn pages_are_found_apart_from_books() {
    let index = index(shelf());
    let page = PageDocument {
        id: "terms".to_owned(),
        identifier: "kasutustingimused".to_owned(),
        title: "Kasutustingimused".to_owned(),
        text: "Paketi tellija võib kuulata kõiki audioraamatuid.".to_owned(),
    };
    index.upsert_pages(std::slice::from_ref(&page)).expect("a page is added");
    for query in ["tingimused", "kasutustingimustest", "pakett", "audioraamatu tellimine"] {
        let hits = index.search_pages(query, 10).expect("an answer");
        assert_eq!(hits.first().map(|hit| hit.id.as_str()), Some("terms"), "{query}");
        assert!(index.search_books(query, 10).expect("an answer").iter().all(|hit| hit.id != "terms"));
    }
    assert!(index.search_pages("kevade", 10).expect("an answer").is_empty());
    index.remove_pages(&["terms".to_owned()]).expect("the page is removed");
    assert!(index.search_pages("tingimused", 10).expect("an answer").is_empty());
}
