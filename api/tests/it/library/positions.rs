//! Positions in books: revisions, history and limits.

use std::time::Duration;

use futures::future::join_all;
use heliriiul::library::{self, Source};
use heliriiul_db::BookId;
use serde_json::{Value, json};

use crate::{
    fixtures::app::problem,
    library::listening::{Listener, put_book},
};

#[tokio::test]
async fn a_position_is_stored_with_the_last_fifty() {
    let mari = Listener::new().await;
    let path = format!("/api/positions/{}", mari.bought);
    problem(mari.get(&path).await, 404, "not-found").await;
    assert_eq!(mari.get("/api/positions").await.json::<Value>().await.unwrap(), json!([]));
    for revision in 0..60 {
        // Each jumps back, so none is intermediate.
        let body = json!({ "index": 2, "position": 59.25 - f64::from(revision), "revision": revision });
        let saved: Value = mari.put(mari.bought, &body).await.json().await.unwrap();
        assert_eq!(saved["revision"], revision + 1);
        mari.app.advance(Duration::from_secs(5));
    }
    let current: Value = mari.get(&path).await.json().await.unwrap();
    assert_eq!(current["index"], 2);
    assert_eq!(current["position"], 0.25);
    assert_eq!(current["revision"], 60);
    assert_eq!(current["bookId"], json!(mari.bought));
    let history = current["history"].as_array().unwrap();
    assert_eq!(history.len(), 50);
    assert_eq!(history[0]["position"], 0.25);
    assert_eq!(history[0]["updatedAt"], current["updatedAt"]);
    assert_eq!(history[49]["position"], 49.25);

    mari.put(mari.rented, &json!({ "index": 0, "position": 1, "revision": 0 })).await;
    let all: Value = mari.get("/api/positions").await.json().await.unwrap();
    let books: Vec<&Value> = all.as_array().unwrap().iter().map(|position| &position["bookId"]).collect();
    assert_eq!(books, [&json!(mari.rented), &json!(mari.bought)]);
    assert_eq!(all[1], {
        let mut current = current.clone();
        current.as_object_mut().unwrap().shift_remove("history");
        current
    });
}

#[tokio::test]
async fn continuous_listening_stores_a_position_a_minute_and_every_jump() {
    let mari = Listener::new().await;
    let played = (0..14).map(|step| (0, step * 5)).chain([(2, 40), (2, 45), (2, 50), (0, 65), (0, 70)]);
    for (revision, (index, position)) in played.enumerate() {
        let body = json!({ "index": index, "position": position, "revision": revision });
        assert_eq!(mari.put(mari.bought, &body).await.status(), 200);
    }
    let current: Value = mari.get(&format!("/api/positions/{}", mari.bought)).await.json().await.unwrap();
    let history = current["history"].as_array().unwrap().iter();
    let positions: Vec<_> = history.map(|past| (past["index"].as_i64(), past["position"].as_f64())).collect();
    let expected = [(0, 70.0), (0, 65.0), (2, 50.0), (2, 40.0), (0, 65.0), (0, 55.0), (0, 0.0)];
    assert_eq!(positions, expected.map(|(index, position)| (Some(index), Some(position))));
}

#[tokio::test]
async fn a_stale_save_gets_the_stored_position() {
    let mari = Listener::new().await;
    let place = |index: i64, revision: i64| json!({ "index": index, "position": 5.5, "revision": revision });
    let first: Value = mari.put(mari.bought, &place(0, 0)).await.json().await.unwrap();
    assert_eq!(mari.put(mari.bought, &place(1, 1)).await.status(), 200);
    for revision in [0, 1, 3, i64::MAX] {
        let stale = problem(mari.put(mari.bought, &place(2, revision)).await, 409, "stale-revision").await;
        assert_eq!(stale["current"]["index"], 1);
        assert_eq!(stale["current"]["revision"], 2);
    }
    assert_eq!(first["revision"], 1);
    // A store that has lost the position accepts it from a client that has it.
    let again: Value = mari.put(mari.rented, &place(1, 7)).await.json().await.unwrap();
    assert_eq!(again["revision"], 1);

    for revision in [0, 2] {
        let book = if revision == 0 { put_book(&mari.app, "third", true).await } else { mari.bought };
        let mut tx = mari.app.db().write().await.unwrap();
        library::grant(&mut tx, mari.id, book, Source::Free, None, mari.app.clock.now()).await.unwrap();
        tx.commit().await.unwrap();
        let bodies: Vec<Value> = (0..3).cycle().take(8).map(|index| place(index, revision)).collect();
        let responses = join_all(bodies.iter().map(|body| mari.put(book, body))).await;
        assert_eq!(responses.iter().filter(|response| response.status() == 200).count(), 1);
        assert_eq!(responses.iter().filter(|response| response.status() == 409).count(), 7);
    }
}

#[tokio::test]
async fn a_position_is_within_the_book() {
    let mari = Listener::new().await;
    let end = json!({ "index": 0, "position": 9999, "revision": 0 });
    let saved: Value = mari.put(mari.bought, &end).await.json().await.unwrap();
    assert_eq!(saved["position"], 400.5);
    for (field, value, code) in [
        ("index", json!(3), "out-of-range"),
        ("index", json!(-1), "out-of-range"),
        ("index", json!(i64::MAX), "out-of-range"),
        ("index", json!(0.5), "invalid"),
        ("index", json!(1e300), "invalid"),
        ("index", json!("0"), "invalid"),
        ("position", json!(-0.5), "invalid"),
        ("position", json!(1e300), "invalid"),
        ("position", json!(null), "invalid"),
        ("revision", json!(-1), "out-of-range"),
        ("revision", json!(u64::MAX), "invalid"),
    ] {
        let mut body = json!({ "index": 0, "position": 1, "revision": 1 });
        body[field] = value.clone();
        let problem = problem(mari.put(mari.bought, &body).await, 422, "validation").await;
        assert_eq!(problem["errors"][0], json!({ "field": field, "code": code }), "{value}");
    }
    let good = json!({ "index": 0, "position": 1, "revision": 0 });
    problem(mari.put(BookId::new(), &good).await, 404, "not-found").await;
    let path = format!("/api/positions/{}", mari.bought);
    problem(mari.app.get(&path).await, 401, "unauthorized").await;
    problem(mari.app.get("/api/positions").await, 401, "unauthorized").await;
    problem(mari.get("/api/positions/kevade").await, 404, "not-found").await;
    let jaan = mari.app.register("jaan@naide.ee").await;
    problem(mari.app.get_as(&jaan, &path).await, 404, "not-found").await;
}
