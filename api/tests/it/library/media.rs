//! Sound over HTTP: tickets, ranges, conditional requests, and media in S3.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
    time::Duration,
};

use axum::{
    Router,
    body::{Body, Bytes},
    extract::{Path, Query, Request, State},
    http::{HeaderMap, Method as Verb, StatusCode},
    response::{IntoResponse, Response as AxumResponse},
};
use futures::StreamExt as _;
use heliriiul::{
    config::Secret,
    library::{self, Source},
    media::Ticket,
    router,
    subscriptions::{self, Plan},
};
use heliriiul_db::{BookId, UserId};
use reqwest::{Method, Response};
use tempfile::TempDir;
use tokio::net::TcpListener;
use tower::ServiceExt as _;

use crate::{
    fixtures::app::{TestApp, problem},
    fixtures::book_folder::{BookFolder, sound},
};

/// A listener with a ticket to a book whose first file is larger than one chunk.
struct Player {
    app: TestApp,
    id: BookId,
    /// The content of `01.mp3`.
    bytes: Vec<u8>,
    url: String,
}

impl Player {
    async fn new() -> Self {
        Self::in_store(TestApp::new().await).await
    }

    async fn in_store(app: TestApp) -> Self {
        let root = TempDir::new().unwrap();
        let bytes = std::fs::read(sound("tavaline-cbr.mp3")).unwrap().repeat(50);
        BookFolder::whole(root.path(), "kevade").write("01.mp3", &bytes);
        let report = app.import_folder(root.path()).await;
        assert_eq!(report.refused(), 0, "{:?}", report.lines);
        let id = app.book_id("kevade");
        let ticket = app.ticket(id).await;
        let url = format!("/media/books/{id}/01.mp3?ticket={ticket}");
        Self { app, id, bytes, url }
    }

    async fn with(&self, method: Method, headers: &[(&str, &str)]) -> Response {
        let mut request = self.app.request(method, &self.url);
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        request.send().await.unwrap()
    }

    async fn range(&self, range: &str) -> Response {
        self.with(Method::GET, &[("Range", range)]).await
    }
}

#[tokio::test]
async fn the_whole_file_has_its_type_and_length() {
    let player = Player::new().await;
    let response = player.with(Method::GET, &[]).await;
    assert_eq!(response.status(), 200);
    for (name, value) in [
        ("content-type", "audio/mpeg"),
        ("accept-ranges", "bytes"),
        ("cache-control", "private, max-age=3600"),
        ("x-content-type-options", "nosniff"),
        ("content-length", &player.bytes.len().to_string()),
    ] {
        assert_eq!(response.headers()[name], value, "{name}");
    }
    assert!(response.headers()["last-modified"].to_str().unwrap().ends_with(" GMT"));
    assert_eq!(response.bytes().await.unwrap(), player.bytes);
    let head = player.with(Method::HEAD, &[("Range", "bytes=0-9")]).await;
    assert_eq!(head.status(), 200, "ranges are for GET");
    assert_eq!(head.headers()["content-length"], player.bytes.len().to_string());
    assert_eq!(head.headers()["accept-ranges"], "bytes");
    assert!(head.bytes().await.unwrap().is_empty());
    assert_eq!(player.with(Method::POST, &[]).await.status(), 405);
}

#[tokio::test]
async fn ranges_are_exact_to_the_byte() {
    let player = Player::new().await;
    let size = player.bytes.len();
    let mib = 1 << 20;
    for (range, start, end) in [
        ("bytes=0-0".to_owned(), 0, 1),
        ("bytes=100-199".to_owned(), 100, 200),
        (format!("bytes={}-{}", mib - 1, mib), mib - 1, mib + 1),
        (format!("bytes=10-{}", 10 + 2 * mib), 10, 11 + 2 * mib),
        (format!("bytes={}-", size - 5), size - 5, size),
        ("bytes=-7".to_owned(), size - 7, size),
        (format!("bytes=-{}", size * 2), 0, size),
        (format!("bytes=0-{}", size * 9), 0, size),
    ] {
        let response = player.range(&range).await;
        assert_eq!(response.status(), 206, "{range}");
        assert_eq!(
            response.headers()["content-range"],
            format!("bytes {start}-{}/{size}", end - 1),
            "{range}"
        );
        assert_eq!(response.headers()["content-length"], (end - start).to_string(), "{range}");
        assert_eq!(response.bytes().await.unwrap(), player.bytes[start..end], "{range}");
    }
    for past in [format!("bytes={size}-"), "bytes=99999999999999999999999-".to_owned(), "bytes=-0".to_owned()]
    {
        let response = player.range(&past).await;
        assert_eq!(response.headers()["content-range"], format!("bytes */{size}"), "{past}");
        problem(response, 416, "range-not-satisfiable").await;
    }
    for ignored in ["bytes=0-1,5-9", "bytes=9-1", "bytes=x", "items=0-5", "bytes=-", ""] {
        let response = player.range(ignored).await;
        assert_eq!(response.status(), 200, "{ignored}");
        assert_eq!(response.bytes().await.unwrap().len(), size, "{ignored}");
    }
}

