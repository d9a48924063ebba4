//! Files and tickets, listening reports and the hours of plans.

use std::time::Duration;

use futures::future::join_all;
use heliriiul::{library, library::Source, subscriptions, subscriptions::Plan};
use heliriiul_db::{BookId, ChangeKind, Timestamp, UserId, append_change};
use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::fixtures::app::{TestApp, problem};

const MINUTE: Duration = Duration::from_mins(1);
const DAY: Duration = Duration::from_hours(24);

/// A listener with books in the library.
pub struct Listener {
    pub app: TestApp,
    token: String,
    pub id: UserId,
    /// A subscription book.
    pub rented: BookId,
    pub bought: BookId,
}

impl Listener {
    pub async fn new() -> Self {
        let app = TestApp::new().await;
        let token = app.register("mari@naide.ee").await;
        let user: Value = app.get_as(&token, "/api/user").await.json().await.unwrap();
        let id = user["id"].as_str().unwrap().parse().unwrap();
        let rented = put_book(&app, "rented", true).await;
        let bought = put_book(&app, "bought", false).await;
        let now = app.clock.now();
        let mut tx = app.db().write().await.unwrap();
        library::grant(&mut tx, id, rented, Source::Subscription, None, now).await.unwrap();
        library::grant(&mut tx, id, bought, Source::Purchase, None, now).await.unwrap();
        tx.commit().await.unwrap();
        Self { app, token, id, rented, bought }
    }

    async fn subscribe(&self, kind: Plan, lasts: Duration) {
        let now = self.app.clock.now();
        let mut tx = self.app.db().write().await.unwrap();
        subscriptions::grant(&mut tx, self.id, kind, now.plus(lasts), now).await.unwrap();
        tx.commit().await.unwrap();
    }

    pub async fn get(&self, path: &str) -> Response {
        self.app.get_as(&self.token, path).await
    }

    async fn files(&self, book: BookId) -> Response {
        self.get(&format!("/api/books/{book}/files")).await
    }

    pub async fn put(&self, book: BookId, body: &Value) -> Response {
        let request = self.app.request(Method::PUT, &format!("/api/positions/{book}"));
        request.bearer_auth(&self.token).json(body).send().await.unwrap()
    }

    async fn report(&self, book: BookId, from: Timestamp, to: Timestamp) -> Response {
        self.app.post_as(&self.token, "/api/reading", &report(book, from, to)).await
    }

    /// Reports a range that ends now and returns the minutes of this period.
    async fn listen(&self, book: BookId, length: Duration) -> i64 {
        let now = self.app.clock.now();
        minutes(self.report(book, now.minus(length), now).await).await
    }
}

pub fn report(book: BookId, from: Timestamp, to: Timestamp) -> Value {
    json!({
        "bookId": book, "playbackSpeed": 1.2, "source": "WEB",
        "startedAtEpoch": seconds(from), "endedAtEpoch": seconds(to),
    })
}

#[expect(
    clippy::float_arithmetic,
    clippy::cast_precision_loss,
    reason = "clients send seconds with decimals"
)]
fn seconds(at: Timestamp) -> f64 {
    at.millis() as f64 / 1000.0
}

async fn minutes(response: Response) -> i64 {
    assert_eq!(response.status(), 200);
    let stats: Value = response.json().await.unwrap();
    stats["readingTotalDurationMinutes"].as_i64().unwrap()
}

/// A book of two files and three chapters.
pub async fn put_book(app: &TestApp, slug: &str, visible: bool) -> BookId {
    let id = BookId::new();
    let now = app.clock.now();
    let mut tx = app.db().write().await.unwrap();
    tx.execute(
        "INSERT INTO books (id, slug, title, description, payment_type, is_visible, price_cents, \
         created_at, updated_at) VALUES ($1, $2, $2, '', 'ALL', $3, 990, $4, $4)",
        (id, slug, visible, now),
    )
    .await
    .unwrap();
    for (position, name) in [(0_i64, "01.mp3"), (1, "02.mp3")] {
        tx.execute(
            "INSERT INTO book_files (book_id, position, name, object_key, content_type, bytes, duration_ms, \
             sha256) VALUES ($1, $2, $3, $3, 'audio/mpeg', 1000, 600000, '')",
            (id, position, name),
        )
        .await
        .unwrap();
    }
    let chapters = [
        (0_i64, "Algus", 0_i64, 0_i64, 400_500_i64),
        (1, "Keskpaik", 0, 400_500, 600_000),
        (2, "Lõpp", 1, 0, 600_000),
    ];
    for (position, title, file, start, end) in chapters {
        tx.execute(
            "INSERT INTO chapters (book_id, position, title, file_position, start_ms, end_ms) \
             VALUES ($1, $2, $3, $4, $5, $6)",
            (id, position, title, file, start, end),
        )
        .await
        .unwrap();
    }
    append_change(&mut tx, ChangeKind::Book, id.uuid(), now).await.unwrap();
    tx.commit().await.unwrap();
    app.catch_up().await;
    id
}

