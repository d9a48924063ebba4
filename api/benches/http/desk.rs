//! Waiting times of an editor: saving and publishing a very long page, and the delay until other servers show it.

use std::{
    fmt::Write as _,
    path::Path,
    time::{Duration, Instant},
};

use reqwest::{Client, Method};
use serde_json::{Value, json};

use crate::{
    Line,
    process::{Server, Settings},
    store,
};

/// As long as a short novel.
const WORDS: usize = 50_000;
const ROUNDS: usize = 20;
const BOOKS: usize = 10_000;

/// An editor of the demo.
const CATEGORIES: [&str; 8] = [
    "klassika",
    "romaanid",
    "romaanid/ajaloolised",
    "jutustused",
    "luule",
    "naidendid",
    "lastele",
    "lastele/muinasjutud",
];

/// Words that no book has. They differ much, because the search tolerates typing errors.
const NEW_WORDS: [&str; 20] = [
    "aardelaegas",
    "biitnikud",
    "dirižabel",
    "eelajalugu",
    "fotograaf",
    "grammofon",
    "hobuseraud",
    "inglitiib",
    "jäämurdja",
    "kellassepp",
    "lumetorm",
    "mustkunstnik",
    "näärivana",
    "orelimäng",
    "postitõld",
    "rukkilill",
    "saunavõti",
    "tuletikk",
    "uisutaja",
    "vihmavari",
];

const SAVE_GOAL: Duration = Duration::from_millis(200);
const SEEN_GOAL: Duration = Duration::from_secs(1);

/// Saves and publishing on the default database.
pub async fn long_page(data: &Path) -> Vec<Line> {
    let (server, _) = Server::start(data).await;
    let desk = Desk::enter(&server).await;
    let id = desk.make("mootmine", &text(0)).await;
    let (mut saves, mut publishes, mut openings) = (Vec::new(), Vec::new(), Vec::new());
    let path = format!("/api/desk/items/{id}");
    for round in 1..=ROUNDS {
        let based_on = i64::try_from(round).expect("a round");
        let save = json!({ "basedOn": based_on, "body": { "title": "Mõõtmine", "content": text(round) } });
        saves.push(timed(desk.call(Method::PUT, &path, &save)).await);
        let act = json!({ "revision": based_on + 1 });
        publishes.push(timed(desk.call(Method::POST, &format!("{path}/publish"), &act)).await);
        openings.push(timed(desk.see("/mootmine")).await);
    }
    vec![
        waited(format!("a save of {WORDS} words"), saves, SAVE_GOAL),
        waited("its publishing".into(), publishes, SAVE_GOAL),
        waited("its page, asked for the first time".into(), openings, SAVE_GOAL),
    ]
}

/// Two servers on one database: PostgreSQL when there is one, else the file.
pub async fn two_servers() -> Vec<Line> {
    let (settings, database) = match store::postgres_schema("servers") {
        Some(url) => (Settings::default().database(&url), "PostgreSQL"),
        None => (Settings::default(), "SQLite"),
    };
    let data = store::scratch("two-servers");
    println!("filling a store on {database} with the demo and {BOOKS} made-up books …");
    settings.command(&data, &["seed-demo"]);
    let catalogue = store::made_up_catalogue(&data, BOOKS, &CATEGORIES);
    settings.command(&data, &["import", "catalogue", catalogue.to_str().expect("a path")]);
    let (here, _) = settings.start(&data).await;
    let (there, _) = settings.clone().index(&data.join("index-beside")).start(&data).await;
    let (desk, other) = (Desk::enter(&here).await, Desk::reader(&there));

    let id = desk.make("teisel", "<p>teisel 0</p>").await;
    let mut pages = Vec::new();
    for round in 1..=ROUNDS {
        let (based_on, words) = (i64::try_from(round).expect("a round"), format!("teisel {round}"));
        let body = json!({ "title": "Teisel", "content": format!("<p>{words}</p>") });
        let path = format!("/api/desk/items/{id}");
        desk.call(Method::PUT, &path, &json!({ "basedOn": based_on, "body": body })).await;
        let act = json!({ "revision": based_on + 1 });
        // Measured from the click, so that the server's work before its response counts too.
        let seen = async {
            desk.call(Method::POST, &format!("{path}/publish"), &act).await;
            other.until("/teisel", &words).await;
        };
        pages.push(timed(seen).await);
    }

    let book: Value = desk.json("/api/books/slug/raamat-77").await;
    let path = format!("/api/desk/books/{}", book["id"].as_str().expect("an id"));
    let mut category = desk.json("/api/desk/categories").await[0].clone();
    let of_category = format!("/api/desk/categories/{}", category["id"].as_str().expect("an id"));
    let (mut books, mut categories) = (Vec::new(), Vec::new());
    for round in 0..NEW_WORDS.len() / 2 {
        let mut changed = desk.json(&path).await;
        let (title, name) = (NEW_WORDS[2 * round], NEW_WORDS[2 * round + 1]);
        changed["title"] = title.into();
        changed["basedOn"] = changed["version"].clone();
        let found = async {
            desk.call(Method::PUT, &path, &changed).await;
            other.until(&format!("/api/books/search?q={title}"), "raamat-77").await;
        };
        books.push(timed(found).await);
        let change = json!({
            "basedOn": category["version"], "name": name, "slug": category["slug"],
            "parentId": category["parentId"], "includeInMenu": true
        });
        let seen = async {
            category = desk.call(Method::PUT, &of_category, &change).await;
            other.until("/api/categories", name).await;
            other.until(&format!("/api/books/search?q={name}"), "\"id\"").await;
        };
        categories.push(timed(seen).await);
    }
    vec![
        waited(format!("a page seen on another server, {database}"), pages, SEEN_GOAL),
        waited(format!("a book found there, of {BOOKS}"), books, SEEN_GOAL),
        waited(format!("a category's name, of {BOOKS} books"), categories, SEEN_GOAL),
    ]
}

