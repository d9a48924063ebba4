//! Rendered pages, as crawlers and people without scripts get them.

use heliriiul_cms::{AnnouncementBody, Body, PageBody, Save, SectionBody};
use serde_json::{Value, json};

use crate::fixtures::app::TestApp;

const CATEGORIES: &str = "[[category]]\nslug = \"romaanid\"\nname = \"Romaanid\"\nin_menu = true\n\
    [[category]]\npath = \"romaanid/ajaloolised\"\nname = \"Ajaloolised\"\n";

async fn store() -> TestApp {
    let app = TestApp::new().await;
    app.import_categories(CATEGORIES).await;
    app.import(&[
        json!({ "slug": "kevade", "title": "Kevade", "author": "Oskar Luts", "reader": "Helga Hääl", "price": "9.90",
            "categories": ["romaanid/ajaloolised"], "length": 36_180, "isbn": "9789916001165",
            "description": "<p>Kui Arno </script><b>isaga</b> & „koolimajja“ jõudis…</p>" }),
        json!({ "slug": "peidus", "title": "Peidus raamat", "author": "Keegi", "price": "1.00", "isVisible": false }),
    ])
    .await;
    app
}

pub async fn publish(app: &TestApp, identifier: &str, body: Body) {
    let now = app.clock.now();
    let mut tx = app.db().write().await.unwrap();
    let save = Save {
        identifier: identifier.to_owned(),
        position: 0,
        body: body.cleaned(),
        author: None,
        based_on: None,
        editing: None,
        step: None,
        autosaved: false,
    };
    let item = heliriiul_cms::save(&mut tx, save, now).await.unwrap();
    heliriiul_cms::publish(&mut tx, item.id, item.latest_revision, now).await.unwrap();
    tx.commit().await.unwrap();
    app.catch_up().await;
}

fn page(title: &str, content: &str) -> Body {
    Body::Page(PageBody {
        title: title.into(),
        content: content.into(),
        summary: None,
        show_in_footer: true,
        share_image: None,
    })
}

async fn html(app: &TestApp, path: &str, status: u16) -> String {
    html_with(app, path, status, "").await
}

async fn html_with(app: &TestApp, path: &str, status: u16, cookies: &str) -> String {
    let response = app.request(reqwest::Method::GET, path).header("Cookie", cookies).send().await.unwrap();
    assert_eq!(response.status(), status, "{path}");
    assert_eq!(response.headers()["content-type"], "text/html; charset=utf-8", "{path}");
    assert!(response.headers()["content-security-policy"].to_str().unwrap().contains("script-src 'self'"));
    response.text().await.unwrap()
}

/// The seeds of a page: API address → body.
fn seeds(html: &str) -> Value {
    let (_, rest) = html.split_once("id=\"seed\">").unwrap();
    let (text, _) = rest.split_once("</script>").unwrap();
    serde_json::from_str(text).unwrap()
}

#[tokio::test]
async fn a_book_page_describes_the_book() {
    let app = store().await;
    let html = html(&app, "/raamatud/kevade", 200).await;
    for expected in [
        "<title data-shell=\"\">Kevade - Oskar Luts | Heliriiul</title>",
        ">Kevade</h1>",
        "9,90\u{a0}€",
        "10\u{a0}t 3\u{a0}min",
        "Helga Hääl",
        "rel=\"canonical\"",
        "application/ld+json",
    ] {
        assert!(html.contains(expected), "{expected} is missing in {html}");
    }
    assert!(!html.contains("noindex"));
    let (_, rest) = html.split_once("application/ld+json\" data-shell=\"page\">").unwrap();
    let data: Value = serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap();
    let book = &data["@graph"][0];
    assert_eq!(book["@type"], json!(["Audiobook", "Product"]));
    assert_eq!(book["offers"]["price"], "9.90");
    assert_eq!(book["duration"], "PT36180S");
    assert_eq!(data["@graph"][1]["itemListElement"][2]["name"], "Ajaloolised");
}