#[tokio::test]
async fn a_bought_book_plays_for_ever_even_when_hidden() {
    let mari = Listener::new().await;
    let files: Value = mari.files(mari.bought).await.json().await.unwrap();
    assert_eq!(files["files"], json!(["01.mp3", "02.mp3"]));
    assert_eq!(
        files["chapters"],
        json!([
            { "title": "Algus", "file": "01.mp3", "start": 0.0, "end": 400.5 },
            { "title": "Keskpaik", "file": "01.mp3", "start": 400.5, "end": 600.0 },
            { "title": "Lõpp", "file": "02.mp3", "start": 0.0, "end": 600.0 },
        ])
    );
    let tickets = &mari.app.state.media.tickets;
    let ticket = files["ticket"].as_str().unwrap();
    let now = mari.app.clock.now();
    assert_eq!(tickets.verify(ticket, mari.bought, now).map(|ticket| ticket.user), Ok(mari.id));
    assert!(tickets.verify(ticket, mari.rented, now).is_err());
    assert!(tickets.verify(ticket, mari.bought, now.plus(Duration::from_hours(6))).is_err());
    assert!(tickets.verify(ticket, mari.bought, now.plus(Duration::from_mins(359))).is_ok());
    assert!(
        files["ticketExpiresAt"].as_str().unwrap() > now.plus(Duration::from_hours(5)).to_string().as_str()
    );
}

#[tokio::test]
async fn files_need_the_book_in_the_library_and_a_subscription() {
    let mari = Listener::new().await;
    let path = format!("/api/books/{}/files", mari.rented);
    problem(mari.app.get(&path).await, 401, "unauthorized").await;
    problem(mari.files(mari.rented).await, 403, "package-required").await;
    for id in [BookId::new().to_string(), "1".to_owned(), "õ".to_owned(), "x".repeat(300)] {
        problem(mari.get(&format!("/api/books/{id}/files")).await, 404, "not-found").await;
    }
    let jaan = mari.app.register("jaan@naide.ee").await;
    problem(mari.app.get_as(&jaan, &path).await, 404, "not-found").await;

    mari.subscribe(Plan::Unlimited, DAY).await;
    assert_eq!(mari.files(mari.rented).await.status(), 200);
    mari.app.advance(DAY);
    problem(mari.files(mari.rented).await, 403, "package-required").await;
    assert_eq!(mari.files(mari.bought).await.status(), 200);
}

#[tokio::test]
async fn twenty_hours_by_the_clock_use_up_the_limited_plan() {
    let mari = Listener::new().await;
    mari.subscribe(Plan::Limited, 31 * DAY).await;
    assert_eq!(mari.files(mari.rented).await.status(), 200);
    let mut listened = 0;
    for _ in 0..119 {
        mari.app.advance(10 * MINUTE);
        listened = mari.listen(mari.rented, 10 * MINUTE).await;
    }
    assert_eq!(listened, 1190);
    assert_eq!(mari.files(mari.rented).await.status(), 200);
    mari.app.advance(10 * MINUTE);
    assert_eq!(mari.listen(mari.rented, 10 * MINUTE).await, 1200);
    problem(mari.files(mari.rented).await, 402, "quota-full").await;
    assert_eq!(mari.files(mari.bought).await.status(), 200);
    let stats: Value = mari.get("/api/reading").await.json().await.unwrap();
    assert_eq!(stats, json!({ "readingTotalDurationMinutes": 1200, "subscriptionType": "20H_LIMITED" }));

    mari.subscribe(Plan::Unlimited, 31 * DAY).await;
    assert_eq!(mari.files(mari.rented).await.status(), 200);
    // The next billing period begins with all its hours.
    mari.subscribe(Plan::Limited, 31 * DAY).await;
    assert_eq!(mari.files(mari.rented).await.status(), 200);
    assert_eq!(minutes(mari.get("/api/reading").await).await, 0);
}

#[tokio::test]
async fn reports_are_cut_and_merged() {
    let mari = Listener::new().await;
    mari.subscribe(Plan::Limited, 31 * DAY).await;
    mari.app.advance(Duration::from_hours(1));
    let now = mari.app.clock.now();
    let ago = |minutes: u32| now.minus(MINUTE * minutes);
    // The same start again, longer and then once more.
    assert_eq!(minutes(mari.report(mari.rented, ago(30), ago(29)).await).await, 1);
    assert_eq!(minutes(mari.report(mari.rented, ago(30), ago(25)).await).await, 5);
    assert_eq!(minutes(mari.report(mari.rented, ago(30), ago(25)).await).await, 5);
    // Two devices at once on one book count once, on two books twice.
    assert_eq!(minutes(mari.report(mari.rented, ago(28), ago(23)).await).await, 7);
    assert_eq!(minutes(mari.report(mari.bought, ago(28), ago(23)).await).await, 12);
    // At most ten minutes, and at most two minutes ahead.
    assert_eq!(minutes(mari.report(mari.rented, ago(20), now).await).await, 22);
    let ahead = now.plus(Duration::from_hours(1));
    let after = minutes(mari.report(mari.rented, ago(1), ahead).await).await;
    assert!((24..=25).contains(&after), "{after}");
}