fn waited(what: String, mut times: Vec<Duration>, goal: Duration) -> Line {
    times.sort_unstable();
    let worst = times[times.len() - 1];
    let millis = |time: Duration| time.as_secs_f64() * 1_000.0;
    Line {
        what,
        measured: format!("p50 {:.0} ms, worst {:.0} ms", millis(times[times.len() / 2]), millis(worst)),
        goal: format!("worst at most {} ms", goal.as_millis()),
        holds: worst <= goal,
    }
}

async fn timed<T>(work: impl Future<Output = T>) -> Duration {
    let begun = Instant::now();
    work.await;
    begun.elapsed()
}

/// A page of many paragraphs with headings, links and lists; each version differs everywhere.
fn text(version: usize) -> String {
    const PARAGRAPH: usize = 50;
    let mut html = String::new();
    for number in 0..WORDS / PARAGRAPH {
        if number % 20 == 0 {
            let _ = write!(html, "<h2>Peatükk {number}</h2>");
        }
        let words =
            "sõna õhtu <strong>meri</strong> ja <a href=\"/kinkekaart\">kink</a> ".repeat(PARAGRAPH / 5);
        let _ = write!(html, "<p>{version} {words}</p>");
    }
    html
}

/// A server as an editor or a reader uses it.
struct Desk {
    client: Client,
    base: String,
    token: String,
}

impl Desk {
    fn reader(server: &Server) -> Self {
        let client = Client::builder().timeout(Duration::from_secs(30)).build().expect("a client");
        Self { client, base: format!("http://{}", server.address), token: String::new() }
    }

    async fn enter(server: &Server) -> Self {
        let mut desk = Self::reader(server);
        let who = json!({ "email": "toimetaja@heliriiul.test", "password": "heliriiul" });
        let session = desk.call(Method::POST, "/api/login", &who).await;
        session["apiToken"].as_str().expect("a token").clone_into(&mut desk.token);
        desk
    }

    async fn make(&self, identifier: &str, content: &str) -> String {
        let new = json!({
            "kind": "page", "identifier": identifier, "body": { "title": "Mõõtmine", "content": content }
        });
        let made = self.call(Method::POST, "/api/desk/items", &new).await;
        made["id"].as_str().expect("an id").to_owned()
    }

    async fn call(&self, method: Method, path: &str, body: &Value) -> Value {
        let mut request = self.client.request(method, format!("{}{path}", self.base)).json(body);
        if !self.token.is_empty() {
            request = request.header("Api-Token", &self.token);
        }
        let answer = request.send().await.expect("an answer");
        let status = answer.status();
        let text = answer.text().await.expect("its body");
        assert!(status.is_success(), "{path}: {status} {text:.300}");
        serde_json::from_str(&text).expect("JSON")
    }

    async fn json(&self, path: &str) -> Value {
        let request = self.client.get(format!("{}{path}", self.base)).header("Api-Token", &self.token);
        request.send().await.expect("an answer").json().await.expect("JSON")
    }

    async fn see(&self, path: &str) -> String {
        let answer = self.client.get(format!("{}{path}", self.base)).send().await.expect("an answer");
        answer.text().await.expect("its text")
    }

    async fn until(&self, path: &str, text: &str) {
        let begun = Instant::now();
        while !self.see(path).await.contains(text) {
            assert!(begun.elapsed() < Duration::from_mins(1), "{path} never shows {text}");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    }
}
