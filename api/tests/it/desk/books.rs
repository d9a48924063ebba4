//! Books at the desk: roles, saves and their effect for readers, conflicts, drafts, and hostile files.

use std::time::Duration;

use heliriiul::worker;
use reqwest::{Method, Response};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::{
    desk::images::png,
    fixtures::app::{TestApp, problem},
    fixtures::book_folder::sound,
    fixtures::desk::with_role,
};

pub struct Books {
    pub app: TestApp,
    editor: String,
}

impl Books {
    pub async fn new() -> Self {
        let app = TestApp::new().await;
        let editor = with_role(&app, "toimetaja@naide.ee", "editor").await;
        app.import_categories(
            "[[category]]\nslug = \"romaanid\"\nname = \"Romaanid\"\nin_menu = true\n\
             [[category]]\npath = \"romaanid/ajaloolised\"\nname = \"Ajaloolised\"\n\
             [[category]]\nslug = \"lood\"\nname = \"Lood\"\n",
        )
        .await;
        app.import(&[
            json!({ "slug": "kevade", "title": "Kevade", "author": "Oskar Luts", "price": "9.90",
                "isbn": "9789916001011", "categories": ["romaanid/ajaloolised"] }),
            json!({ "slug": "suvi", "title": "Suvi", "author": "Oskar Luts", "isVisible": false }),
            json!({ "slug": "oo", "title": "Õö", "author": "Ärni Öpik" }),
        ])
        .await;
        Self { app, editor }
    }

    pub async fn send(&self, method: Method, path: &str, body: &Value) -> Response {
        self.app.request(method, path).header("Api-Token", &self.editor).json(body).send().await.unwrap()
    }

    async fn send_file(&self, path: &str, file: Vec<u8>) -> Response {
        self.app.request(Method::PUT, path).header("Api-Token", &self.editor).body(file).send().await.unwrap()
    }

    pub async fn get(&self, path: &str) -> Value {
        json_of(self.app.get_as(&self.editor, path).await).await
    }

    fn address(&self, slug: &str) -> String {
        format!("/api/desk/books/{}", self.app.book_id(slug))
    }

    /// The book, and a save of it that changes nothing.
    async fn draft(&self, slug: &str) -> (String, Value) {
        let address = self.address(slug);
        let mut book = self.get(&address).await;
        book["basedOn"] = book["version"].clone();
        (address, book)
    }

    async fn save(&self, address: &str, draft: &Value) -> Response {
        self.send(Method::PUT, address, draft).await
    }

    /// Saves a category as it was read, with the edits of the test.
    pub async fn save_category(&self, category: &Value) -> Response {
        let mut save = category.clone();
        save["basedOn"] = category["version"].clone();
        let address = format!("/api/desk/categories/{}", category["id"].as_str().unwrap());
        self.send(Method::PUT, &address, &save).await
    }

    pub async fn category(&self, path: &str) -> Value {
        let list = self.get("/api/desk/categories").await;
        list.as_array().unwrap().iter().find(|each| each["path"] == path).unwrap().clone()
    }

    pub async fn paths(&self) -> Vec<String> {
        let list = self.get("/api/desk/categories").await;
        list.as_array().unwrap().iter().map(|each| each["path"].as_str().unwrap().to_owned()).collect()
    }

    /// The changes of a book or a category, oldest first.
    pub async fn acts(&self, subject: &str, id: &str) -> Vec<(String, Option<i64>, Value)> {
        let mut tx = self.app.db().read().await.unwrap();
        let rows: Vec<(String, Option<i64>, String)> = tx
            .all(
                "SELECT act, to_revision, detail FROM audit_log \
                 WHERE subject = $1 AND subject_id = $2 AND actor_id IS NOT NULL ORDER BY at, id",
                (subject, id.parse::<Uuid>().unwrap()),
            )
            .await
            .unwrap();
        rows.into_iter().map(|(act, to, detail)| (act, to, serde_json::from_str(&detail).unwrap())).collect()
    }
}

pub async fn json_of(answer: Response) -> Value {
    assert_eq!(answer.status(), 200, "{}: {}", answer.url().clone(), answer.text().await.unwrap());
    answer.json().await.unwrap()
}

