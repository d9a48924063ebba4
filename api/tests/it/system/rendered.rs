//! Rendered pages in many states, compared with committed files. The storefront's unit tests render the same states
//! with React and compare them with the same files.
//!
//! In `storefront/src/testing/rendered/`, `<state>.html` is the page without the built files, and `<state>.json` is its
//! request: address, cookies, and the signed-in user. A bare page has no request, since only the browser draws its
//! content.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::Path,
};

use heliriiul::config::{Config, SocialLink};
use heliriiul_cms::{AnnouncementBody, Body, PageBody, SectionBody, SliderBody};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::web::publish;
use crate::fixtures::{app::TestApp, book_folder::BookFolder};

const BOOK: &str = r#"
title = "Kevade"
subtitle = "Pildikesi koolipõlvest"
slug = "kevade"
price = "9.90"
publisher = "Heliriiul"
publish_year = 2026
categories = ["romaanid/ajaloolised"]
[[authors]]
first_name = "Oskar"
last_name = "Luts"
[[readers]]
first_name = "Helga"
last_name = "Hääl"
"#;

const CATEGORIES: &str = "[[category]]\nslug = \"romaanid\"\nname = \"Romaanid\"\nin_menu = true\n\
    [[category]]\npath = \"romaanid/ajaloolised\"\nname = \"Ajaloolised\"\n\
    [[category]]\nslug = \"luule\"\nname = \"Luule\"\nin_menu = true\n";

fn settings(config: &mut Config) {
    config.public_url = String::from("http://heliriiul.test");
}

/// A store with one page of each kind, more books than one page of a list shows, an announcement and social links.
async fn full_store() -> TestApp {
    let app = TestApp::with(|config| {
        settings(config);
        config.site.app_store_url = String::from("https://apps.example/heliriiul");
        config.site.social = ["Facebook", "Mastodon"]
            .map(|name| SocialLink {
                name: name.to_owned(),
                url: format!("https://{name}.example/heliriiul"),
            })
            .to_vec();
    })
    .await;
    app.import_categories(CATEGORIES).await;
    // The book's price is reduced afterwards.
    app.import(&[json!({ "slug": "kevade", "title": "Kevade", "price": "12.90" })]).await;
    let root = TempDir::new().unwrap();
    let description = "Lugu ühest väikesest koolist ja selle pikast talvest. ".repeat(15);
    let manifest = format!("description = \"<p>{description}</p>\"{BOOK}");
    BookFolder::whole(root.path(), "kevade").manifest(&manifest);
    let report = app.import_folder(root.path()).await;
    assert_eq!(report.refused(), 0, "{:#?}", report.lines);
    let mut books = vec![
        json!({ "slug": "luuletused", "title": "Luuletused", "author": "Juhan Liiv", "price": "0", "categories": ["luule"] }),
        json!({ "slug": "paketis", "title": "Paketis & <kaaneta>", "author": "Keegi", "paymentType": "SUBSCRIPTION" }),
    ];
    books.extend(
        (1..=24).map(
            |n| json!({ "slug": format!("r{n}"), "title": format!("Raamat {n:02}"), "author": "Keegi" }),
        ),
    );
    app.import(&books).await;
    let book_ids = ["kevade", "luuletused", "paketis"].map(|slug| app.book_id(slug));
    for (identifier, label, books) in
        [("uued", "Uued raamatud", &book_ids[..]), ("veel", "Veel raamatuid", &book_ids[1..])]
    {
        let body = SliderBody { label: label.to_owned(), books: books.to_vec(), rule: None };
        publish(&app, identifier, Body::Slider(body)).await;
    }
    for (identifier, title) in
        [("intro", "Kuula head raamatut"), ("promo", "Paketid"), ("footer", "Alusta kohe")]
    {
        let body = SectionBody { title: title.to_owned(), content: "<p>Tere <b>kõigile</b></p>".to_owned() };
        publish(&app, identifier, Body::Section(body)).await;
    }
    let page = PageBody {
        title: "Meist".to_owned(),
        content: "<h2>Kes me oleme</h2><p>Tere, <a href=\"/raamatud\">kuulaja</a>!</p>".to_owned(),
        summary: None,
        show_in_footer: true,
        share_image: None,
    };
    publish(&app, "meist", Body::Page(page)).await;
    let announcement = AnnouncementBody {
        title: "Uus".to_owned(),
        content: "<p>Teade kõigile</p>".to_owned(),
        linked_page: Some("meist".to_owned()),
        link_text: None,
    };
    publish(&app, "announcement", Body::Announcement(announcement)).await;
    app
}

/// Replaces ids and times, which differ from run to run.
#[derive(Default)]
struct Normalizer {
    ids: BTreeMap<String, String>,
}

impl Normalizer {
    fn normalize(&mut self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(next) = rest.chars().next() {
            if let Some(id) = rest.get(..36).filter(|text| is_id(text)) {
                let number = self.ids.len() + 1;
                let fixed = || format!("01976f00-0000-7000-8000-{number:012}");
                out.push_str(self.ids.entry(id.to_owned()).or_insert_with(fixed));
                rest = &rest[36..];
            } else if rest.get(..24).is_some_and(is_time) {
                out.push_str("2026-01-02T03:04:05.000Z");
                rest = &rest[24..];
            } else {
                out.push(next);
                rest = &rest[next.len_utf8()..];
            }
        }
        out
    }
}