#[tokio::test]
async fn a_range_continues_only_in_the_same_file() {
    let player = Player::new().await;
    let first = player.with(Method::HEAD, &[]).await;
    let text = |name: &str| first.headers()[name].to_str().unwrap().to_owned();
    let (tag, date) = (text("etag"), text("last-modified"));
    for (condition, status) in [
        (tag.as_str(), 206),
        (date.as_str(), 206),
        ("\"another\"", 200),
        (&format!("W/{tag}"), 200),
        ("Thu, 01 Jan 1970 00:00:00 GMT", 200),
        ("nonsense", 200),
    ] {
        let response = player.with(Method::GET, &[("Range", "bytes=5-9"), ("If-Range", condition)]).await;
        assert_eq!(response.status(), status, "{condition}");
    }
    for (name, value, status) in [
        ("If-None-Match", tag.as_str(), 304),
        ("If-None-Match", &format!("\"x\", W/{tag}"), 304),
        ("If-None-Match", "*", 304),
        ("If-None-Match", "\"another\"", 200),
        ("If-Modified-Since", &date, 304),
        ("If-Modified-Since", "Thu, 01 Jan 1970 00:00:00 GMT", 200),
    ] {
        let response = player.with(Method::GET, &[(name, value)]).await;
        assert_eq!(response.status(), status, "{name}: {value}");
        assert_eq!(response.headers()["etag"], tag);
    }
}

#[tokio::test]
async fn sound_needs_a_ticket_of_the_book() {
    let player = Player::new().await;
    let (app, id) = (&player.app, player.id);
    let path = format!("/media/books/{id}/01.mp3");
    problem(app.get(&path).await, 401, "unauthorized").await;
    problem(app.get(&format!("{path}?ticket=")).await, 401, "unauthorized").await;
    problem(app.get(&format!("{path}?ticket=%C3%B5")).await, 401, "unauthorized").await;
    let expires = app.clock.now().plus(Duration::from_hours(6));
    let other = Ticket { user: UserId::new(), book: BookId::new(), session: [0; 32] };
    let other = app.state.media.tickets.sign(&other, expires);
    problem(app.get(&format!("{path}?ticket={other}")).await, 403, "forbidden").await;
    let (_, ticket) = player.url.split_once("ticket=").unwrap();
    for missing in ["03.mp3", "..%2f01.mp3", "sample.mp3", "%ff"] {
        let response = app.get(&format!("/media/books/{id}/{missing}?ticket={ticket}")).await;
        assert_eq!(response.status(), 404, "{missing}");
    }
    assert_eq!(app.get(&format!("/media/books/not-an-id/01.mp3?ticket={ticket}")).await.status(), 404);
    app.advance(Duration::from_hours(6));
    problem(app.get(&player.url).await, 401, "unauthorized").await;
    // The sample is for everybody, with ranges.
    let sample = app.get(&format!("/api/books/{id}/sample")).await.json::<serde_json::Value>().await.unwrap();
    assert_eq!((&sample["file"], &sample["duration"]), (&"sample.mp3".into(), &9.into()));
    let url = sample["url"].as_str().unwrap();
    let part = app.request(Method::GET, url).header("Range", "bytes=0-1").send().await.unwrap();
    assert_eq!(part.status(), 206);
    assert!(part.headers()["cache-control"].to_str().unwrap().starts_with("public"));
    assert_eq!(app.get(&format!("/media/samples/{id}/01.mp3")).await.status(), 404);
}

#[tokio::test]
async fn covers_need_no_ticket() {
    let player = Player::new().await;
    let snapshot = player.app.state.catalogue.snapshot();
    let base = snapshot.by_slug("kevade").unwrap().book.card.cover.clone().unwrap().base;
    let cover = player.app.get(&format!("{base}/200.jpg")).await;
    let tag = cover.headers()["etag"].clone();
    let known = player
        .app
        .request(Method::GET, &format!("{base}/200.jpg"))
        .header("If-None-Match", tag)
        .send()
        .await
        .unwrap();
    assert_eq!(known.status(), 304);
    for missing in [
        format!("{base}/300.jpg"),
        format!("{base}/200.png"),
        format!("{base}/200"),
        "/media/images/..%2fsound/200.jpg".to_owned(),
        "/media/images/zz/200.jpg".to_owned(),
        format!("/media/images/{}/200.jpg", "a".repeat(65)),
        format!("{base}/..jpg"),
    ] {
        assert_eq!(player.app.get(&missing).await.status(), 404, "{missing}");
    }
}