#[tokio::test]
async fn the_union_of_reports_only_grows() {
    let mari = Listener::new().await;
    mari.subscribe(Plan::Limited, 31 * DAY).await;
    mari.app.advance(Duration::from_hours(1));
    let now = mari.app.clock.now();
    let ago = |minutes: u32| now.minus(MINUTE * minutes);
    assert_eq!(minutes(mari.report(mari.rented, ago(30), ago(20)).await).await, 10);
    // The same start with an earlier end shortens nothing.
    assert_eq!(minutes(mari.report(mari.rented, ago(30), ago(29)).await).await, 10);
    let rows = "SELECT COUNT(*) FROM reading_logs";
    assert_eq!(mari.app.db().scalar::<i64>(rows, ()).await.unwrap(), 1);
    let book_ms: i64 = mari.app.db().scalar("SELECT book_ms FROM reading_periods", ()).await.unwrap();
    assert_eq!(book_ms, 12 * 60_000, "ten minutes at 1.2");
    // Devices that report the same time at once.
    let reports = (0..20).map(|_| mari.report(mari.rented, ago(15), ago(10)));
    for response in join_all(reports).await {
        assert_eq!(response.status(), 200);
    }
    assert_eq!(minutes(mari.get("/api/reading").await).await, 15);
}

#[tokio::test]
async fn reports_are_of_a_time_when_the_listener_could_open_the_book() {
    let mari = Listener::new().await;
    let began = mari.app.clock.now();
    let at = |minutes: u64| began.plus(MINUTE * u32::try_from(minutes).unwrap());
    mari.app.advance(Duration::from_hours(1));
    let refused = async |book, from, to| {
        let problem = problem(mari.report(book, from, to).await, 422, "validation").await;
        assert_eq!(problem["errors"][0], json!({ "field": "startedAtEpoch", "code": "out-of-range" }));
    };
    refused(mari.bought, began.minus(MINUTE * 9), began.minus(MINUTE)).await;
    refused(mari.bought, Timestamp::from_millis(0), Timestamp::from_millis(60_000)).await;
    assert_eq!(minutes(mari.report(mari.bought, began.minus(MINUTE), at(1)).await).await, 1);
    // A subscription book without a subscription.
    refused(mari.rented, at(1), at(2)).await;
    mari.subscribe(Plan::Limited, DAY).await;
    refused(mari.rented, at(1), at(2)).await;
    assert_eq!(mari.report(mari.rented, at(61), at(62)).await.status(), 200);
    mari.app.advance(3 * DAY);
    // Offline then, sent now.
    assert_eq!(mari.report(mari.rented, at(100), at(101)).await.status(), 200);
    let now = mari.app.clock.now();
    refused(mari.rented, now.minus(2 * MINUTE), now.minus(MINUTE)).await;
    mari.app.advance(30 * DAY);
    refused(mari.bought, at(200), at(201)).await;
}

#[tokio::test]
async fn the_error_of_a_device_s_clock_is_no_fault_of_its_owner() {
    let mari = Listener::new().await;
    mari.subscribe(Plan::Limited, 31 * DAY).await;
    mari.app.advance(Duration::from_hours(1));
    let now = mari.app.clock.now();
    for (book, ahead) in [(mari.rented, 3_i64), (mari.bought, -600)] {
        let shown = Timestamp::from_millis(now.millis() + ahead * 60_000);
        let mut body = report(book, shown.minus(5 * MINUTE), shown);
        body["sentAtEpoch"] = seconds(shown).into();
        let response = mari.app.post_as(&mari.token, "/api/reading", &body).await;
        assert_eq!(response.status(), 200, "{ahead} minutes");
    }
    assert_eq!(minutes(mari.get("/api/reading").await).await, 10);
}

