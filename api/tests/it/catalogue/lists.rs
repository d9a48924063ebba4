//! Lists, pages, single books and categories over HTTP.

use std::collections::HashSet;

use heliriiul::catalogue::import::{Outcome, Report};
use heliriiul_db::{ChangeKind, append_change};
use serde_json::{Value, json};

use crate::fixtures::app::TestApp;

const CATEGORIES: &str = r#"
[[category]]
slug = "romaanid"
name = "Romaanid"
in_menu = true

[[category]]
path = "romaanid/ajaloolised"
name = "Ajaloolised"

[[category]]
slug = "luule"
name = "Luule"
in_menu = true
"#;

fn record(slug: &str, title: &str) -> Value {
    json!({ "slug": slug, "title": title, "price": "9.90", "author": "Oskar Luts", "categories": ["romaanid"] })
}

async fn json_of(app: &TestApp, path: &str) -> Value {
    let answer = app.get(path).await;
    assert_eq!(answer.status(), 200, "{path}");
    answer.json().await.unwrap()
}

fn slugs(books: &Value) -> Vec<&str> {
    books.as_array().unwrap().iter().map(|book| book["slug"].as_str().unwrap()).collect()
}

async fn with_categories() -> TestApp {
    let app = TestApp::new().await;
    let report = app.import_categories(CATEGORIES).await;
    assert_eq!(report.refused(), 0, "{:?}", report.lines);
    app
}

#[tokio::test]
async fn a_book_has_all_its_fields() {
    let app = with_categories().await;
    app.import(&[json!({
        "slug": "kevade", "title": "Kevade", "subtitle": "Pildikesi", "isbn": "978-9916-00-116-5",
        "authors": [{ "firstName": "Oskar", "lastName": "Luts" }, { "lastName": "Teine" }],
        "reader": "Helga Hääl", "publisher": "Heliriiul", "publishYear": 2026, "length": 3600, "price": 9.9,
        "categories": ["romaanid/ajaloolised"], "description": "<p>Arno</p><script>x</script>",
    })])
    .await;
    let book = json_of(&app, "/api/books/slug/kevade").await;
    for (field, value) in [
        ("author", json!("Oskar Luts, Teine")),
        ("authorFirstName", json!("Oskar")),
        ("authorLastName", json!("Luts")),
        ("readerFirstName", json!("Helga")),
        ("readerLastName", json!("Hääl")),
        ("isbn", json!("9789916001165")),
        ("price", json!(9.90)),
        ("length", json!(3600)),
        ("paymentType", json!("ALL")),
        ("isVisible", json!(true)),
        ("publishYear", json!(2026)),
        ("description", json!("<p>Arno</p>")),
        ("cover", Value::Null),
        ("image", Value::Null),
        ("sample", Value::Null),
    ] {
        assert_eq!(book[field], value, "{field}");
    }
    let categories = json_of(&app, "/api/categories").await;
    let deepest = &categories[1];
    assert_eq!(deepest["path"], "romaanid/ajaloolised");
    assert_eq!(deepest["parentId"], categories[0]["id"]);
    assert_eq!(book["categoryIds"], json!([deepest["id"]]));
    assert_eq!(categories[0]["includeInMenu"], true);
    assert_eq!(categories[0]["bookIds"], Value::Null);
    let raw = app.get("/api/books/slug/kevade").await.text().await.unwrap();
    assert!(raw.contains("\"price\":9.90"), "{raw}");
    assert_eq!(json_of(&app, "/api/books/internal/isbn/9789916001165").await, json!({ "slug": "kevade" }));
    assert_eq!(json_of(&app, "/api/books/internal/isbn/9916001162").await["slug"], "kevade");
    for unknown in ["9789916001011", "123", "%C3%B5"] {
        assert_eq!(app.get(&format!("/api/books/internal/isbn/{unknown}")).await.status(), 404, "{unknown}");
    }
}

