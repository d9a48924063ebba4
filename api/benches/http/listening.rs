//! 200 listeners who report and save their positions beside buyers, and the CPU time of a report after many others.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::{Duration, Instant},
};

use futures::future::{join, join_all};
use reqwest::{Client, Method, StatusCode};
use serde_json::{Value, json};

use crate::{
    Line,
    process::{Server, Settings},
    store,
};

const LISTENERS: usize = 200;
const BUYERS: usize = 10;
const TIME: Duration = Duration::from_mins(3);
const BOOKS: usize = 300;

/// Of a listener between two reports, and of a buyer between two orders.
const PAUSE: Duration = Duration::from_secs(1);

/// The clock moves so far after the books are bought, so that there is time to report.
const PAST_SECONDS: i64 = 2 * 24 * 3600;

/// Reports of one listener before the last measurement, and in each measurement.
const MANY: i64 = 10_000;
const MEASURED: i64 = 500;
const FEW: i64 = 10;

/// A report of 10 s and a gap of 5 s, so that no report extends an earlier row.
const SHORT_REPORT: i64 = 10;
const STEP: i64 = 15;

const COST_GOAL: f64 = 1.3;

/// Both measurements, on SQLite and, where there is one, on PostgreSQL.
pub async fn measure() -> Vec<Line> {
    let mut lines = on(&Settings::default(), "SQLite").await;
    if let Some(url) = store::postgres_schema("listening") {
        lines.extend(on(&Settings::default().database(&url), "PostgreSQL").await);
    }
    lines
}

async fn on(settings: &Settings, database: &str) -> Vec<Line> {
    let data = store::scratch("listening");
    println!("filling a store on {database} with {BOOKS} made-up books …");
    let folder = store::book_with_sound();
    settings.command(&data, &["import", "folder", folder.to_str().expect("a path")]);
    let catalogue = store::made_up_catalogue(&data, BOOKS, &[]);
    settings.command(&data, &["import", "catalogue", catalogue.to_str().expect("a path")]);
    settings.command(&data, &["discounts", "create", "KINGITUS", "--percent", "100"]);
    let (server, _) = settings.start(&data).await;
    let shop = Shop::open(&server).await;
    let mut listeners = Vec::new();
    for number in 0..=LISTENERS {
        listeners.push(shop.listener(number).await);
    }
    shop.call(Method::POST, "/_sandbox/clock", "", &json!({ "advanceSeconds": PAST_SECONDS })).await;
    let one = listeners.pop().expect("one more");
    println!("{LISTENERS} listeners and {BUYERS} buyers on {database} for {} s …", TIME.as_secs());
    let mut lines = shop.listeners_beside_buyers(&listeners, database).await;
    println!("{MANY} reports of one listener on {database} …");
    lines.push(shop.cost_of_reports(&server, &one, database).await);
    lines
}

/// A person with the book that has sound.
struct Listener {
    token: String,
    /// Seconds since 1970, when the book had been bought.
    since: i64,
}

struct Shop {
    client: Client,
    base: String,
    book: String,
    books: Vec<String>,
    answers: AtomicUsize,
    faults: AtomicUsize,
}

impl Shop {
    async fn open(server: &Server) -> Self {
        let client = Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(Duration::from_mins(1))
            .build()
            .expect("a client");
        let base = format!("http://{}", server.address);
        let (answers, faults) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let mut shop = Self { client, base, book: String::new(), books: Vec::new(), answers, faults };
        let book = shop.call(Method::GET, "/api/books/slug/kuulamiseks", "", &Value::Null).await.1;
        book["id"].as_str().expect("an id").clone_into(&mut shop.book);
        for number in 0..BOOKS {
            let path = format!("/api/books/slug/raamat-{number}");
            let book = shop.call(Method::GET, &path, "", &Value::Null).await.1;
            shop.books.push(book["id"].as_str().expect("an id").to_owned());
        }
        shop
    }

    async fn call(&self, method: Method, path: &str, token: &str, body: &Value) -> (StatusCode, Value) {
        let mut request = self.client.request(method, format!("{}{path}", self.base));
        if !token.is_empty() {
            request = request.header("Api-Token", token);
        }
        if !body.is_null() {
            request = request.json(body);
        }
        let answer = request.send().await.expect("an answer");
        let status = answer.status();
        self.answers.fetch_add(1, Ordering::Relaxed);
        if status.is_server_error() {
            self.faults.fetch_add(1, Ordering::Relaxed);
        }
        (status, answer.json().await.unwrap_or_default())
    }

    async fn register(&self, email: &str) -> String {
        let person =
            json!({ "email": email, "firstName": "Mari", "lastName": "Maasikas", "password": "heliriiul" });
        let (status, user) = self.call(Method::POST, "/api/register", "", &person).await;
        assert_eq!(status, 201, "{user}");
        user["apiToken"].as_str().expect("a token").to_owned()
    }

