//! The desk on several nodes, and on one that is killed.

use std::time::{Duration, Instant};

use heliriiul::clock::Clock;
use heliriiul_db::Timestamp;
use reqwest::{Client, Method};
use serde_json::{Value, json};
use tokio::process::Child;

use crate::fixtures::{app::free_address, desk::Desk};

const EDITING: &str = "01920000-0000-7000-8000-00000000000a";

fn page(text: &str) -> Value {
    json!({ "title": "Leht", "content": text })
}

#[tokio::test]
async fn a_document_published_on_one_node_soon_appears_everywhere_on_another() {
    let mut desk = Desk::new().await;
    desk.app
        .import(&[json!({ "slug": "kevade", "title": "Kevade", "author": "Oskar Luts", "price": "9.90" })])
        .await;
    let here = desk.app.base.clone();
    let _other = desk.app.serve_from_another_process(free_address().await).await;
    let there = std::mem::replace(&mut desk.app.base, here);
    let client = Client::builder().timeout(Duration::from_secs(10)).build().unwrap();
    let seen = async |path: &str, text: &str, wanted: bool| {
        let begun = Instant::now();
        loop {
            let answer = client.get(format!("{there}{path}")).send().await.unwrap().text().await.unwrap();
            if answer.contains(text) == wanted {
                return;
            }
            // The promise is one second; a machine that runs other tests may take longer.
            assert!(begun.elapsed() < Duration::from_secs(5), "{path} of the other server: {text}");
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    let made = desk.make("page", "leht", page("<p>kõigile</p>")).await;
    let id = made["id"].as_str().unwrap();
    seen("/leht", "kõigile", false).await;
    assert_eq!(desk.act("publish", id, 1).await.status(), 200);
    for path in ["/leht", "/api/pages/leht", "/api/pages"] {
        seen(path, "kõigile", true).await;
    }
    seen("/sitemaps/1.xml", "/leht<", true).await;
    let path = format!("/api/desk/books/{}", desk.app.book_id("kevade"));
    let mut book = desk.get(&path).await;
    book["basedOn"] = book["version"].clone();
    book["title"] = json!("Kevade ja suvi");
    let request = desk.app.request(Method::PUT, &path).header("Api-Token", &desk.editor).json(&book);
    assert_eq!(request.send().await.unwrap().status(), 200);
    for path in ["/api/books/search?q=suvi", "/opds/publications"] {
        seen(path, "Kevade ja suvi", true).await;
    }
    let row = json!({ "title": "Rida", "rule": { "kind": "newest", "categoryId": null, "count": 3 } });
    let row = desk.make("slider", "rida", row).await;
    assert_eq!(desk.act("publish", row["id"].as_str().unwrap(), 1).await.status(), 200);
    seen("/", "Kevade", true).await;
    assert_eq!(desk.act("take-down", id, 1).await.status(), 200);
    seen("/leht", "kõigile", false).await;
    seen("/sitemaps/1.xml", "/leht<", false).await;
}

#[tokio::test]
async fn two_nodes_apply_a_schedule_on_the_minute_and_after_a_downtime() {
    let mut desk = Desk::new().await;
    let id = desk.make("page", "leht", page("<p>tulekul</p>")).await["id"].as_str().unwrap().to_owned();
    let minute = 60_000;
    let begun = desk.app.clock.now().millis();
    let up = (begun / minute + 2) * minute;
    let moment = |millis: i64| Timestamp::from_millis(millis).to_string();
    let plan = json!({ "revision": 1, "publishAt": moment(up), "takeDownAt": moment(up + minute) });
    assert_eq!(desk.post(&format!("/api/desk/items/{id}/schedule"), plan).await.status(), 200);
    let set_clock = async |desk: &Desk, now: i64| {
        let ahead = now - Clock::default().now().millis();
        let mut tx = desk.app.db().write().await.unwrap();
        tx.execute(
            "INSERT INTO counters (name, value) VALUES ('sandbox-clock', $1) \
             ON CONFLICT (name) DO UPDATE SET value = excluded.value",
            (ahead,),
        )
        .await
        .unwrap();
        tx.commit().await.unwrap();
    };
    let client = Client::builder().timeout(Duration::from_secs(10)).build().unwrap();
    let status =
        async |base: &str| client.get(format!("{base}/leht")).send().await.unwrap().status().as_u16();
    let becomes = async |bases: &[String], wanted: u16| {
        let begun = Instant::now();
        for base in bases {
            while status(base).await != wanted {
                assert!(begun.elapsed() < Duration::from_secs(15), "{base} is not {wanted}");
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    };
    let both = async |desk: &mut Desk| {
        let mut servers = Vec::new();
        for _ in 0..2 {
            let child = desk.app.serve_from_another_process(free_address().await).await;
            servers.push((child, desk.app.base.clone()));
        }
        servers
    };
    let bases =
        |servers: &[(Child, String)]| servers.iter().map(|(_, base)| base.clone()).collect::<Vec<_>>();

    // The nodes run their own timers: seconds before the minute the page is missing, at the minute it is there.
    set_clock(&desk, up - 5_000).await;
    let mut servers = both(&mut desk).await;
    assert_eq!(status(&servers[0].1).await, 404);
    becomes(&bases(&servers), 200).await;
    for (server, _) in &mut servers {
        server.kill().await.unwrap();
    }
    set_clock(&desk, up + 3 * minute).await;
    let servers = both(&mut desk).await;
    becomes(&bases(&servers), 404).await;
    let shown: Value = desk.get(&format!("/api/desk/items/{id}/audit")).await;
    let acts: Vec<&Value> = shown.as_array().unwrap().iter().map(|act| &act["act"]).collect();
    assert_eq!(acts, ["take-down", "publish", "schedule", "create"], "each once");
}

#[tokio::test]
async fn an_acknowledged_save_survives_the_death_of_the_server() {
    let mut desk = Desk::new().await;
    let id = desk.make("page", "leht", page("<p>0</p>")).await["id"].as_str().unwrap().to_owned();
    let address = free_address().await;
    let mut based_on = 1;
    let mut server = desk.app.serve_from_another_process(address).await;
    for millis in [1, 3, 5, 8, 12, 20] {
        let text = format!("<p>{millis}</p>");
        let save = json!({ "basedOn": based_on, "editing": EDITING, "autosave": true, "body": page(&text) });
        let request = desk
            .app
            .request(Method::PUT, &format!("/api/desk/items/{id}"))
            .header("Api-Token", &desk.editor)
            .json(&save);
        let sent = tokio::spawn(request.send());
        tokio::time::sleep(Duration::from_millis(millis)).await;
        server.kill().await.unwrap();
        let answered = sent.await.unwrap().is_ok_and(|answer| answer.status() == 200);
        server = desk.app.serve_from_another_process(address).await;
        let now = desk.get(&format!("/api/desk/items/{id}")).await;
        let kept = now["body"]["content"] == text.as_str();
        assert!(kept || !answered, "{millis} ms: an acknowledged save is lost");
        // The same session sends it again from the same revision: no conflict with itself.
        let again = desk
            .app
            .request(Method::PUT, &format!("/api/desk/items/{id}"))
            .header("Api-Token", &desk.editor)
            .json(&save)
            .send()
            .await
            .unwrap();
        assert_eq!(again.status(), 200, "{millis} ms");
        based_on = again.json::<Value>().await.unwrap()["revision"].as_i64().unwrap();
        assert_eq!(desk.get(&format!("/api/desk/items/{id}")).await["body"]["content"], text.as_str());
    }
}
