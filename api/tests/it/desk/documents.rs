//! The desk's calls for documents: permissions, saving and publishing, conflicts, hostile HTML.

use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::fixtures::{
    app::problem,
    desk::{Desk, with_role},
};

async fn json_of(answer: Response) -> Value {
    assert_eq!(answer.status(), 200, "{}", answer.url());
    answer.json().await.unwrap()
}

fn id(item: &Value) -> &str {
    item["id"].as_str().unwrap()
}

fn page(title: &str, content: &str) -> Value {
    json!({ "title": title, "content": content, "summary": "Lühidalt.", "showInFooter": true })
}

#[tokio::test]
async fn only_editors_and_admins_have_a_desk() {
    let desk = Desk::new().await;
    let made = desk.make("page", "leht", page("Leht", "<p>a</p>")).await;
    let item = format!("/api/desk/items/{}", id(&made));
    let listener = desk.app.register("kuulaja@naide.ee").await;
    let admin = with_role(&desk.app, "haldur@naide.ee", "admin").await;
    let save = json!({ "basedOn": 1, "body": page("Leht", "<p>b</p>") });
    let act = json!({ "revision": 2 });
    let new = json!({ "kind": "page", "identifier": "teine", "body": page("Teine", "") });
    for (method, path, body, done) in [
        (Method::GET, "/api/desk/items".to_owned(), None, 200),
        (Method::POST, "/api/desk/items".to_owned(), Some(&new), 201),
        (Method::GET, item.clone(), None, 200),
        (Method::PUT, item.clone(), Some(&save), 200),
        (Method::POST, format!("{item}/publish"), Some(&act), 200),
        (Method::POST, format!("{item}/take-down"), Some(&act), 200),
        (Method::GET, format!("{item}/revisions"), None, 200),
        (Method::GET, format!("{item}/revisions/1"), None, 200),
    ] {
        let call = |token: Option<&str>| {
            let mut request = desk.app.request(method.clone(), &path);
            if let Some(token) = token {
                request = request.header("Api-Token", token);
            }
            if let Some(body) = body {
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
async fn a_page_goes_from_draft_to_readers_and_back() {
    let desk = Desk::new().await;
    let made = desk.make("page", "kinkekaart", page(" Kinkekaart ", "<h2>Kingi</h2><p>raamat</p>")).await;
    for (field, value) in [
        ("kind", json!("page")),
        ("identifier", json!("kinkekaart")),
        ("title", json!("Kinkekaart")),
        ("status", json!("draft")),
        ("revision", json!(1)),
        ("publishedRevision", json!(null)),
        ("savedBy", json!("Mari Maasikas")),
        ("body", page("Kinkekaart", "<h2>Kingi</h2><p>raamat</p>")),
    ] {
        assert_eq!(made[field], value, "{field}");
    }
    assert_eq!(desk.app.get("/api/pages/kinkekaart").await.status(), 404);

    let published = json_of(desk.act("publish", id(&made), 1).await).await;
    assert_eq!(published["status"], "published");
    let read: Value = desk.app.get("/api/pages/kinkekaart").await.json().await.unwrap();
    assert_eq!(read["content"], "<h2>Kingi</h2><p>raamat</p>");
    let html = desk.app.get("/kinkekaart").await.text().await.unwrap();
    assert!(html.contains("<h2>Kingi</h2>"), "{html}");

    // Readers see a save only after it is published, and then at once.
    let saved = json_of(desk.put(id(&made), 1, page("Kinkekaart", "<p>uus</p>")).await).await;
    assert_eq!(saved["status"], "changed");
    assert_eq!(saved["revision"], 2);
    let read: Value = desk.app.get("/api/pages/kinkekaart").await.json().await.unwrap();
    assert_eq!(read["content"], "<h2>Kingi</h2><p>raamat</p>");
    json_of(desk.act("publish", id(&made), 2).await).await;
    let html = desk.app.get("/kinkekaart").await.text().await.unwrap();
    assert!(html.contains("<p>uus</p>") && !html.contains("Kingi</h2>"), "{html}");
    let footer: Value = desk.app.get("/api/footer").await.json().await.unwrap();
    assert_eq!(footer["pages"], json!([{ "identifier": "kinkekaart", "title": "Kinkekaart" }]));

    let taken = json_of(desk.act("take-down", id(&made), 2).await).await;
    assert_eq!(taken["status"], "draft");
    assert_eq!(taken["body"]["content"], "<p>uus</p>");
    assert_eq!(desk.app.get("/kinkekaart").await.status(), 404);
    assert_eq!(desk.act("take-down", id(&made), 2).await.status(), 200);
}

#[tokio::test]
async fn a_stale_save_gets_the_other_text_and_loses_neither() {
    let desk = Desk::new().await;
    let made = desk.make("page", "leht", page("Leht", "<p>algus</p>")).await;
    json_of(desk.put(id(&made), 1, page("Leht", "<p>esimene</p>")).await).await;
    let conflict =
        problem(desk.put(id(&made), 1, page("Leht", "<p>teine</p>")).await, 409, "stale-revision").await;
    assert_eq!(conflict["current"]["revision"], 2);
    assert_eq!(conflict["current"]["body"]["content"], "<p>esimene</p>");
    let item = format!("/api/desk/items/{}", id(&made));
    assert_eq!(desk.get(&item).await["body"]["content"], "<p>esimene</p>");

    // The same save sent again, as after a lost response, makes no revision.
    let again = json_of(desk.put(id(&made), 1, page("Leht", "<p>esimene</p>")).await).await;
    assert_eq!(again["revision"], 2);

    // A late publish never brings an older text back.
    problem(desk.act("publish", id(&made), 1).await, 409, "stale-revision").await;
    json_of(desk.act("publish", id(&made), 2).await).await;
    problem(desk.act("take-down", id(&made), 1).await, 409, "stale-revision").await;

    let history = desk.get(&format!("{item}/revisions")).await;
    let revisions: Vec<_> = history.as_array().unwrap().iter().map(|each| &each["revision"]).collect();
    assert_eq!(revisions, [2, 1]);
    let first = desk.get(&format!("{item}/revisions/1")).await;
    assert_eq!(first["body"]["content"], "<p>algus</p>");
    assert_eq!(desk.app.get_as(&desk.editor, &format!("{item}/revisions/9")).await.status(), 404);
}

#[tokio::test]
async fn of_many_saves_at_once_one_wins_and_each_loser_sees_it() {
    let desk = Desk::new().await;
    let made = desk.make("section", "intro", json!({ "title": "Algus", "content": "" })).await;
    let save =
        |n: usize| desk.put(id(&made), 1, json!({ "title": "Algus", "content": format!("<p>{n}</p>") }));
    let answers = futures::future::join_all((0..10).map(save)).await;
    let mut winners = Vec::new();
    let mut losers = Vec::new();
    for answer in answers {
        if answer.status() == 200 {
            winners.push(answer.json::<Value>().await.unwrap()["body"].clone());
        } else {
            losers.push(problem(answer, 409, "stale-revision").await["current"]["body"].clone());
        }
    }
    assert_eq!((winners.len(), losers.len()), (1, 9));
    assert!(losers.iter().all(|seen| *seen == winners[0]));
}

#[tokio::test]
async fn sliders_list_books_that_exist() {
    let desk = Desk::new().await;
    desk.app
        .import(&[
            json!({ "slug": "kevade", "title": "Kevade", "author": "Oskar Luts", "price": "9.90" }),
            json!({ "slug": "suvi", "title": "Suvi", "author": "Oskar Luts", "price": "9.90", "isVisible": false }),
        ])
        .await;
    let snapshot = desk.app.state.catalogue.snapshot();
    let ids: Vec<_> = ["suvi", "kevade"].map(|slug| snapshot.by_slug(slug).unwrap().id()).to_vec();
    let slider = |ids: &Value| json!({ "title": "Uued", "bookIds": ids });
    let made = desk.make("slider", "uued", slider(&json!(ids))).await;
    let titles: Vec<_> = made["books"].as_array().unwrap().iter().map(|book| &book["title"]).collect();
    assert_eq!(titles, ["Suvi", "Kevade"]);
    json_of(desk.act("publish", id(&made), 1).await).await;
    let home: Value = desk.app.get("/api/home").await.json().await.unwrap();
    assert_eq!(home["sliders"][0]["label"], "Uued");
    assert_eq!(home["sliders"][0]["books"].as_array().unwrap().len(), 1);
    // Visitors never get a hidden book, also when its visibility changes later.
    let shown = async || -> Value {
        let sliders: Value = desk.app.get("/api/sliders").await.json().await.unwrap();
        sliders[0]["bookIds"].clone()
    };
    assert_eq!(shown().await, json!([ids[1]]));
    desk.app.import(&[json!({ "slug": "suvi", "isVisible": true })]).await;
    desk.app.catch_up().await;
    assert_eq!(shown().await, json!(ids));
    desk.app.import(&[json!({ "slug": "kevade", "isVisible": false })]).await;
    desk.app.catch_up().await;
    assert_eq!(shown().await, json!([ids[0]]));
    let open = desk.get(&format!("/api/desk/items/{}", id(&made))).await;
    assert_eq!(open["books"].as_array().unwrap().len(), 2, "the desk has them all");

    for (ids, field, code) in [
        (json!([ids[0], made["id"]]), "body.bookIds[1]", "not-found"),
        (json!([ids[0], ids[0]]), "body.bookIds", "invalid"),
        (json!(["x"]), "body.bookIds[0]", "invalid"),
    ] {
        let refused = problem(desk.put(id(&made), 1, slider(&ids)).await, 422, "validation").await;
        assert_eq!(refused["errors"], json!([{ "field": field, "code": code }]));
    }
}

#[tokio::test]
async fn the_store_has_one_announcement_among_its_sections() {
    let desk = Desk::new().await;
    let body =
        json!({ "title": "Pood", "content": "<p>Avatud</p>", "linkedPage": "meist", "linkText": "Loe" });
    let new = json!({ "kind": "announcement", "identifier": "announcement", "body": body });
    let refused = problem(desk.post("/api/desk/items", new.clone()).await, 422, "validation").await;
    assert_eq!(refused["errors"], json!([{ "field": "body.linkedPage", "code": "not-found" }]));
    let linked = desk.make("page", "meist", page("Meist", "")).await;
    json_of(desk.act("publish", id(&linked), 1).await).await;
    let made = desk.make("announcement", "announcement", body).await;
    problem(desk.post("/api/desk/items", new).await, 409, "conflict").await;
    json_of(desk.act("publish", id(&made), 1).await).await;
    let sections: Value = desk.app.get("/api/sections").await.json().await.unwrap();
    assert_eq!(sections[0]["identifier"], "announcement");
    assert_eq!(sections[0]["linkedPageSlug"], "meist");
}

#[tokio::test]
async fn bad_input_names_its_field() {
    let desk = Desk::new().await;
    desk.make("page", "leht", page("Leht", "")).await;
    let new = |kind: &str, identifier: &str, body: Value| json!({ "kind": kind, "identifier": identifier, "body": body });
    let good = page("Leht", "");
    for (sent, field, code) in [
        (new("page", "konto", good.clone()), "identifier", "reserved"),
        (new("section", "announcement", good.clone()), "identifier", "reserved"),
        (new("page", "Õunad", good.clone()), "identifier", "invalid"),
        (new("poem", "a", good.clone()), "kind", "invalid"),
        (new("page", "a", page(" ", "")), "body.title", "required"),
        (new("page", "a", page(&"õ".repeat(201), "")), "body.title", "too-long"),
        (new("page", "a", page("a", &"õ".repeat(1_000_001))), "body.content", "too-long"),
        (new("page", "a", json!({ "title": 5 })), "body.title", "invalid"),
        (new("page", "a", json!({ "title": "a\0" })), "body.title", "invalid"),
        (json!({ "kind": "page", "body": good }), "identifier", "required"),
    ] {
        let refused = problem(desk.post("/api/desk/items", sent).await, 422, "validation").await;
        assert_eq!(refused["errors"], json!([{ "field": field, "code": code }]));
    }
    problem(desk.post("/api/desk/items", new("page", "leht", page("Teine", ""))).await, 409, "conflict")
        .await;
    let huge = new("page", "a", page("a", &"a".repeat(3_000_000)));
    problem(desk.post("/api/desk/items", huge).await, 413, "payload-too-large").await;
    let nowhere = "01976f00-0000-7000-8000-000000000001";
    problem(desk.put(nowhere, 1, page("a", "")).await, 404, "not-found").await;
    for path in [nowhere, "x"] {
        let answer = desk.app.get_as(&desk.editor, &format!("/api/desk/items/{path}")).await;
        problem(answer, 404, "not-found").await;
        problem(desk.act("publish", path, 1).await, 404, "not-found").await;
        problem(desk.act("take-down", path, 1).await, 404, "not-found").await;
    }
}

#[tokio::test]
async fn hostile_html_is_cleaned_when_it_is_saved() {
    let desk = Desk::new().await;
    let hostile = [
        ("<p onclick=\"x()\">a</p>", "<p>a</p>"),
        ("<img src=x onerror=alert(1)>", "<img src=\"x\">"),
        ("<a href=\"java\tscript:alert(1)\">a</a>", "<a rel=\"noopener\">a</a>"),
        ("<a href=\"&#106;avascript:alert(1)\">a</a>", "<a rel=\"noopener\">a</a>"),
        ("<script>alert(1)</script><p>a</p>", "<p>a</p>"),
        ("<svg onload=alert(1)><a xlink:href=\"javascript:x\">a</a></svg>b", "b"),
        ("<math><mtext></table><style><img src=x onerror=alert(1)></style></math>c", "c"),
        (
            "<noscript><p title=\"</noscript><img src=x onerror=alert(1)>\"></noscript>d",
            "<img src=\"x\">\"&gt;d",
        ),
        ("<div style=\"position:fixed\"><form action=\"/x\"><button>e</button></form></div>", "e"),
        ("</main></body><p>f", "<p>f</p>"),
        ("<iframe srcdoc=\"<script>alert(1)</script>\"></iframe>g", "g"),
        ("<a href=\"//a.example/x\">a</a>", "<a href=\"https://a.example/x\" rel=\"noopener\">a</a>"),
        ("<a href=\"/\\a.example/x\">a</a>", "<a href=\"https://a.example/x\" rel=\"noopener\">a</a>"),
        ("<a href=\"\\\\a.example/x\">a</a>", "<a href=\"https://a.example/x\" rel=\"noopener\">a</a>"),
        ("<base href=\"https://a.example\"><meta http-equiv=refresh content=0>h", "h"),
    ];
    for (n, (sent, kept)) in hostile.into_iter().enumerate() {
        for kind in ["page", "section"] {
            let made = desk.make(kind, &format!("leht-{n}"), page("Leht", sent)).await;
            assert_eq!(made["body"]["content"], kept, "{sent}");
        }
    }
    let nested = "<div><b>".repeat(60_000);
    let made = desk.make("page", "sygav", page("Sügav", &format!("{nested}põhi"))).await;
    assert_eq!(made["body"]["content"], "<p>põhi</p>");
}

#[tokio::test]
async fn the_html_of_the_editor_is_returned_byte_for_byte() {
    let desk = Desk::new().await;
    let text = "<h2>Ä &amp; õ</h2><p>Rida<br>teine <strong>paks</strong> <em>kursiiv</em> <u>joon</u> <s>ei</s> \
        <code>x</code></p><ul><li><p>a</p></li></ul><ol start=\"3\"><li><p>b</p></li></ol><blockquote><p>c</p>\
        </blockquote><hr><p><a href=\"/meist\" rel=\"noopener\">meist</a></p><h3>d</h3>";
    let made = desk.make("page", "leht", page("Leht", text)).await;
    assert_eq!(made["body"]["content"], text);
}