fn is_id(text: &str) -> bool {
    text.char_indices().all(|(at, letter)| match at {
        8 | 13 | 18 | 23 => letter == '-',
        _ => letter.is_ascii_hexdigit(),
    })
}

fn is_time(text: &str) -> bool {
    text.char_indices().all(|(at, letter)| match at {
        4 | 7 => letter == '-',
        10 => letter == 'T',
        13 | 16 => letter == ':',
        19 => letter == '.',
        23 => letter == 'Z',
        _ => letter.is_ascii_digit(),
    })
}

/// The page without the lines of built files, whose names change with every build.
async fn render(app: &TestApp, url: &str, cookies: &[(&str, &str)]) -> String {
    let cookies: Vec<String> = cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let request = app.request(reqwest::Method::GET, url).header("Cookie", cookies.join("; "));
    let page = request.send().await.unwrap().text().await.unwrap();
    let lines = page.lines().filter(|line| !line.contains("\"&#x2f;assets&#x2f;"));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// The data with which the storefront's unit test renders the same page.
fn request(url: &str, cookies: &[(&str, &str)], user: &Value) -> String {
    let is_signed_in = cookies.contains(&("hr_session", "1"));
    let cookies: serde_json::Map<_, _> =
        cookies.iter().map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
    let user = if is_signed_in { user } else { &Value::Null };
    let request = json!({ "url": url, "cookies": cookies, "user": user });
    format!("{}\n", serde_json::to_string_pretty(&request).unwrap())
}

async fn user(app: &TestApp) -> Value {
    let token = app.register("mari@heliriiul.test").await;
    let mut user: Value = app.get_as(&token, "/api/user").await.json().await.unwrap();
    user["apiToken"] = json!("token-of-mari");
    user
}

/// Name, store, address and cookies of a rendered page.
type State<'a> = (&'a str, &'a TestApp, &'a str, &'a [(&'a str, &'a str)]);

#[tokio::test]
async fn the_committed_pages_are_what_the_templates_render() {
    let app = full_store().await;
    let bare_store = TestApp::with(settings).await;
    let user = user(&app).await;
    let list: Value = app.get("/api/books?limit=24&sort=title").await.json().await.unwrap();
    let cursor = list["nextCursor"].as_str().unwrap().to_owned();
    let next_page = format!("/raamatud?cursor={cursor}");
    let announcement = app.state.content.snapshot().section("announcement").unwrap().updated_at.to_string();
    let (in_app, signed_in, chosen) = (("hr_platform", "app"), ("hr_session", "1"), ("hr_consent", "yes"));
    let quiet = [("hr_announcement", announcement.as_str()), chosen, ("hr_theme", "dark")];
    let states: [State<'_>; 15] = [
        ("home", &app, "/", &[]),
        ("home-in-app", &app, "/", &[in_app]),
        ("home-signed-in", &app, "/", &[signed_in]),
        ("home-of-empty-store", &bare_store, "/", &[]),
        ("list", &app, "/raamatud", &[chosen]),
        ("list-next", &app, &next_page, &quiet),
        ("list-in-app", &app, "/raamatud?q=kevade", &[in_app]),
        ("list-of-empty-store", &bare_store, "/raamatud", &[in_app]),
        ("category", &app, "/raamatud/kategooria/romaanid", &[]),
        ("category-signed-in", &app, "/raamatud/kategooria/romaanid/ajaloolised?sort=newest", &[signed_in]),
        ("book", &app, "/raamatud/kevade", &[]),
        ("book-free", &app, "/raamatud/luuletused", &[chosen]),
        ("book-without-cover", &app, "/raamatud/paketis", &[in_app]),
        ("page", &app, "/meist", &quiet),
        ("not-found", &app, "/puudub/siin", &[chosen]),
    ];
    let mut normalizer = Normalizer::default();
    let mut made = BTreeMap::new();
    for (name, store, url, cookies) in states {
        let html = render(store, url, cookies).await;
        // Only the browser draws the content of a bare page: there is nothing to compare.
        let is_bare = html.contains("tabindex=\"-1\"></main>");
        let request = (!is_bare).then(|| request(url, cookies, &user));
        for (ending, text) in [("html", Some(html)), ("json", request)] {
            let Some(text) = text else { continue };
            // A cursor contains the id of the last book.
            let text = normalizer.normalize(&text.replace(&cursor, "next-page"));
            made.insert(format!("{name}.{ending}"), text);
        }
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../storefront/src/testing/rendered");
    if std::env::var_os("HELIRIIUL_WRITE_RENDERED").is_some() {
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        for (name, text) in &made {
            std::fs::write(folder.join(name), text).unwrap();
        }
    }
    let files = std::fs::read_dir(&folder).unwrap();
    let names: BTreeSet<String> =
        files.map(|file| file.unwrap().file_name().into_string().unwrap()).collect();
    assert_eq!(names, made.keys().cloned().collect::<BTreeSet<_>>());
    for (name, text) in made {
        assert!(
            std::fs::read_to_string(folder.join(&name)).unwrap() == text,
            "{name} differs: run this test with HELIRIIUL_WRITE_RENDERED=1, and commit what it writes if it is right"
        );
    }
}