#[tokio::test]
async fn the_whole_list_is_in_estonian_order_and_pages_add_up_to_it() {
    let app = with_categories().await;
    let ordered = ["aabits", "suvi", "sokk", "zurii", "talv", "tode", "vari", "oigus", "aike", "oo", "umera"];
    let titles =
        ["Aabits", "Suvi", "Šokk", "Žürii", "Talv", "Tõde", "Vari", "Õigus", "Äike", "Öö", "Ümera jõel"];
    let records: Vec<Value> =
        ordered.iter().zip(titles).rev().map(|(slug, title)| record(slug, title)).collect();
    app.import(&records).await;
    let all = json_of(&app, "/api/books").await;
    assert_eq!(slugs(&all), ordered);
    assert!(all[0]["description"].is_string());
    for limit in [1, 4, 11, 100] {
        let mut seen = Vec::new();
        let mut next = format!("/api/books?limit={limit}&sort=title");
        loop {
            let page = json_of(&app, &next).await;
            assert_eq!(page["total"], 11);
            assert!(page["books"][0].get("description").is_none(), "pages hold cards");
            seen.extend(slugs(&page["books"]).into_iter().map(str::to_owned));
            let Some(cursor) = page["nextCursor"].as_str() else { break };
            next = format!("/api/books?limit={limit}&sort=title&cursor={cursor}");
        }
        assert_eq!(seen, ordered, "limit {limit}");
    }
}

#[tokio::test]
async fn pages_neither_repeat_nor_skip_while_books_come_and_go() {
    let app = with_categories().await;
    let records: Vec<Value> =
        (10..40).map(|n| record(&format!("raamat-{n}"), &format!("Raamat {n}"))).collect();
    app.import(&records).await;
    for sort in ["title", "author", "newest", "popular"] {
        let first = json_of(&app, &format!("/api/books?limit=10&sort={sort}")).await;
        let mut seen: Vec<String> = slugs(&first["books"]).into_iter().map(str::to_owned).collect();
        // Hide the last book of the page, and add a book before it.
        let last = seen.last().unwrap().clone();
        app.import(&[json!({ "slug": last, "isVisible": false }), record("aaa", "Aaa")]).await;
        let mut cursor = first["nextCursor"].as_str().map(str::to_owned);
        while let Some(after) = cursor {
            let page = json_of(&app, &format!("/api/books?limit=10&sort={sort}&cursor={after}")).await;
            seen.extend(slugs(&page["books"]).into_iter().map(str::to_owned));
            cursor = page["nextCursor"].as_str().map(str::to_owned);
        }
        let different: HashSet<&String> = seen.iter().collect();
        assert_eq!(different.len(), seen.len(), "{sort}: a book came twice");
        for n in 10..40 {
            assert!(seen.contains(&format!("raamat-{n}")), "{sort}: raamat-{n} was skipped");
        }
        app.import(&[
            json!({ "slug": last, "isVisible": true }),
            json!({ "slug": "aaa", "isVisible": false }),
        ])
        .await;
    }
}