#[tokio::test]
async fn the_seeds_are_the_bytes_of_the_api_and_cannot_end_their_script() {
    let app = store().await;
    for (path, calls) in [
        ("/", vec!["/api/home", "/api/config", "/api/sections", "/api/categories", "/api/footer"]),
        ("/raamatud", vec!["/api/books?limit=24&sort=title"]),
        ("/raamatud?sort=newest", vec!["/api/books?limit=24&sort=newest"]),
        ("/raamatud?q=kevade", vec!["/api/books/search?q=kevade"]),
        ("/raamatud/kategooria/romaanid", vec!["/api/books?limit=24&sort=title&category=romaanid"]),
        ("/raamatud/kevade", vec!["/api/books/slug/kevade", "/api/categories"]),
    ] {
        let html = html(&app, path, 200).await;
        let seeds = seeds(&html);
        for call in calls {
            let body = app.get(call).await.text().await.unwrap();
            assert_eq!(seeds[call], serde_json::from_str::<Value>(&body).unwrap(), "{call} in {path}");
            let seed = format!("{}:{}", json!(call), body.replace('<', "\\u003c"));
            assert!(html.contains(&seed), "{call} in {path} is not byte for byte {body}");
        }
    }
}

#[tokio::test]
async fn moved_addresses_redirect_and_missing_ones_are_404_in_the_frame() {
    let app = store().await;
    let moved = app.get("/raamatud/kategooria/vale/ajaloolised").await;
    assert_eq!(moved.status(), 301);
    assert_eq!(moved.headers()["location"], "/raamatud/kategooria/romaanid/ajaloolised");
    assert_eq!(moved.headers()["cache-control"], "no-cache");
    for path in ["/raamatud/puudub", "/raamatud/peidus", "/puudub", "/a/b/c", "/raamatud/kategooria/puudub"] {
        let html = html(&app, path, 404).await;
        assert!(html.contains("Lehte ei leitud") && html.contains("noindex"), "{path}");
        assert!(html.contains("class=\"header\""), "{path} has no frame");
    }
    let file = app.get("/assets/puudub.js").await;
    assert_eq!(file.status(), 404);
    let found = app.get("/raamatud/isbn/9789916001165").await;
    assert_eq!(
        (found.status().as_u16(), &found.headers()["location"]),
        (303, &"/raamatud/kevade".parse().unwrap())
    );
    let home = app.get("/raamatud/isbn/9789916001011").await;
    assert_eq!(&home.headers()["location"], "/");
}

#[tokio::test]
async fn private_screens_are_bare_and_not_for_crawlers() {
    let app = store().await;
    for path in [
        "/konto",
        "/ostukorv",
        "/maksmine",
        "/kuula/x",
        "/login",
        "/reset-password/abc",
        "/kaardimakse/start-trial/web",
    ] {
        let html = html(&app, path, 200).await;
        assert!(html.contains("noindex"), "{path}");
    }
    for (path, policy) in [
        ("/reset-password/abc", "no-referrer"),
        ("/verify-email?token=abc", "no-referrer"),
        ("/kaardimakse/start-trial/abc", "no-referrer"),
        ("/paketivahetus/abc", "no-referrer"),
        ("/konto", "same-origin"),
    ] {
        let response = app.get(path).await;
        assert_eq!(response.headers().get("referrer-policy").unwrap(), policy, "{path}");
    }
    let library = html_with(&app, "/", 200, "hr_session=1").await;
    assert!(library.contains("noindex") && !library.contains("/api/home"));
}