#[tokio::test]
async fn a_missing_object_store_gives_a_clear_error() {
    let player = Player::new().await;
    let media = player.app.data_dir().join("media");
    let away = player.app.data_dir().join("away");
    std::fs::rename(&media, &away).unwrap();
    problem(player.with(Method::GET, &[]).await, 503, "unavailable").await;
    let ready = player.app.get("/readyz").await;
    assert_eq!(ready.status(), 503);
    assert_eq!(ready.json::<serde_json::Value>().await.unwrap()["media"], "unreachable");
    std::fs::rename(&away, &media).unwrap();
    assert_eq!(player.with(Method::GET, &[]).await.status(), 200);
    assert_eq!(player.app.get("/readyz").await.status(), 200);
}

/// An S3 server with the calls that the store needs, over a map.
#[derive(Clone, Default)]
struct Bucket {
    objects: Arc<Mutex<BTreeMap<String, Bytes>>>,
    parts: Arc<Mutex<BTreeMap<(String, u32), Bytes>>>,
    signed: Arc<Mutex<bool>>,
}

type Parameters = Query<BTreeMap<String, String>>;

async fn s3(
    State(bucket): State<Bucket>,
    Path(key): Path<String>,
    Query(parameters): Parameters,
    request: Request,
) -> AxumResponse {
    let (head, body) = request.into_parts();
    let body = axum::body::to_bytes(body, usize::MAX).await.unwrap();
    let signature =
        head.headers.get("authorization").and_then(|value| value.to_str().ok()).unwrap_or_default();
    *bucket.signed.lock().unwrap() |= signature.contains("Credential=key-of-the-test/");
    let upload = parameters.get("uploadId").cloned();
    let tagged = [("etag", "\"x\"")];
    match (head.method, upload) {
        (Verb::POST, None) => {
            let response =
                "<InitiateMultipartUploadResult><UploadId>1</UploadId></InitiateMultipartUploadResult>";
            response.into_response()
        }
        (Verb::PUT, Some(_)) => {
            let number = parameters["partNumber"].parse().unwrap();
            bucket.parts.lock().unwrap().insert((key, number), body);
            tagged.into_response()
        }
        (Verb::POST, Some(_)) => {
            let mut parts = bucket.parts.lock().unwrap();
            let whole: Vec<u8> =
                parts.iter().filter(|((of, _), _)| *of == key).flat_map(|(_, part)| part.to_vec()).collect();
            parts.retain(|(of, _), _| *of != key);
            bucket.objects.lock().unwrap().insert(key, whole.into());
            "<CompleteMultipartUploadResult><ETag>x</ETag></CompleteMultipartUploadResult>".into_response()
        }
        (Verb::PUT, None) => {
            bucket.objects.lock().unwrap().insert(key, body);
            tagged.into_response()
        }
        (method, _) => {
            let Some(object) = bucket.objects.lock().unwrap().get(&key).cloned() else {
                return StatusCode::NOT_FOUND.into_response();
            };
            get(&method, &head.headers, &object)
        }
    }
}

fn get(method: &Verb, headers: &HeaderMap, object: &Bytes) -> AxumResponse {
    let common = [("etag", "\"x\""), ("last-modified", "Sat, 28 Nov 2026 00:00:00 GMT")];
    let range = headers.get("range").map(|range| range.to_str().unwrap().strip_prefix("bytes=").unwrap());
    if method == Verb::HEAD {
        return (common, [("content-length", object.len().to_string())]).into_response();
    }
    let Some(range) = range else { return (common, object.clone()).into_response() };
    let (first, last) = range.split_once('-').unwrap();
    let (first, last): (usize, usize) = (first.parse().unwrap(), last.parse().unwrap());
    let shown = format!("bytes {first}-{last}/{}", object.len());
    (StatusCode::PARTIAL_CONTENT, common, [("content-range", shown)], object.slice(first..=last))
        .into_response()
}