#[tokio::test]
async fn lists_take_a_category_and_an_order() {
    let app = with_categories().await;
    app.import(&[
        json!({ "slug": "b", "title": "B", "author": "Mari Aas", "categories": ["romaanid"] }),
        json!({ "slug": "a", "title": "A", "author": "Jaan Õun", "categories": ["romaanid/ajaloolised"] }),
        json!({ "slug": "c", "title": "C", "author": "Ain Zoo", "categories": ["luule"] }),
    ])
    .await;
    let list = async |query: &str| {
        let list = json_of(&app, &format!("/api/books?{query}")).await;
        slugs(&list).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(list("category=romaanid").await, ["a", "b"]);
    assert_eq!(list("category=romaanid/ajaloolised").await, ["a"]);
    assert_eq!(list("category=romaanid%2Fajaloolised").await, ["a"]);
    assert_eq!(list("sort=author").await, ["b", "c", "a"]);
    assert_eq!(list("sort=title&unknown=1").await, ["a", "b", "c"]);
    let categories = json_of(&app, "/api/categories").await;
    let id = categories[2]["id"].as_str().unwrap();
    assert_eq!(list(&format!("category={id}")).await, ["c"]);
    for (query, status) in [
        ("category=puudub", 404),
        ("category=%C3%B5", 404),
        ("sort=shuffle", 422),
        ("limit=0", 422),
        ("limit=101", 422),
        ("limit=-1", 422),
        ("limit=99999999999999999999", 422),
        ("limit=a", 422),
        ("limit=5&cursor=x", 422),
        ("limit=5&cursor=%C3%B5", 422),
        ("limit=5&limit=6", 400),
    ] {
        let answer = app.get(&format!("/api/books?{query}")).await;
        let got = answer.status();
        assert_eq!(got, status, "{query}: {}", answer.text().await.unwrap());
    }
    let page = json_of(&app, "/api/books?limit=1&sort=title").await;
    let cursor = page["nextCursor"].as_str().unwrap();
    let other = app.get(&format!("/api/books?limit=1&sort=author&cursor={cursor}")).await;
    assert_eq!(other.status(), 422, "a cursor belongs to its order");
}

#[tokio::test]
async fn a_category_may_have_an_order_of_its_own() {
    let app = with_categories().await;
    let names = ["a", "b", "c", "d"];
    app.import(&names.map(|name| json!({ "slug": name, "title": name, "categories": ["luule"] }))).await;
    let own = "[[category]]\nslug = \"luule\"\nname = \"Luule\"\nbooks = [\"c\", \"a\", \"b\"]";
    let report = app.import_categories(own).await;
    assert!(matches!(report.lines[0].outcome, Outcome::Changed(_)));
    assert_eq!(app.import_categories(own).await.lines[0].outcome, Outcome::Unchanged);
    assert_eq!(slugs(&json_of(&app, "/api/books?category=luule").await), ["c", "a", "b", "d"]);
    assert_eq!(slugs(&json_of(&app, "/api/books?category=luule&sort=title").await), ["a", "b", "c", "d"]);
    app.import(&[json!({ "slug": "a", "isVisible": false })]).await;
    let ids: Vec<String> = ["c", "b", "d"].map(|slug| app.book_id(slug).to_string()).to_vec();
    let categories = json_of(&app, "/api/categories").await;
    let luule = categories.as_array().unwrap().iter().find(|c| c["slug"] == "luule").unwrap();
    assert_eq!(luule["bookIds"], json!(ids), "hidden books are in no list");
    let page = json_of(&app, "/api/books?category=luule&limit=2").await;
    assert_eq!(slugs(&page["books"]), ["c", "b"]);
    let cursor = page["nextCursor"].as_str().unwrap();
    let rest = json_of(&app, &format!("/api/books?category=luule&limit=2&cursor={cursor}")).await;
    assert_eq!(slugs(&rest["books"]), ["d"]);
}

#[tokio::test]
async fn lists_and_books_are_cached_by_their_tags() {
    let app = with_categories().await;
    let records: Vec<Value> =
        (0..30).map(|n| record(&format!("raamat-{n}"), &format!("Raamat {n}"))).collect();
    app.import(&records).await;
    for path in
        ["/api/books", "/api/books?limit=24&sort=title", "/api/books/slug/raamat-3", "/api/categories"]
    {
        let plain = app.get(path).await;
        assert_eq!(
            plain.headers()["cache-control"],
            "public, max-age=60, stale-while-revalidate=600",
            "{path}"
        );
        assert_eq!(plain.headers()["vary"], "accept-encoding");
        let tag = plain.headers()["etag"].clone();
        let body = plain.bytes().await.unwrap();
        let again = app
            .request(reqwest::Method::GET, path)
            .header("If-None-Match", &tag)
            .header("Accept-Encoding", "br")
            .send()
            .await
            .unwrap();
        assert_eq!(again.status(), 304, "{path}");
        assert!(again.bytes().await.unwrap().is_empty());
        if body.len() < 1_000 {
            continue;
        }
        for (encoding, unpack) in [("br", unbrotli as fn(&[u8]) -> Vec<u8>), ("gzip", ungzip)] {
            let packed = app
                .request(reqwest::Method::GET, path)
                .header("Accept-Encoding", encoding)
                .send()
                .await
                .unwrap();
            assert_eq!(packed.headers()["content-encoding"], encoding, "{path}");
            assert_ne!(packed.headers()["etag"], tag, "each encoding has a tag of its own");
            assert_eq!(unpack(&packed.bytes().await.unwrap()), body, "{path}");
        }
    }
    let old = app.get("/api/books").await.headers()["etag"].clone();
    app.import(&[record("uus", "Uus")]).await;
    let newer =
        app.request(reqwest::Method::GET, "/api/books").header("If-None-Match", &old).send().await.unwrap();
    assert_eq!(newer.status(), 200, "a new book is seen at once");
}

fn unbrotli(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    std::io::copy(&mut brotli::Decompressor::new(bytes, 4096), &mut out).unwrap();
    out
}

fn ungzip(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    std::io::copy(&mut flate2::read::GzDecoder::new(bytes), &mut out).unwrap();
    out
}

#[tokio::test]
async fn a_slug_that_changed_leads_to_the_new_one() {
    let app = with_categories().await;
    app.import(&[json!({ "slug": "vana", "title": "Kevade", "isbn": "9789916001165" })]).await;
    app.import(&[json!({ "slug": "uus", "isbn": "9789916001165" })]).await;
    let moved = app.get("/api/books/slug/vana").await;
    assert_eq!(moved.status(), 301);
    assert_eq!(moved.headers()["location"], "/api/books/slug/uus");
    assert!(moved.bytes().await.unwrap().is_empty());
    let refused = app.try_import(&[json!({ "slug": "vana", "title": "Teine" })]).await;
    assert!(matches!(refused.lines[0].outcome, Outcome::Refused(_)), "a former address is not given away");
    app.import(&[json!({ "slug": "vana", "isbn": "9789916001165" })]).await;
    assert_eq!(app.get("/api/books/slug/vana").await.status(), 200, "and back again");
    assert_eq!(app.get("/api/books/slug/uus").await.status(), 301);
    assert_eq!(app.get("/api/books/slug/puudub").await.status(), 404);
}

#[tokio::test]
async fn a_hidden_book_is_nowhere() {
    let app = with_categories().await;
    app.import(&[
        json!({ "slug": "peidus", "title": "Peidus", "isbn": "9789916001165", "isVisible": false }),
        record("nahtav", "Nähtav"),
    ])
    .await;
    assert_eq!(slugs(&json_of(&app, "/api/books").await), ["nahtav"]);
    assert_eq!(json_of(&app, "/api/books?limit=5").await["total"], 1);
    let id = app.book_id("peidus");
    for path in [
        "/api/books/slug/peidus".to_owned(),
        "/api/books/internal/isbn/9789916001165".to_owned(),
        format!("/api/books/{id}/sample"),
        format!("/media/samples/{id}/sample.mp3"),
    ] {
        assert_eq!(app.get(&path).await.status(), 404, "{path}");
    }
}

#[tokio::test]
async fn changes_of_other_nodes_come_through_the_feed() {
    let app = with_categories().await;
    app.import(&[record("kevade", "Kevade")]).await;
    let mut tx = app.db().write().await.unwrap();
    tx.execute("UPDATE books SET title = 'Kevade II' WHERE slug = 'kevade'", ()).await.unwrap();
    let id = app.book_id("kevade").uuid();
    append_change(&mut tx, ChangeKind::Book, id, app.clock.now()).await.unwrap();
    tx.commit().await.unwrap();
    app.catch_up().await;
    assert_eq!(json_of(&app, "/api/books/slug/kevade").await["title"], "Kevade II");
}

#[tokio::test]
async fn the_same_records_again_change_nothing() {
    let app = with_categories().await;
    let records = [
        json!({ "slug": "kevade", "title": "Kevade", "isbn": "9789916001165", "author": "Oskar Luts",
                "categories": ["romaanid", "luule"], "description": "Üks\n\nkaks", "price": 0 }),
        json!({ "isbn": "9789916001011", "title": "Kalevipoeg", "reader": null }),
        json!({ "isbn": "0-306-40615-2", "title": "Kevade", "author": "Keegi Teine" }),
    ];
    let outcomes =
        |report: Report| -> Vec<Outcome> { report.lines.into_iter().map(|line| line.outcome).collect() };
    assert_eq!(outcomes(app.import(&records).await), vec![Outcome::Made; 3]);
    assert_eq!(outcomes(app.import(&records).await), vec![Outcome::Unchanged; 3]);
    assert_eq!(json_of(&app, "/api/books/internal/isbn/9780306406157").await["slug"], "kevade-teine");
    let changed = app.import(&[json!({ "isbn": "9789916001165", "price": "4.50", "subtitle": "Uus" })]).await;
    assert_eq!(outcomes(changed), [Outcome::Changed(vec!["subtitle".to_owned(), "price".to_owned()])]);
    let book = json_of(&app, "/api/books/slug/kevade").await;
    assert_eq!(book["price"], 4.5);
    assert_eq!(book["author"], "Oskar Luts", "fields that a record leaves out stay");
    app.import(&[json!({ "slug": "kevade", "price": null, "author": null })]).await;
    let book = json_of(&app, "/api/books/slug/kevade").await;
    assert_eq!(book["price"], Value::Null);
    assert_eq!(book["author"], "");
}

#[tokio::test]
async fn bad_records_are_refused_with_the_reason_and_the_others_are_imported() {
    let app = with_categories().await;
    app.import(&[json!({ "slug": "a", "title": "A", "isbn": "9789916001011" })]).await;
    let file = app.data_dir().join("mixed.jsonl");
    let huge = format!("{{\"slug\":\"huge\",\"title\":\"{}\"}}", "a".repeat(2 << 20));
    let lines: [(&[u8], &str); 12] = [
        (br#"{"slug":"hea","title":"Hea"}"#, ""),
        (b"{not json}", "key must be a string"),
        (br#"{"title":"Nimeta"}"#, "needs a slug or an ISBN"),
        (br#"{"slug":"x"}"#, "title: a new book needs one"),
        (br#"{"slug":"x","title":5}"#, "title: invalid type"),
        (br#"{"slug":"x","title":"X","categories":["puudub"]}"#, "there is no `puudub`"),
        (br#"{"slug":"hea","isbn":"9789916001011"}"#, "the ISBN is another's"),
        (br#"{"slug":"kategooria","title":"X"}"#, "address of the store itself"),
        (br#"{"slug":"x","title":"X","price":"1e9"}"#, "price"),
        (b"{\"slug\":\"x\",\"title\":\"\xff\"}", "not UTF-8"),
        (huge.as_bytes(), "longer than 1 MiB"),
        (br#"{"slug":"hea2","title":"Hea 2","nothing":"known"}"#, ""),
    ];
    let text: Vec<u8> = lines.iter().flat_map(|(line, _)| [line, &b"\n"[..]].concat()).collect();
    std::fs::write(&file, text).unwrap();
    let report = app.import_lines(&file).await;
    assert_eq!(report.lines.len(), lines.len());
    for (line, (text, reason)) in report.lines.iter().zip(lines) {
        let shown = String::from_utf8_lossy(&text[..text.len().min(60)]).into_owned();
        match &line.outcome {
            Outcome::Refused(why) => {
                assert!(!reason.is_empty() && why.join(" ").contains(reason), "{shown}: {why:?}");
            }
            other => assert!(reason.is_empty(), "{shown}: {other:?}"),
        }
    }
    assert_eq!(report.summary(), "2 made, 0 changed, 0 unchanged, 10 refused");
    assert_eq!(slugs(&json_of(&app, "/api/books").await), ["a", "hea", "hea2"]);
}