    async fn listener(&self, number: usize) -> Listener {
        let token = self.register(&format!("kuulaja{number}@naide.ee")).await;
        let cart = json!({ "books": [self.book], "discountCode": "KINGITUS" });
        let (_, order) = self.call(Method::POST, "/api/checkout-cart", &token, &cart).await;
        assert_eq!(order["paid"], true, "{order}");
        let since = heliriiul::clock::Clock::default().now().millis() / 1000 + 1;
        Listener { token, since }
    }

    async fn listeners_beside_buyers(&self, listeners: &[Listener], database: &str) -> Vec<Line> {
        self.answers.store(0, Ordering::Relaxed);
        self.faults.store(0, Ordering::Relaxed);
        let end = Instant::now() + TIME;
        let listening = join_all(listeners.iter().map(|listener| self.listen_until(listener, end)));
        let buying = join_all((0..BUYERS).map(|number| self.buy_until(number, end)));
        let (reported, bought) = join(listening, buying).await;
        let mut lost = 0;
        for (listener, minutes) in listeners.iter().zip(&reported) {
            let (_, stats) = self.call(Method::GET, "/api/reading", &listener.token, &Value::Null).await;
            lost += i64::from(stats["readingTotalDurationMinutes"] != *minutes);
        }
        let reports: i64 = reported.iter().sum();
        let bought: usize = bought.iter().sum();
        let answers = self.answers.load(Ordering::Relaxed);
        let faults = self.faults.load(Ordering::Relaxed);
        vec![
            Line {
                what: format!("{LISTENERS} listeners and {BUYERS} buyers, {database}"),
                measured: format!("{answers} answers, {bought} orders, {faults} of 5xx"),
                goal: "no 5xx".into(),
                holds: faults == 0,
            },
            Line {
                what: format!("{reports} reports in the sums, {database}"),
                measured: format!("{lost} listeners with another sum"),
                goal: "no report is lost".into(),
                holds: lost == 0,
            },
        ]
    }

    /// Reports minute after minute. Returns the minutes that were answered with success.
    async fn listen_until(&self, listener: &Listener, end: Instant) -> i64 {
        let (mut minutes, mut revision, mut from) = (0, 0, listener.since);
        while Instant::now() < end {
            if self.report(listener, from, from + 60).await {
                minutes += 1;
            }
            from += 60;
            let path = format!("/api/positions/{}", self.book);
            let position = json!({ "index": 0, "position": 1.5, "revision": revision });
            let (_, saved) = self.call(Method::PUT, &path, &listener.token, &position).await;
            revision = saved["revision"].as_i64().unwrap_or(revision);
            tokio::time::sleep(PAUSE).await;
        }
        minutes
    }

    async fn report(&self, listener: &Listener, from: i64, to: i64) -> bool {
        let report = json!({
            "bookId": self.book, "playbackSpeed": 1.0, "startedAtEpoch": from, "endedAtEpoch": to, "source": "WEB"
        });
        self.call(Method::POST, "/api/reading", &listener.token, &report).await.0.is_success()
    }

    /// Buys one book after the other. Returns how many.
    async fn buy_until(&self, number: usize, end: Instant) -> usize {
        let token = self.register(&format!("ostja{number}@naide.ee")).await;
        let mut bought = 0;
        for book in &self.books {
            if Instant::now() >= end {
                break;
            }
            let cart = json!({ "books": [book] });
            let (_, order) = self.call(Method::POST, "/api/checkout-cart", &token, &cart).await;
            let transaction = order["transactionId"].as_str().unwrap_or_default().to_owned();
            let url = format!("{}/_sandbox/pay/{transaction}", self.base);
            let paying =
                self.client.post(url).header("Accept", "application/json").form(&[("action", "pay")]);
            let paid: Value = paying.send().await.expect("an answer").json().await.unwrap_or_default();
            let (_, state) = self.call(Method::POST, "/api/notify", "", &paid["return"]).await;
            bought += usize::from(state["status"] == "COMPLETED");
            tokio::time::sleep(PAUSE).await;
        }
        bought
    }

    /// The CPU time of a report after a few reports and after many, in the same run.
    async fn cost_of_reports(&self, server: &Server, listener: &Listener, database: &str) -> Line {
        self.reports(listener, 0..FEW).await;
        let few = self.cost(server, listener, FEW).await;
        self.reports(listener, FEW + MEASURED..MANY).await;
        let many = self.cost(server, listener, MANY).await;
        let ratio = many / few;
        Line {
            what: format!("CPU of a report after {MANY} others, {database}"),
            measured: format!("{many:.3} ms; after {FEW} {few:.3} ms: {ratio:.2}"),
            goal: format!("at most {COST_GOAL} times"),
            holds: ratio <= COST_GOAL,
        }
    }

    /// Milliseconds of a report.
    async fn cost(&self, server: &Server, listener: &Listener, after: i64) -> f64 {
        let before = server.cpu();
        self.reports(listener, after..after + MEASURED).await;
        server.cpu().saturating_sub(before).as_secs_f64() * 1_000.0 / MEASURED as f64
    }

    async fn reports(&self, listener: &Listener, numbers: std::ops::Range<i64>) {
        for number in numbers {
            let from = listener.since + number * STEP;
            assert!(self.report(listener, from, from + SHORT_REPORT).await, "report {number}");
        }
    }
}