#[tokio::test]
async fn a_change_shows_on_the_page_at_once_and_the_etag_is_valid_until_then() {
    let app = store().await;
    html(&app, "/meist", 404).await;
    publish(&app, "meist", page("Meist", "<p>Tere <script>x</script></p>")).await;
    let first = app.get("/meist").await;
    assert_eq!(first.status(), 200);
    let etag = first.headers()["etag"].clone();
    let text = first.text().await.unwrap();
    assert!(text.contains("<p>Tere </p>") && !text.contains("<script>x"));
    let again =
        app.request(reqwest::Method::GET, "/meist").header("If-None-Match", &etag).send().await.unwrap();
    assert_eq!(again.status(), 304);
    publish(&app, "teine", page("Teine leht", "<p>a</p>")).await;
    let changed =
        app.request(reqwest::Method::GET, "/meist").header("If-None-Match", &etag).send().await.unwrap();
    assert_eq!(changed.status(), 200, "the footer names a new page");
    assert!(changed.text().await.unwrap().contains("Teine leht"));
}

#[tokio::test]
async fn cookies_choose_what_the_frame_shows() {
    let app = store().await;
    let section = SectionBody { title: "Kuula head raamatut".into(), content: "<p>Tere</p>".into() };
    publish(&app, "intro", Body::Section(section)).await;
    let announcement = AnnouncementBody {
        title: "Uus".into(),
        content: "<p>Teade kõigile</p>".into(),
        linked_page: Some("meist".into()),
        link_text: Some("Loe".into()),
    };
    publish(&app, "announcement", Body::Announcement(announcement)).await;
    let open = html(&app, "/", 200).await;
    assert!(
        open.contains("Teade kõigile")
            && open.contains("class=\"consent\"")
            && open.contains("Kuula head raamatut")
    );
    let sections: Value = app.get("/api/sections").await.json().await.unwrap();
    let at = sections.as_array().unwrap().iter().find(|one| one["identifier"] == "announcement").unwrap()["updatedAt"]
        .as_str()
        .unwrap()
        .to_owned();
    let quiet =
        html_with(&app, "/", 200, &format!("hr_announcement={at}; hr_consent=no; hr_theme=dark")).await;
    let (before_seed, _) = quiet.split_once("id=\"seed\">").unwrap();
    assert!(!before_seed.contains("Teade kõigile") && !before_seed.contains("class=\"consent\""));
    assert!(quiet.contains("data-theme=\"dark\""));
}

#[tokio::test]
async fn crawlers_find_every_public_address_and_no_hidden_one() {
    let app = store().await;
    publish(&app, "meist", page("Meist", "<p>Tere</p>")).await;
    let index = app.get("/sitemap.xml").await.text().await.unwrap();
    assert!(index.contains(&format!("<loc>{}/sitemaps/1.xml</loc>", app.base)), "{index}");
    let part = app.get("/sitemaps/1.xml").await.text().await.unwrap();
    for path in ["/", "/raamatud", "/raamatud/kategooria/romaanid/ajaloolised", "/raamatud/kevade", "/meist"]
    {
        assert!(part.contains(&format!("<loc>{}{path}</loc>", app.base)), "{path} is missing in {part}");
    }
    assert!(!part.contains("peidus"));
    assert_eq!(app.get("/sitemaps/2.xml").await.status(), 404);
    let robots = app.get("/robots.txt").await.text().await.unwrap();
    assert!(robots.contains("Sitemap: ") && robots.contains("Disallow: /konto"));
    assert_eq!(app.get("/meta.json").await.json::<Value>().await.unwrap(), json!({ "version": "0.5.5" }));
    let opds = app.get("/opds").await;
    assert_eq!(opds.headers()["content-type"], "application/opds+json");
    let feed: Value = app.get("/opds/publications").await.json().await.unwrap();
    assert_eq!(feed["publications"][0]["metadata"]["identifier"], "urn:isbn:9789916001165");
    assert_eq!(feed["metadata"]["numberOfItems"], 1);
    let found: Value = app.get("/opds/search?query=kevade").await.json().await.unwrap();
    assert_eq!(found["links"][0]["rel"], "self");
}