#[tokio::test]
async fn sound_that_is_served_and_never_reported_uses_up_the_hours() {
    let mari = Listener::new().await;
    mari.subscribe(Plan::Limited, 31 * DAY).await;
    let served = &mari.app.state.served_sound;
    let flush = async || served.flush(mari.app.db(), &mari.app.clock).await.unwrap();
    // The same seconds count once, in one batch and in two.
    for _ in 0..2 {
        served.record(mari.id, mari.rented, 0..40_000);
        served.record(mari.id, mari.rented, 10_000..50_000);
        flush().await;
    }
    assert_eq!(mari.files(mari.rented).await.status(), 200);
    served.record(mari.id, mari.bought, 0..23_000);
    flush().await;
    problem(mari.files(mari.rented).await, 402, "quota-full").await;
    assert_eq!(mari.files(mari.bought).await.status(), 200);
    // What is reported is not counted again: twelve minutes of the recording.
    mari.app.advance(10 * MINUTE);
    mari.listen(mari.rented, 10 * MINUTE).await;
    problem(mari.files(mari.rented).await, 402, "quota-full").await;
    let reported = "UPDATE reading_periods SET book_ms = 1000 * 60 * 60";
    mari.app.db().execute(reported, ()).await.unwrap();
    assert_eq!(mari.files(mari.rented).await.status(), 200);
    // A new period begins with all hours.
    mari.subscribe(Plan::Limited, 31 * DAY).await;
    assert_eq!(mari.files(mari.rented).await.status(), 200);
}

#[tokio::test]
async fn a_report_across_the_end_of_a_period_is_split() {
    let mari = Listener::new().await;
    mari.subscribe(Plan::Limited, DAY).await;
    mari.app.advance(Duration::from_mins(24 * 60 - 4));
    assert_eq!(mari.listen(mari.rented, 3 * MINUTE).await, 3);
    mari.app.advance(4 * MINUTE);
    // The subscription is renewed, then a report has six minutes before the renewal and two after.
    mari.subscribe(Plan::Limited, 31 * DAY).await;
    mari.app.advance(2 * MINUTE);
    assert_eq!(mari.listen(mari.rented, 8 * MINUTE).await, 2);
}

#[tokio::test]
async fn without_a_subscription_the_statistics_cover_thirty_days() {
    let mari = Listener::new().await;
    mari.app.advance(Duration::from_hours(1));
    assert_eq!(mari.listen(mari.bought, 10 * MINUTE).await, 10);
    mari.app.advance(29 * DAY);
    let stats: Value = mari.get("/api/reading").await.json().await.unwrap();
    assert_eq!(stats, json!({ "readingTotalDurationMinutes": 10, "subscriptionType": null }));
    mari.app.advance(2 * DAY);
    assert_eq!(minutes(mari.get("/api/reading").await).await, 0);
}

#[tokio::test]
async fn impossible_reports_name_their_field() {
    let mari = Listener::new().await;
    mari.app.advance(Duration::from_hours(1));
    let now = mari.app.clock.now();
    let good = report(mari.bought, now.minus(MINUTE), now);
    let hour_ahead = seconds(now.plus(Duration::from_hours(1)));
    for (field, value, code) in [
        ("bookId", json!("kevade"), "invalid"),
        ("bookId", json!(1), "invalid"),
        ("playbackSpeed", json!(0), "out-of-range"),
        ("playbackSpeed", json!(-1), "out-of-range"),
        ("playbackSpeed", json!(1e300), "out-of-range"),
        ("playbackSpeed", json!("1"), "invalid"),
        ("startedAtEpoch", json!(-1), "invalid"),
        ("startedAtEpoch", json!(1e300), "invalid"),
        ("startedAtEpoch", json!(hour_ahead), "out-of-range"),
        ("endedAtEpoch", good["startedAtEpoch"].clone(), "out-of-range"),
        ("endedAtEpoch", json!(0), "out-of-range"),
        ("endedAtEpoch", json!(null), "invalid"),
        ("source", json!("web"), "invalid"),
        ("source", json!(""), "invalid"),
    ] {
        let mut body = good.clone();
        body[field] = value.clone();
        if value == json!(hour_ahead) {
            body["endedAtEpoch"] = json!(hour_ahead + 60.0);
        }
        let problem =
            problem(mari.app.post_as(&mari.token, "/api/reading", &body).await, 422, "validation").await;
        assert_eq!(problem["errors"][0], json!({ "field": field, "code": code }), "{value}");
    }
    for field in good.as_object().unwrap().keys() {
        let mut body = good.clone();
        body.as_object_mut().unwrap().shift_remove(field);
        let problem =
            problem(mari.app.post_as(&mari.token, "/api/reading", &body).await, 422, "validation").await;
        assert_eq!(problem["errors"][0], json!({ "field": field, "code": "required" }));
    }
    problem(mari.report(BookId::new(), now.minus(MINUTE), now).await, 404, "not-found").await;
    problem(mari.app.post("/api/reading", &good).await, 401, "unauthorized").await;
    problem(mari.app.get("/api/reading").await, 401, "unauthorized").await;
    assert_eq!(minutes(mari.get("/api/reading").await).await, 0);
}