pub fn titles(page: &Value) -> Vec<&str> {
    page["books"].as_array().unwrap().iter().map(|book| book["title"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn only_editors_and_admins_change_the_catalogue() {
    let books = Books::new().await;
    let (book, draft) = books.draft("kevade").await;
    let mut lood = books.category("lood").await;
    lood["basedOn"] = lood["version"].clone();
    let category = format!("/api/desk/categories/{}", lood["id"].as_str().unwrap());
    let list = "/api/desk/categories".to_owned();
    let order = json!({ "parentId": lood["id"], "ids": [] });
    let new = json!({ "parentId": null, "slug": "luule", "name": "Luule", "includeInMenu": true });
    let sample = String::from_utf8_lossy(b"x").into_owned();
    let listener = books.app.register("kuulaja@naide.ee").await;
    let admin = with_role(&books.app, "haldur@naide.ee", "admin").await;
    for (method, path, body, done) in [
        (Method::GET, "/api/desk/books".to_owned(), None, 200),
        (Method::GET, book.clone(), None, 200),
        (Method::PUT, book.clone(), Some(draft), 200),
        (Method::PUT, format!("{book}/draft"), Some(json!({ "basedOn": 1, "values": {}, "base": {} })), 204),
        (Method::GET, format!("{book}/draft"), None, 200),
        (Method::DELETE, format!("{book}/draft"), None, 204),
        (Method::PUT, format!("{book}/cover"), Some(json!(sample)), 422),
        (Method::PUT, format!("{book}/sample?name=a.mp3"), Some(json!(sample)), 422),
        (Method::GET, list.clone(), None, 200),
        (Method::POST, list, Some(new), 201),
        (Method::PUT, "/api/desk/categories/order".to_owned(), Some(order), 200),
        (Method::PUT, category.clone(), Some(lood), 200),
        (Method::DELETE, category, None, 204),
    ] {
        let call = |token: Option<&str>| {
            let mut request = books.app.request(method.clone(), &path);
            if let Some(token) = token {
                request = request.header("Api-Token", token);
            }
            if let Some(body) = &body {
                request = request.json(body);
            }
            async { request.send().await.unwrap() }
        };
        problem(call(None).await, 401, "unauthorized").await;
        problem(call(Some(&listener)).await, 403, "forbidden").await;
        assert_eq!(call(Some(&admin)).await.status(), done, "{method} {path}");
    }
}

#[tokio::test]
async fn the_list_has_hidden_books_and_a_search_finds_them() {
    let books = Books::new().await;
    let all = books.get("/api/desk/books").await;
    assert_eq!(titles(&all), ["Kevade", "Suvi", "Õö"]);
    assert_eq!((&all["total"], &all["nextCursor"]), (&json!(3), &json!(null)));
    assert_eq!(all["books"][0]["price"], json!(9.90));
    assert_eq!(all["books"][1]["isVisible"], false);
    for (typed, found) in [
        ("kevade", vec!["Kevade"]),
        ("suvi", vec!["Suvi"]),
        ("LUTS", vec!["Kevade", "Suvi"]),
        ("978-9916-00-101-1", vec!["Kevade"]),
        ("%C3%95%C3%96", vec!["Õö"]),
        ("oo", vec!["Õö"]),
        ("pole", vec![]),
    ] {
        let page = books.get(&format!("/api/desk/books?q={typed}")).await;
        assert_eq!(titles(&page), found, "{typed}");
    }
    // Each book is on one page, with and without a search.
    for query in ["limit=1", "limit=1&q=luts"] {
        let (mut seen, mut cursor) = (Vec::new(), String::new());
        loop {
            let page = books.get(&format!("/api/desk/books?{query}{cursor}")).await;
            seen.extend(titles(&page).into_iter().map(str::to_owned));
            let Some(next) = page["nextCursor"].as_str() else { break };
            cursor = format!("&cursor={next}");
        }
        let wanted = if query == "limit=1" { vec!["Kevade", "Suvi", "Õö"] } else { vec!["Kevade", "Suvi"] };
        assert_eq!(seen, wanted);
    }
    for (query, field) in
        [("limit=0", "limit"), ("limit=x", "limit"), ("cursor=x", "cursor"), ("q=a&cursor=dA", "cursor")]
    {
        let answer = books.app.get_as(&books.editor, &format!("/api/desk/books?{query}")).await;
        assert_eq!(problem(answer, 422, "validation").await["errors"][0]["field"], field);
    }
}

#[tokio::test]
async fn readers_see_a_save_and_a_new_slug_leaves_a_redirect() {
    let books = Books::new().await;
    let (address, mut draft) = books.draft("kevade").await;
    let id = draft["id"].as_str().unwrap().to_owned();
    let lood = books.category("lood").await["id"].clone();
    for (field, value) in [
        ("slug", json!("kevade-i")),
        ("title", json!(" Kevade I ")),
        ("subtitle", json!("Pildikesi koolipõlvest")),
        ("isbn", json!("0-306-40615-2")),
        ("price", json!(12.5)),
        ("paymentType", json!("PURCHASE")),
        ("publishYear", json!(1912)),
        ("description", json!("<p onclick=\"x()\">Kui Arno <script>alert(1)</script></p>")),
        (
            "authors",
            json!([{ "firstName": "Oskar", "lastName": "Luts" }, { "firstName": "", "lastName": "Toots" }]),
        ),
        ("readers", json!([{ "firstName": "Aarne", "lastName": "Üksküla" }])),
        ("categoryIds", json!([lood, lood])),
    ] {
        draft[field] = value;
    }
    let saved = json_of(books.save(&address, &draft).await).await;
    assert!(saved["version"].as_i64() > draft["version"].as_i64());
    for (field, value) in [
        ("title", json!("Kevade I")),
        ("isbn", json!("9780306406157")),
        ("price", json!(12.5)),
        ("description", json!("<p>Kui Arno </p>")),
        ("categoryIds", json!([lood])),
    ] {
        assert_eq!(saved[field], value, "{field}");
    }
    let read: Value = books.app.get("/api/books/slug/kevade-i").await.json().await.unwrap();
    for (field, value) in [
        ("title", json!("Kevade I")),
        ("author", json!("Oskar Luts, Toots")),
        ("reader", json!("Aarne Üksküla")),
        ("price", json!(12.5)),
        ("paymentType", json!("PURCHASE")),
    ] {
        assert_eq!(read[field], value, "{field}");
    }
    let old = books.app.get("/api/books/slug/kevade").await;
    assert_eq!(
        (old.status().as_u16(), &old.headers()["location"]),
        (301, &"/api/books/slug/kevade-i".parse().unwrap())
    );
    let found: Value = books.app.get("/api/books/search?q=pildikesi").await.json().await.unwrap();
    assert_eq!(found[0]["slug"], "kevade-i");

    let acts = books.acts("book", &id).await;
    assert_eq!(acts.len(), 1);
    assert_eq!((acts[0].0.as_str(), acts[0].1), ("change", saved["version"].as_i64()));
    assert_eq!(acts[0].2["slug"], json!({ "from": "kevade", "to": "kevade-i" }));
    assert_eq!(acts[0].2["price"], json!({ "from": 9.9, "to": 12.5 }));
    assert!(acts[0].2.get("language").is_none() && acts[0].2.get("version").is_none());

    // Hidden at once, and shown again under the first slug.
    let (_, mut draft) = books.draft("kevade-i").await;
    draft["isVisible"] = json!(false);
    json_of(books.save(&address, &draft).await).await;
    assert_eq!(books.app.get("/api/books/slug/kevade-i").await.status(), 404);
    let (_, mut draft) = books.draft("kevade-i").await;
    draft["isVisible"] = json!(true);
    draft["slug"] = json!("kevade");
    json_of(books.save(&address, &draft).await).await;
    assert_eq!(books.app.get("/api/books/slug/kevade").await.status(), 200);
    assert_eq!(books.app.get("/api/books/slug/kevade-i").await.status(), 301);
}

#[tokio::test]
async fn a_stale_save_gets_the_current_book_and_loses_neither() {
    let books = Books::new().await;
    let (address, mut first) = books.draft("kevade").await;
    let mut second = first.clone();
    first["title"] = json!("Esimene");
    second["title"] = json!("Teine");
    json_of(books.save(&address, &first).await).await;
    let conflict = problem(books.save(&address, &second).await, 409, "stale-revision").await;
    assert_eq!(conflict["current"]["title"], "Esimene");
    assert_eq!(conflict["current"]["id"], first["id"]);
    assert_eq!(books.get(&address).await["title"], "Esimene");
    // The same save sent again, as after a lost response, is no conflict.
    let again = json_of(books.save(&address, &first).await).await;
    assert_eq!(again["version"], conflict["current"]["version"]);
    second["basedOn"] = conflict["current"]["version"].clone();
    assert_eq!(json_of(books.save(&address, &second).await).await["title"], "Teine");

    // Of many concurrent saves exactly one succeeds.
    let (_, draft) = books.draft("kevade").await;
    let answers = futures::future::join_all((0..8).map(|n| {
        let mut draft = draft.clone();
        draft["title"] = json!(format!("Katse {n}"));
        let (books, address) = (&books, address.clone());
        async move { books.save(&address, &draft).await.status().as_u16() }
    }))
    .await;
    assert_eq!(answers.iter().filter(|status| **status == 200).count(), 1, "{answers:?}");
    assert_eq!(answers.iter().filter(|status| **status == 409).count(), 7, "{answers:?}");

    // An import between the read and the save is a conflict too.
    let (_, mut draft) = books.draft("kevade").await;
    books.app.import(&[json!({ "slug": "kevade", "subtitle": "Uus" })]).await;
    draft["title"] = json!("Kolmas");
    let conflict = problem(books.save(&address, &draft).await, 409, "stale-revision").await;
    assert_eq!(conflict["current"]["subtitle"], "Uus");
}

#[tokio::test]
async fn invalid_fields_are_reported_with_their_rules() {
    let books = Books::new().await;
    let (_, mut renamed) = books.draft("oo").await;
    renamed["slug"] = json!("oo-uus");
    json_of(books.save(&books.address("oo"), &renamed).await).await;
    let (address, draft) = books.draft("kevade").await;
    let nobody = "01976f00-0000-7000-8000-000000000001";
    for (field, value, at, code) in [
        ("slug", json!(" "), "slug", "required"),
        ("slug", json!("Kevade"), "slug", "invalid"),
        ("slug", json!("isbn"), "slug", "reserved"),
        ("slug", json!("suvi"), "slug", "taken"),
        ("slug", json!("oo"), "slug", "taken"),
        ("isbn", json!("9789916001012"), "isbn", "invalid"),
        ("title", json!(""), "title", "required"),
        ("title", json!("õ".repeat(301)), "title", "too-long"),
        ("title", json!("a\0"), "title", "invalid"),
        ("title", json!("a\u{7}"), "title", "invalid"),
        ("description", json!("õ".repeat(100_001)), "description", "too-long"),
        ("price", json!(-0.01), "price", "out-of-range"),
        ("price", json!(10_000.01), "price", "out-of-range"),
        ("price", json!(1.999), "price", "invalid"),
        ("paymentType", json!("FREE"), "paymentType", "invalid"),
        ("publishYear", json!(10_000), "publishYear", "out-of-range"),
        ("language", json!("eesti"), "language", "invalid"),
        ("authors", json!(vec![json!({ "firstName": "a", "lastName": "b" }); 31]), "authors", "too-long"),
        ("authors", json!([{ "firstName": "a" }]), "authors[0].lastName", "required"),
        ("categoryIds", json!([nobody]), "categoryIds[0]", "not-found"),
        ("basedOn", json!("x"), "basedOn", "invalid"),
    ] {
        let mut draft = draft.clone();
        draft[field] = value;
        let refused = problem(books.save(&address, &draft).await, 422, "validation").await;
        assert_eq!(refused["errors"], json!([{ "field": at, "code": code }]), "{field}");
    }
    let mut taken = books.draft("suvi").await.1;
    taken["isbn"] = json!("9789916001011");
    let refused = problem(books.save(&books.address("suvi"), &taken).await, 422, "validation").await;
    assert_eq!(refused["errors"], json!([{ "field": "isbn", "code": "taken" }]));
    for path in [nobody, "x"] {
        let path = format!("/api/desk/books/{path}");
        problem(books.save(&path, &draft).await, 404, "not-found").await;
        problem(books.app.get_as(&books.editor, &path).await, 404, "not-found").await;
        problem(books.send_file(&format!("{path}/cover"), png(9, 9, [0; 3])).await, 404, "not-found").await;
    }
}

#[tokio::test]
async fn a_cover_comes_from_a_picture_and_nothing_else() {
    let books = Books::new().await;
    let cover = format!("{}/cover", books.address("kevade"));
    let book = json_of(books.send_file(&cover, png(250, 300, [200, 20, 20])).await).await;
    assert_eq!(book["cover"]["widths"], json!([200, 250]));
    assert_eq!(book["cover"]["hue"], 0);
    let read: Value = books.app.get("/api/books/slug/kevade").await.json().await.unwrap();
    assert_eq!(read["cover"], book["cover"]);
    assert_eq!(books.app.get(read["image"].as_str().unwrap()).await.status(), 200);
    let again = json_of(books.send_file(&cover, png(250, 300, [200, 20, 20])).await).await;
    assert_eq!(again["version"], book["version"]);
    for (sent, code) in [
        (b"tekst".to_vec(), "invalid"),
        (vec![0; 1 << 20], "invalid"),
        (png(50_000, 50_000, [0; 3]), "too-many-pixels"),
    ] {
        let refused = problem(books.send_file(&cover, sent).await, 422, "validation").await;
        assert_eq!(refused["errors"], json!([{ "field": "image", "code": code }]));
    }
    problem(books.send_file(&cover, vec![0; (20 << 20) + 1]).await, 413, "payload-too-large").await;
    let acts = books.acts("book", book["id"].as_str().unwrap()).await;
    assert_eq!(acts.len(), 1);
    assert_eq!((acts[0].0.as_str(), &acts[0].2["cover"]["from"]), ("cover", &json!(null)));
}

#[tokio::test]
async fn a_sample_is_measured_and_can_be_played() {
    let books = Books::new().await;
    let sample = format!("{}/sample", books.address("kevade"));
    let file = std::fs::read(sound("tavaline-cbr.mp3")).unwrap();
    let named = format!("{sample}?name=N%C3%A4ide%201.mp3");
    let book = json_of(books.send_file(&named, file.clone()).await).await;
    assert_eq!(book["sample"]["name"], "Näide 1.mp3");
    assert!(book["sample"]["durationSeconds"].as_i64().unwrap() > 0);
    let public: Value = books
        .app
        .get(&format!("/api/books/{}/sample", book["id"].as_str().unwrap()))
        .await
        .json()
        .await
        .unwrap();
    assert_eq!(public["duration"], book["sample"]["durationSeconds"]);
    let heard = books.app.get(public["url"].as_str().unwrap()).await;
    assert_eq!(heard.headers()["content-type"], "audio/mpeg");
    assert_eq!(heard.bytes().await.unwrap(), file);
    for harmful in [
        "vale-laiend-tegelikult-html.mp3",
        "vale-laiend-tegelikult-jpeg.mp3",
        "drm-lukus.m4b",
        "video.mp4",
        "null.mp3",
    ] {
        let file = std::fs::read(sound(harmful)).unwrap();
        let refused = problem(books.send_file(&named, file).await, 422, "validation").await;
        assert_eq!(refused["errors"], json!([{ "field": "sample", "code": "invalid" }]), "{harmful}");
    }
    problem(books.send_file(&named, vec![0; 1 << 20]).await, 422, "validation").await;
    problem(books.send_file(&named, vec![0; (50 << 20) + 1]).await, 413, "payload-too-large").await;
    for (name, code) in
        [("", "required"), ("..", "invalid"), ("a%2Fb.mp3", "invalid"), ("a%0A.mp3", "invalid")]
    {
        let refused =
            problem(books.send_file(&format!("{sample}?name={name}"), file.clone()).await, 422, "validation")
                .await;
        assert_eq!(refused["errors"], json!([{ "field": "name", "code": code }]), "{name}");
    }
}

#[tokio::test]
async fn a_draft_is_stored_for_each_editor_and_book_until_it_is_deleted() {
    let books = Books::new().await;
    let (address, mut book) = books.draft("kevade").await;
    let path = format!("{address}/draft");
    let other = with_role(&books.app, "teine@naide.ee", "editor").await;
    assert_eq!(books.app.get_as(&books.editor, &path).await.status(), 204);
    let first = json!({ "basedOn": 5, "values": { "title": "Keva", "uus": [1.5, null, "õ\n"] }, "base": { "title": "Kevade" } });
    let second = json!({ "basedOn": 6, "values": { "title": "Kevade 2" }, "base": {} });
    for draft in [&first, &second, &first] {
        assert_eq!(books.send(Method::PUT, &path, draft).await.status(), 204);
        let stored = books.get(&path).await;
        for field in ["basedOn", "values", "base"] {
            assert_eq!(stored[field], draft[field], "{field}");
        }
        assert!(stored["savedAt"].is_string());
    }
    assert_eq!(books.app.get_as(&other, &path).await.status(), 204);
    let suvi = format!("{}/draft", books.address("suvi"));
    assert_eq!(books.app.get_as(&books.editor, &suvi).await.status(), 204);
    // A save of the book does not touch the draft, nor does the draft touch the book.
    book["title"] = json!("Kevade I");
    json_of(books.save(&address, &book).await).await;
    assert_eq!(books.get(&path).await["values"], first["values"]);

    let large = "õ".repeat(700_000);
    let fits = json!({ "basedOn": 1, "values": { "description": large }, "base": {} });
    assert_eq!(books.send(Method::PUT, &path, &fits).await.status(), 204);
    assert_eq!(books.get(&path).await["values"], fits["values"]);
    let too_large = json!({ "basedOn": 1, "values": { "description": large }, "base": { "title": large } });
    problem(books.send(Method::PUT, &path, &too_large).await, 413, "payload-too-large").await;
    for (draft, field, code) in [
        (json!({ "values": {}, "base": {} }), "basedOn", "required"),
        (json!({ "basedOn": 1, "base": {} }), "values", "required"),
        (json!({ "basedOn": 1, "values": {}, "base": "x" }), "base", "invalid"),
        (json!({ "basedOn": 1, "values": { "title": "a\0" }, "base": {} }), "values.title", "invalid"),
    ] {
        let refused = problem(books.send(Method::PUT, &path, &draft).await, 422, "validation").await;
        assert_eq!(refused["errors"], json!([{ "field": field, "code": code }]));
    }
    for book in ["01976f00-0000-7000-8000-000000000001", "x"] {
        let path = format!("/api/desk/books/{book}/draft");
        problem(books.send(Method::PUT, &path, &first).await, 404, "not-found").await;
        problem(books.app.get_as(&books.editor, &path).await, 404, "not-found").await;
    }

    for _ in 0..2 {
        assert_eq!(books.send(Method::DELETE, &path, &json!(null)).await.status(), 204);
        assert_eq!(books.app.get_as(&books.editor, &path).await.status(), 204);
    }
    // Deleting the book or the editor deletes the draft.
    let other_path = format!("{}/draft", books.address("oo"));
    for (path, statement) in [
        (&suvi, "DELETE FROM books WHERE slug = 'suvi'"),
        (&other_path, "DELETE FROM users WHERE email_key = 'teine@naide.ee'"),
    ] {
        let request = books.app.request(Method::PUT, path).header("Api-Token", &other).json(&first);
        assert_eq!(request.send().await.unwrap().status(), 204);
        let mut tx = books.app.db().write().await.unwrap();
        tx.execute(statement, ()).await.unwrap();
        let drafts: i64 = tx.scalar("SELECT COUNT(*) FROM book_drafts", ()).await.unwrap();
        assert_eq!(drafts, 0);
        tx.commit().await.unwrap();
    }
}

#[tokio::test]
async fn a_reduced_price_shows_the_lowest_price_of_30_days_for_30_days() {
    let books = Books::new().await;
    let shown = async || books.app.get("/api/books/slug/kevade").await.json::<Value>().await.unwrap();
    assert_eq!(shown().await["lowestPrice30Days"], Value::Null);
    let set_price = async |price: Value| {
        let (address, mut draft) = books.draft("kevade").await;
        draft["price"] = price;
        assert_eq!(books.save(&address, &draft).await.status(), 200);
    };
    set_price(json!(12.9)).await;
    assert_eq!(shown().await["lowestPrice30Days"], Value::Null, "a raise");
    books.app.advance(Duration::from_hours(1));
    set_price(json!(10.9)).await;
    let book = shown().await;
    assert_eq!((&book["price"], &book["lowestPrice30Days"]), (&json!(10.9), &json!(9.9)));
    let page = books.app.get("/raamatud/kevade").await.text().await.unwrap();
    assert!(page.contains("Viimase 30 päeva madalaim hind 9,90\u{a0}€"), "{page}");
    // Another field changes no price.
    let (address, mut draft) = books.draft("kevade").await;
    draft["publisher"] = json!("Uus");
    assert_eq!(books.save(&address, &draft).await.status(), 200);
    assert_eq!(shown().await["lowestPrice30Days"], json!(9.9));
    for (days, expected) in [(29, json!(9.9)), (1, Value::Null)] {
        books.app.advance(Duration::from_hours(24 * days));
        worker::run_due(&books.app.state).await.unwrap();
        books.app.catch_up().await;
        assert_eq!(shown().await["lowestPrice30Days"], expected, "after {days} days more");
    }
    let page = books.app.get("/raamatud/kevade").await.text().await.unwrap();
    assert!(!page.contains("madalaim hind"));
}