#[tokio::test]
async fn sound_and_covers_can_be_stored_in_s3() {
    let bucket = Bucket::default();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let endpoint = format!("http://{}", listener.local_addr().unwrap());
    let list = "<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>";
    let router = Router::new()
        .route("/bucket", axum::routing::get(async move || list))
        .route("/bucket/{*key}", axum::routing::any(s3))
        .with_state(bucket.clone());
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    let app = TestApp::with(|config| {
        config.media_url = "s3://bucket/store".into();
        config.s3.endpoint = endpoint;
        config.s3.region = "eu-north-1".into();
        config.s3.access_key_id = "key-of-the-test".into();
        config.s3.secret_access_key = Secret::new("secret of the test");
    })
    .await;
    assert_eq!(app.get("/readyz").await.status(), 200);
    let player = Player::in_store(app).await;
    assert!(bucket.objects.lock().unwrap().keys().all(|key| key.starts_with("store/")));
    assert!(*bucket.signed.lock().unwrap());
    assert!(!player.app.data_dir().join("media").exists(), "nothing is stored in the data folder");
    assert_eq!(player.with(Method::GET, &[]).await.bytes().await.unwrap(), player.bytes);
    let part = player.range("bytes=1048570-1048580").await;
    assert_eq!(part.status(), 206);
    assert_eq!(part.bytes().await.unwrap(), player.bytes[1_048_570..=1_048_580]);
    let snapshot = player.app.state.catalogue.snapshot();
    let base = snapshot.by_slug("kevade").unwrap().book.card.cover.clone().unwrap().base;
    assert_eq!(player.app.get(&format!("{base}/200.avif")).await.status(), 200);
    bucket.objects.lock().unwrap().clear();
    problem(player.with(Method::GET, &[]).await, 503, "unavailable").await;
}

#[tokio::test]
async fn a_ticket_ends_with_its_session_and_with_the_access() {
    let app = TestApp::new().await;
    let root = TempDir::new().unwrap();
    let bytes = std::fs::read(sound("tavaline-cbr.mp3")).unwrap();
    BookFolder::whole(root.path(), "kevade").write("01.mp3", &bytes);
    app.import_folder(root.path()).await;
    let book = app.book_id("kevade");
    let mari = app.register("mari@naide.ee").await;
    let user: serde_json::Value = app.get_as(&mari, "/api/user").await.json().await.unwrap();
    let id = user["id"].as_str().unwrap().parse().unwrap();
    let now = app.clock.now();
    let mut tx = app.db().write().await.unwrap();
    library::grant(&mut tx, id, book, Source::Subscription, None, now).await.unwrap();
    subscriptions::grant(&mut tx, id, Plan::Unlimited, now.plus(Duration::from_hours(2)), now).await.unwrap();
    tx.commit().await.unwrap();
    let login = async || {
        let body = serde_json::json!({ "email": "mari@naide.ee", "password": "heliriiul" });
        let user: serde_json::Value = app.post("/api/login", &body).await.json().await.unwrap();
        user["apiToken"].as_str().unwrap().to_owned()
    };
    let url = async |token: &str| {
        let files = app.get_as(token, &format!("/api/books/{book}/files")).await;
        let files: serde_json::Value = files.json().await.unwrap();
        format!("/media/books/{book}/01.mp3?ticket={}", files["ticket"].as_str().unwrap())
    };
    let phone = login().await;
    let (on_desktop, on_phone) = (url(&mari).await, url(&phone).await);
    for url in [&on_desktop, &on_phone] {
        assert_eq!(app.get(url).await.status(), 200);
    }
    assert_eq!(app.post_as(&phone, "/api/logout", &serde_json::Value::Null).await.status(), 204);
    app.advance(Duration::from_secs(15));
    problem(app.get(&on_phone).await, 401, "unauthorized").await;
    assert_eq!(app.get(&on_desktop).await.status(), 200);
    app.advance(Duration::from_hours(2));
    problem(app.get(&on_desktop).await, 403, "package-required").await;
}

/// Players ask for a whole file and stop reading.
#[tokio::test]
async fn only_the_sound_that_is_taken_counts_as_served() {
    let player = Player::new().await;
    let app = &player.app;
    let user: UserId =
        app.db().scalar("SELECT user_id FROM library WHERE book_id = $1", (player.id,)).await.unwrap();
    let now = app.clock.now();
    let mut tx = app.db().write().await.unwrap();
    subscriptions::grant(&mut tx, user, Plan::Limited, now.plus(Duration::from_hours(9)), now).await.unwrap();
    tx.commit().await.unwrap();
    let counted = async || {
        app.state.served_sound.flush(app.db(), &app.clock).await.unwrap();
        let sql = "SELECT CAST(COALESCE(SUM(count), 0) AS bigint) FROM served_sound";
        app.db().scalar::<i64>(sql, ()).await
    };
    let open = async || {
        let request = axum::http::Request::get(&player.url).body(Body::empty()).unwrap();
        router::build(&app.state).oneshot(request).await.unwrap().into_body().into_data_stream()
    };
    let mut stopped = open().await;
    assert!(stopped.next().await.unwrap().is_ok());
    drop(stopped);
    let part = counted().await.unwrap();
    let whole = open().await.collect::<Vec<_>>().await;
    let bytes: usize = whole.iter().map(|piece| piece.as_ref().unwrap().len()).sum();
    assert_eq!(bytes, player.bytes.len());
    let all = counted().await.unwrap();
    assert!(part > 0 && part < all, "{part} of {all}");
}
